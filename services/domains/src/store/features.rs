//! What a project's licences allow.
use kit::{Result, features};
use sqlx::PgConnection;

/// For what is switched on or changed by a feature; what is there may be looked at and switched off without. A project
/// of which licensing has not spoken yet, as after an upgrade, is not held up.
pub async fn require(connection: &mut PgConnection, project_id: i64, feature: &str) -> Result<()> {
    match features::of(connection, project_id).await? {
        Some(features) if !features.iter().any(|held| held == feature) => Err(features::not_licensed()),
        _ => Ok(()),
    }
}
