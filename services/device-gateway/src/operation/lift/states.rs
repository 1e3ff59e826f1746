use kit::Result;

use crate::app::App;
use crate::domain::lift::not_ready_reason;
use crate::store::lift_state;

/// Of each lift controller among the devices why it is not ready; None for one that is. For access, which has asked for the
/// right itself.
pub async fn states(app: &App, project_id: i64, devices: &[i64]) -> Result<Vec<(i64, Option<&'static str>)>> {
    let mut reader = app.context.database.read(project_id).await?;
    let rows = lift_state::find_many(&mut reader, project_id, devices).await?;
    let reason = |row: lift_state::LiftStateRow| not_ready_reason(row.is_enabled, row.is_online, row.tasks_wait, row.tasks_failed);
    Ok(rows.into_iter().map(|row| (row.device_id, reason(row))).collect())
}
