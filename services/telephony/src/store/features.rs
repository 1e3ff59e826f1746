//! What a project's licences allow.
use kit::{Error, Result};
use serde_json::Value;
use sqlx::PgConnection;

pub const SIP: &str = "sip";
pub const TRUNKS: &str = "sip.trunks";
pub const WEB_DIALER: &str = "sip.web_dialer";

/// False until licensing has spoken.
pub async fn has(connection: &mut PgConnection, project_id: i64, feature: &str) -> Result<bool> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM project_features WHERE project_id = $1 AND $2 = ANY(features))")
        .bind(project_id)
        .bind(feature)
        .fetch_one(connection)
        .await?)
}

/// For what makes or changes something by a feature; what is there may be looked at and deleted without.
pub async fn require(connection: &mut PgConnection, project_id: i64, feature: &'static str) -> Result<()> {
    if has(connection, project_id, feature).await? {
        return Ok(());
    }
    Err(Error::Conflict { code: "not_licensed", message: "feature is not licensed".into(), data: Value::Null })
}
