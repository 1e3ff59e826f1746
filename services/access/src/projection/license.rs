//! The features and limits of a project, from licensing's events.
use kit::{Result, features};
use proto::vestibule::events::v1::LicenseChanged;
use sqlx::PgConnection;

use crate::store::license::UKEY2;

/// False for a snapshot that is not newer than what is here.
pub async fn project(connection: &mut PgConnection, license: &LicenseChanged) -> Result<bool> {
    if !features::apply(connection, license).await? {
        return Ok(false);
    }
    sqlx::query("UPDATE project_features SET grace_features = $2 WHERE project_id = $1")
        .bind(license.project_id)
        .bind(&license.grace_features)
        .execute(&mut *connection)
        .await?;
    license_limits::project(connection, &UKEY2, license).await?;
    license_limits::project_off_groups(connection, license).await?;
    Ok(true)
}
