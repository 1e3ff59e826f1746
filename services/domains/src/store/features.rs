//! What a project's licences allow.
use kit::{Error, Result};
use proto::vestibule::events::v1::LicenseChanged;
use serde_json::Value;
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

/// For what is switched on or changed by a feature; what is there may be looked at and switched off without. A project
/// of which licensing has not spoken yet, as after an upgrade, is not held up.
pub async fn require(connection: &mut PgConnection, project_id: i64, feature: &str) -> Result<()> {
    let has: Option<bool> = sqlx::query_scalar("SELECT $2 = ANY(features) FROM project_features WHERE project_id = $1")
        .bind(project_id)
        .bind(feature)
        .fetch_optional(connection)
        .await?;
    match has {
        Some(false) => Err(Error::Conflict { code: "not_licensed", message: "feature is not licensed".into(), data: Value::Null }),
        _ => Ok(()),
    }
}
