//! What a project's licences allow.
use kit::{Result, features};
use sqlx::PgConnection;

pub const SIP: &str = "sip";
pub const TRUNKS: &str = "sip.trunks";
pub const WEB_DIALER: &str = "sip.web_dialer";

/// For what makes or changes something by a feature; what is there may be looked at and deleted without. Nothing is
/// licensed until licensing has spoken.
pub async fn require(connection: &mut PgConnection, project_id: i64, feature: &'static str) -> Result<()> {
    match features::of(connection, project_id).await? {
        Some(features) if features.iter().any(|held| held == feature) => Ok(()),
        _ => Err(features::not_licensed()),
    }
}
