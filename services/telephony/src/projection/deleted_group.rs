//! What is left of a group that domains has deleted.
use kit::{Result, tree};
use sqlx::PgConnection;

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
