//! Projection of settings of groups: who is notified of alarms that nobody takes.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::GroupSettingsChanged;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::domain::alarm_escalation::EscalationStep;

/// Ignores a snapshot that is not newer.
pub async fn project(connection: &mut PgConnection, changed: GroupSettingsChanged) -> Result<()> {
    let steps: Vec<EscalationStep> = changed.alarm_escalation.into_iter().map(EscalationStep::from).collect();
    let row = Snapshot::new("alarm_escalation_settings", "project_id, group_id")
        .set("project_id", changed.project_id)
        .set("group_id", changed.id)
        .set("steps", Json(steps));
    row.store(connection, changed.version).await?;
    Ok(())
}

pub async fn delete_of_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
    let statement = "DELETE FROM alarm_escalation_settings WHERE project_id = $1 AND group_id = $2";
    sqlx::query(statement).bind(project_id).bind(group_id).execute(connection).await?;
    Ok(())
}
