//! What is left of a group that is deleted.
use kit::Result;
use sqlx::PgConnection;

/// Identifiers count to another group of their owner, or to none; rules let nobody in by it. What belongs to nobody is
/// then seen by whoever made it and by those who see all.
pub async fn forget(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
    sqlx::query(
        "UPDATE identifiers i SET domain_id = (SELECT min(g.group_id) FROM person_groups g WHERE g.user_id = i.owner_id AND g.group_id <> $2)
         WHERE i.project_id = $1 AND i.domain_id = $2",
    )
    .bind(project_id)
    .bind(group_id)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM rule_groups WHERE project_id = $1 AND group_id = $2").bind(project_id).bind(group_id).execute(connection).await?;
    Ok(())
}
