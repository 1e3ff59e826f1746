//! Numbers with what their events carry. Those that are about to change for the others get a new version first.
use kit::Result;
use kit::listing::Permitted;
use policy::action;
use sqlx::{AssertSqlSafe, PgConnection};

use super::SipNumberRow;

const COLUMNS: &str =
    "n.id, n.project_id, n.version, n.number, n.name, n.is_active, n.user_id, n.device_id, n.domain_id, n.is_general, n.sealed_password";

#[derive(Debug, sqlx::FromRow)]
pub struct PublishedNumber {
    pub id: i64,
    pub project_id: i64,
    pub version: i64,
    pub number: String,
    pub name: String,
    pub is_active: bool,
    pub user_id: Option<i64>,
    pub device_id: Option<i64>,
    pub domain_id: i64,
    pub is_general: bool,
    pub sealed_password: Vec<u8>,
}

/// By their ids, as they are now.
pub async fn by_ids(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<Vec<PublishedNumber>> {
    let statement = format!("SELECT {COLUMNS} FROM sip_numbers n WHERE n.project_id = $1 AND n.id = ANY($2) ORDER BY n.id"); // Constants only.
    Ok(sqlx::query_as(AssertSqlSafe(statement)).bind(project_id).bind(ids).fetch_all(connection).await?)
}

/// One that is about to be deleted.
pub async fn before_deletion(connection: &mut PgConnection, number: &Permitted<SipNumberRow, action::Delete>) -> Result<Vec<PublishedNumber>> {
    let statement = format!("UPDATE sip_numbers n SET version = version + 1 WHERE n.project_id = $1 AND n.id = $2 RETURNING {COLUMNS}"); // Constants only.
    Ok(sqlx::query_as(AssertSqlSafe(statement)).bind(number.project_id()).bind(number.id).fetch_all(connection).await?)
}

/// All that devices hold.
pub async fn held_by_devices(connection: &mut PgConnection, project_id: i64) -> Result<Vec<PublishedNumber>> {
    let statement = format!("UPDATE sip_numbers n SET version = version + 1 WHERE n.project_id = $1 AND n.device_id IS NOT NULL RETURNING {COLUMNS}"); // Constants only.
    Ok(sqlx::query_as(AssertSqlSafe(statement)).bind(project_id).fetch_all(connection).await?)
}
