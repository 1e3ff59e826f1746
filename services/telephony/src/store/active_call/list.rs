//! The active calls of a user.
use kit::Result;
use serde::Deserialize;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

/// More calls than one user answers.
const MAX_CALLS: i64 = 500;

#[derive(Debug, sqlx::FromRow)]
pub struct ListedCall {
    pub id: String,
    pub r#type: String,
    pub status: String,
    pub caller: String,
    pub callee: String,
    pub answered_by: Option<String>,
    pub is_sos: bool,
    pub info: Json<CallerInfo>,
    pub created_at: OffsetDateTime,
}

/// Who calls, and from where.
#[derive(Debug, Deserialize)]
pub struct CallerInfo {
    pub address: String,
    pub user: Option<NamedId>,
    pub device: Option<NamedId>,
}

#[derive(Debug, Deserialize)]
pub struct NamedId {
    pub id: i64,
    pub name: String,
}

/// Calls that one of the numbers may take or has taken, the oldest first.
pub async fn list(connection: &mut PgConnection, project_id: i64, numbers: &[String]) -> Result<Vec<ListedCall>> {
    Ok(sqlx::query_as(
        "SELECT id, type, status, caller, callee, answered_by, is_sos, info, created_at FROM active_calls
         WHERE project_id = $1 AND (candidates && $2 OR answered_by = ANY($2)) ORDER BY created_at, id LIMIT $3",
    )
    .bind(project_id)
    .bind(numbers)
    .bind(MAX_CALLS)
    .fetch_all(connection)
    .await?)
}

/// Whether `list` has the call.
pub async fn is_listed(connection: &mut PgConnection, project_id: i64, numbers: &[String], id: &str) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM active_calls WHERE project_id = $1 AND id = $3 AND (candidates && $2 OR answered_by = ANY($2)))",
    )
    .bind(project_id)
    .bind(numbers)
    .bind(id)
    .fetch_one(connection)
    .await?)
}

/// Whether a call that a device began rings at one of the numbers, or was answered there.
pub async fn is_called_by_device(connection: &mut PgConnection, project_id: i64, numbers: &[String], device_id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM active_calls
             WHERE project_id = $1 AND (info->'device'->>'id')::bigint = $3 AND (candidates && $2 OR answered_by = ANY($2)))",
    )
    .bind(project_id)
    .bind(numbers)
    .bind(device_id)
    .fetch_one(connection)
    .await?)
}
