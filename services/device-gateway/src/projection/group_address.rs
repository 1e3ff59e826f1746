//! Where apartments are: addresses of groups, from domains.
use kit::Result;
use proto::vestibule::events::v1::GroupChanged;
use sqlx::PgConnection;

/// Kinds of groups whose addresses say where somebody lives.
const ADDRESSED: [&str; 2] = ["unit", "apartment"];

/// Of a snapshot that is newer than what was here. Returns whether an address has changed.
pub async fn project(connection: &mut PgConnection, group: &GroupChanged) -> Result<bool> {
    if group.deleted || !ADDRESSED.contains(&group.kind.as_str()) {
        let deleted = sqlx::query("DELETE FROM group_addresses WHERE group_id = $1").bind(group.id).execute(connection).await?;
        return Ok(deleted.rows_affected() > 0);
    }
    let changed = sqlx::query(
        "INSERT INTO group_addresses (group_id, project_id, kind, address) VALUES ($1, $2, $3, $4)
         ON CONFLICT (group_id) DO UPDATE SET kind = excluded.kind, address = excluded.address
         WHERE (group_addresses.kind, group_addresses.address) IS DISTINCT FROM (excluded.kind, excluded.address)",
    )
    .bind(group.id)
    .bind(group.project_id)
    .bind(&group.kind)
    .bind(&group.logic_address)
    .execute(connection)
    .await?;
    Ok(changed.rows_affected() > 0)
}
