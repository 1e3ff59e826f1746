//! How projects and groups present themselves to guests.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::ProjectWhiteLabel;
use sqlx::PgConnection;

/// Group id of the project's own white label.
pub const PROJECT_GROUP: i64 = 0;

#[derive(Clone, Debug, Default, sqlx::FromRow)]
pub struct WhiteLabel {
    pub name: String,
    pub logo: String,
    pub address: String,
    pub phone: String,
}

/// Ignores a snapshot that is not newer.
pub async fn project(connection: &mut PgConnection, project_id: i64, group_id: i64, version: i64, label: &ProjectWhiteLabel) -> Result<()> {
    let row = Snapshot::new("white_labels", "project_id, group_id")
        .set("project_id", project_id)
        .set("group_id", group_id)
        .set("is_enabled", label.is_enabled)
        .set("name", &label.name)
        .set("logo", &label.logo)
        .set("address", &label.address)
        .set("phone", &label.phone);
    row.store(connection, version).await?;
    Ok(())
}

pub async fn delete_of_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM white_labels WHERE project_id = $1 AND group_id = $2").bind(project_id).bind(group_id).execute(connection).await?;
    Ok(())
}

/// The group's white label, otherwise that of the nearest group above, otherwise the project's; where none is enabled, one
/// with nothing but the name of the topmost group.
pub async fn find_nearest(connection: &mut PgConnection, project_id: i64, group_id: Option<i64>) -> Result<WhiteLabel> {
    let enabled = sqlx::query_as(
        "SELECT w.name, w.logo, w.address, w.phone FROM white_labels w
         LEFT JOIN group_closure c ON c.project_id = $1 AND c.ancestor_id = w.group_id AND c.descendant_id = $2
         WHERE w.project_id = $1 AND w.is_enabled AND (w.group_id = 0 OR c.depth IS NOT NULL)
         ORDER BY c.depth NULLS LAST LIMIT 1",
    );
    if let Some(label) = enabled.bind(project_id).bind(group_id).fetch_optional(&mut *connection).await? {
        return Ok(label);
    }
    let topmost = sqlx::query_scalar(
        "SELECT g.name FROM group_closure c JOIN group_nodes g ON g.id = c.ancestor_id
         WHERE c.project_id = $1 AND c.descendant_id = $2 ORDER BY c.depth DESC LIMIT 1",
    );
    let name: Option<String> = topmost.bind(project_id).bind(group_id).fetch_optional(connection).await?;
    Ok(WhiteLabel { name: name.unwrap_or_default(), ..WhiteLabel::default() })
}
