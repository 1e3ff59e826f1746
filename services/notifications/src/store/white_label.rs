//! The projection of white labels: the project's and the groups'.
use kit::Result;
use proto::vestibule::events::v1::ProjectWhiteLabel;
use sqlx::PgConnection;

use crate::domain::mail::frame::WhiteLabel;

/// In the place of a group's id: the project's own.
pub const PROJECT: i64 = 0;

/// Takes a snapshot, unless a newer one was taken.
pub async fn apply(connection: &mut PgConnection, project_id: i64, group_id: i64, version: i64, label: &ProjectWhiteLabel) -> Result<()> {
    sqlx::query(
        "INSERT INTO white_labels (project_id, group_id, version, is_enabled, name, logo, address, email, phone)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (project_id, group_id) DO UPDATE SET version = excluded.version, is_enabled = excluded.is_enabled, name = excluded.name,
             logo = excluded.logo, address = excluded.address, email = excluded.email, phone = excluded.phone
         WHERE white_labels.version < excluded.version",
    )
    .bind(project_id)
    .bind(group_id)
    .bind(version)
    .bind(label.is_enabled)
    .bind(&label.name)
    .bind(&label.logo)
    .bind(&label.address)
    .bind(&label.email)
    .bind(&label.phone)
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn forget_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM white_labels WHERE project_id = $1 AND group_id = $2").bind(project_id).bind(group_id).execute(connection).await?;
    Ok(())
}

/// That of the group, else of the nearest group above that has one, else the project's; None where none is switched on.
pub async fn nearest(connection: &mut PgConnection, project_id: i64, group_id: Option<i64>) -> Result<Option<WhiteLabel>> {
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
