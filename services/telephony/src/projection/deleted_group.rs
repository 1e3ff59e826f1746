//! What is left of a group that domains has deleted.
use kit::{Result, tree};
use sqlx::PgConnection;

use crate::app::App;
use crate::publish;

/// Switches off its numbers, and publishes them: they are out of use until somebody gives them to another group.
pub async fn switch_off_numbers(connection: &mut PgConnection, app: &App, project_id: i64, group_id: i64) -> Result<()> {
    let ids: Vec<i64> = sqlx::query_scalar(
        "UPDATE sip_numbers SET version = version + 1, is_active = false, is_general = false, updated_at = $3
         WHERE project_id = $1 AND domain_id = $2 RETURNING id",
    )
    .bind(project_id)
    .bind(group_id)
    .bind(app.context.clock.now())
    .fetch_all(&mut *connection)
    .await?;
    publish::numbers_changed(connection, &app.config, project_id, &ids).await
}

/// Deletes its settings, and takes it out of trunks, interceptions and users. A forward rule that was put into it in the moment of its
/// deletion moves to the nearest ancestor: with no group it would be one of the whole project.
pub async fn remove(connection: &mut PgConnection, group_id: i64) -> Result<()> {
    for statement in [
        "DELETE FROM group_settings WHERE group_id = $1",
        "DELETE FROM sip_trunk_groups WHERE group_id = $1",
        "DELETE FROM interception_groups WHERE group_id = $1",
        "DELETE FROM person_groups WHERE group_id = $1",
    ] {
        sqlx::query(statement).bind(group_id).execute(&mut *connection).await?;
    }
    if let Some(ancestor) = tree::nearest_existing(connection, group_id).await? {
        sqlx::query("UPDATE forward_rules SET domain_id = $2, version = version + 1 WHERE domain_id = $1")
            .bind(group_id)
            .bind(ancestor)
            .execute(connection)
            .await?;
    }
    Ok(())
}
