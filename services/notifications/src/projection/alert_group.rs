//! Groups of emergency alerts that are deleted.
use kit::Result;
use sqlx::PgConnection;

/// Takes a deleted group out of the alerts.
pub async fn remove_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
    sqlx::query(
        "WITH recipients AS (DELETE FROM emergency_alert_groups WHERE project_id = $1 AND group_id = $2)
         DELETE FROM emergency_alert_pass_groups WHERE project_id = $1 AND group_id = $2",
    )
    .bind(project_id)
    .bind(group_id)
    .execute(connection)
    .await?;
    Ok(())
}
