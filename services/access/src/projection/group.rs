//! Groups, from domains. The tree itself is kept by `kit::tree`; here is what else refers to groups.
use kit::Result;
use sqlx::PgConnection;

/// Takes a deleted group out of identifiers and rules. An identifier counts to another group of its owner then, or to none:
/// it is seen by who created it and by those who see all.
pub async fn remove_references(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
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
