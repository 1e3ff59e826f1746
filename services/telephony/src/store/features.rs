//! What a project's licences allow.
use kit::{Result, features};
use sqlx::PgConnection;

pub const SIP: &str = "sip";
pub const TRUNKS: &str = "sip.trunks";
pub const WEB_DIALER: &str = "sip.web_dialer";

/// For what makes or changes something by a feature; what is there may be looked at and deleted without. Nothing is
/// licensed until licensing has spoken.
pub async fn require(connection: &mut PgConnection, project_id: i64, feature: &'static str) -> Result<()> {
    match features::find(connection, project_id).await? {
        Some(features) if features.iter().any(|held| held == feature) => Ok(()),
        _ => Err(features::not_licensed()),
    }
}

/// Besides, for what one user does: the feature is not off for them.
pub async fn require_for_user(connection: &mut PgConnection, project_id: i64, user: i64, feature: &'static str) -> Result<()> {
    require(connection, project_id, feature).await?;
    license_limits::features::require_for_users(connection, &[user], feature).await
}

/// Besides, for what is made in groups: the feature is not off for one of them.
pub async fn require_for_groups(connection: &mut PgConnection, project_id: i64, groups: &[i64], feature: &'static str) -> Result<()> {
    require(connection, project_id, feature).await?;
    license_limits::features::require_for_groups(connection, groups, feature).await
}

/// For a number: the feature is off neither for its group nor for its user.
pub async fn require_for_number(connection: &mut PgConnection, group: i64, user: Option<i64>) -> Result<()> {
    license_limits::features::require_for_groups(connection, &[group], SIP).await?;
    license_limits::features::require_for_users(connection, user.as_slice(), SIP).await
}
