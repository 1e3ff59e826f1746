//! Whether a project takes photos of faces without a consent, from domains.
use kit::Result;
use kit::projection::Snapshot;
use sqlx::PgConnection;

/// Ignores a snapshot that is not newer.
pub async fn project(connection: &mut PgConnection, project_id: i64, version: i64, is_consent_optional: bool) -> Result<()> {
    let row = Snapshot::new("face_settings", "project_id").set("project_id", project_id).set("is_consent_optional", is_consent_optional);
    row.store(connection, version).await?;
    Ok(())
}

/// True until the settings of the project have arrived.
pub async fn is_consent_required(connection: &mut PgConnection, project_id: i64) -> Result<bool> {
    let optional: Option<bool> =
        sqlx::query_scalar("SELECT is_consent_optional FROM face_settings WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?;
    Ok(!optional.unwrap_or_default())
}
