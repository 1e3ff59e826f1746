use kit::Result;

use super::follow_up::AlertRunFollowUp;
use crate::app::App;
use crate::publish;
use crate::store::alert_run as store;

/// Runs of one transaction.
const BATCH: i64 = 100;

/// Writes the states that the clock has brought, in all projects. Returns whether there may be more.
pub async fn advance_due(app: &App) -> Result<bool> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let due = store::lock_due(&mut tx, now, BATCH).await?;
    let count = due.len();
    let mut follow_up = AlertRunFollowUp::default();
    for run in due {
        let ended = store::set_status(&mut tx, &run, run.status(now), None, None, now).await?;
        follow_up.add(publish::alert_run_changed(&mut tx, &ended, None, now).await?);
    }
    tx.commit().await?;
    follow_up.run_in_background(app);
    Ok(count == BATCH as usize)
}
