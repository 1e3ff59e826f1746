//! The projection of the features that projects are licensed for, from `licensing.license.changed`. The migrations of each
//! service that needs it create its table, `project_features`. Before the first event about a project, as after an upgrade,
//! the features are unknown; each service decides what holds then.
use proto::vestibule::events::v1::LicenseChanged;
use serde_json::Value;
use sqlx::PgConnection;

use kit_core::{Error, Result};

/// The topic that feeds it.
pub const TOPIC: &str = "licensing.license.changed";

/// Stores a snapshot of a project's features, unless a newer one is stored.
pub async fn apply(connection: &mut PgConnection, license: &LicenseChanged) -> Result<bool> {
    let taken = sqlx::query(
        "INSERT INTO project_features (project_id, version, features) VALUES ($1, $2, $3)
         ON CONFLICT (project_id) DO UPDATE SET version = excluded.version, features = excluded.features
         WHERE project_features.version < excluded.version",
    )
    .bind(license.project_id)
    .bind(license.version)
    .bind(&license.features)
    .execute(connection)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// None before the first event about the project.
pub async fn find(connection: &mut PgConnection, project_id: i64) -> Result<Option<Vec<String>>> {
    Ok(sqlx::query_scalar("SELECT features FROM project_features WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?)
}

/// The error for a feature that the project is not licensed for.
pub fn not_licensed() -> Error {
    Error::Conflict { code: "not_licensed", message: "feature is not licensed".into(), data: Value::Null }
}

/// Required to create and to switch on what a feature covers; what exists may be viewed and switched off without it. While
/// the features of the project are unknown, as after an upgrade, everything is allowed.
pub async fn require(connection: &mut PgConnection, project_id: i64, needed: &[&str]) -> Result<()> {
    if needed.is_empty() {
        return Ok(());
    }
    match find(connection, project_id).await? {
        Some(held) if !needed.iter().all(|feature| held.iter().any(|held| held == feature)) => Err(not_licensed()),
        _ => Ok(()),
    }
}
