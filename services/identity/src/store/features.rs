//! Licence features of projects: the projection of licensing's events.
use kit::Result;
use proto::vestibule::events::v1::LicenseChanged;
use sqlx::PgConnection;

/// Takes a snapshot, unless a newer one was taken.
pub async fn apply(connection: &mut PgConnection, license: &LicenseChanged) -> Result<()> {
    sqlx::query(
        "INSERT INTO project_features (project_id, version, features) VALUES ($1, $2, $3)
         ON CONFLICT (project_id) DO UPDATE SET version = excluded.version, features = excluded.features
         WHERE project_features.version < excluded.version",
    )
    .bind(license.project_id)
    .bind(license.version)
    .bind(&license.features)
    .execute(connection)
    .await?;
    Ok(())
}

/// None until licensing has spoken.
pub async fn of(connection: &mut PgConnection, project_id: i64) -> Result<Vec<String>> {
    let found = sqlx::query_scalar("SELECT features FROM project_features WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?;
    Ok(found.unwrap_or_default())
}
