//! Calls that are kept, as the phones see them that they wait for.
use kit::Result;
use proto::vestibule::common::v1::Ref;
use serde::Deserialize;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

/// More calls than anybody answers at once.
const MAX: i64 = 500;

#[derive(Debug, sqlx::FromRow)]
pub struct Row {
    pub id: String,
    pub r#type: String,
    pub status: String,
    pub caller: String,
    pub callee: String,
    pub answered_by: Option<String>,
    pub is_sos: bool,
    pub info: Json<Info>,
    pub created_at: OffsetDateTime,
}

/// Of the caller.
#[derive(Debug, Deserialize)]
pub struct Info {
    pub address: String,
    pub user: Option<Named>,
    pub device: Option<Named>,
}

#[derive(Debug, Deserialize)]
pub struct Named {
    id: i64,
    name: String,
}

impl From<Named> for Ref {
    fn from(named: Named) -> Self {
        Ref { id: named.id, name: named.name }
    }
}

/// Those that one of the numbers may take or has taken, the oldest first.
pub async fn of(connection: &mut PgConnection, project_id: i64, numbers: &[String]) -> Result<Vec<Row>> {
    Ok(sqlx::query_as(
        "SELECT id, type, status, caller, callee, answered_by, is_sos, info, created_at FROM speeches
         WHERE project_id = $1 AND (candidates && $2 OR answered_by = ANY($2)) ORDER BY created_at, id LIMIT $3",
    )
    .bind(project_id)
    .bind(numbers)
    .bind(MAX)
    .fetch_all(connection)
    .await?)
}

/// Whether it is one of those.
pub async fn is_of(connection: &mut PgConnection, project_id: i64, numbers: &[String], id: &str) -> Result<bool> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM speeches WHERE project_id = $1 AND id = $3 AND (candidates && $2 OR answered_by = ANY($2)))")
        .bind(project_id)
        .bind(numbers)
        .bind(id)
        .fetch_one(connection)
        .await?)
}
