//! The projection of white labels, of projects and of groups.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::ProjectWhiteLabel;
use sqlx::PgConnection;

use crate::domain::mail::frame::WhiteLabel;

/// Group id of the project's own white label.
pub const PROJECT_GROUP: i64 = 0;

/// Ignores a snapshot that is not newer.
pub async fn project(connection: &mut PgConnection, project_id: i64, group_id: i64, version: i64, label: &ProjectWhiteLabel) -> Result<()> {
    let row = Snapshot::new("white_labels", "project_id, group_id")
        .set("project_id", project_id)
        .set("group_id", group_id)
        .set("is_enabled", label.is_enabled)
        .set("name", &label.name)
        .set("logo", &label.logo)
        .set("address", &label.address)
        .set("email", &label.email)
        .set("phone", &label.phone);
    row.store(connection, version).await?;
    Ok(())
}

pub async fn delete_of_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM white_labels WHERE project_id = $1 AND group_id = $2").bind(project_id).bind(group_id).execute(connection).await?;
    Ok(())
}

/// The group's white label, otherwise that of the nearest group above, otherwise the project's; None where none is enabled.
pub async fn find_nearest(connection: &mut PgConnection, project_id: i64, group_id: Option<i64>) -> Result<Option<WhiteLabel>> {
    let row: Option<(String, String, String, String, String)> = sqlx::query_as(
        "SELECT w.name, w.logo, w.address, w.email, w.phone FROM white_labels w
         LEFT JOIN group_closure c ON c.project_id = $1 AND c.ancestor_id = w.group_id AND c.descendant_id = $2
         WHERE w.project_id = $1 AND w.is_enabled AND (w.group_id = 0 OR c.depth IS NOT NULL)
         ORDER BY c.depth NULLS LAST LIMIT 1",
    )
    .bind(project_id)
    .bind(group_id)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|(name, logo, address, email, phone)| WhiteLabel { name, logo, address, email, phone }))
}
