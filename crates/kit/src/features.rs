//! The projection of the features that projects' licences give, kept from `licensing.license.changed` by every service
//! that asks for them. The services' own migrations make its table, `project_features`. What holds until licensing has
//! spoken of a project, as after an upgrade, each of them decides.
use proto::vestibule::events::v1::LicenseChanged;
use serde_json::Value;
use sqlx::PgConnection;

use crate::{Error, Result};

/// The topic that feeds it.
pub const TOPIC: &str = "licensing.license.changed";

/// Takes a snapshot of a project's features, unless a newer one was taken.
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

/// None until licensing has spoken.
pub async fn of(connection: &mut PgConnection, project_id: i64) -> Result<Option<Vec<String>>> {
    Ok(sqlx::query_scalar("SELECT features FROM project_features WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?)
}

/// The refusal of what a project's licences do not give.
pub fn not_licensed() -> Error {
    Error::Conflict { code: "not_licensed", message: "feature is not licensed".into(), data: Value::Null }
}

/// For what features switch on; what is there may be looked at and switched off without. A project of which licensing
/// has not spoken yet, as after an upgrade, is not held up.
pub async fn require(connection: &mut PgConnection, project_id: i64, needed: &[&str]) -> Result<()> {
    if needed.is_empty() {
        return Ok(());
    }
    match of(connection, project_id).await? {
        Some(held) if !needed.iter().all(|feature| held.iter().any(|held| held == feature)) => Err(not_licensed()),
        _ => Ok(()),
    }
}
