//! Brokers of projects.
use kit::Result;
use policy::{Authorized, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::project_broker::ProjectBrokerDraft;

const COLUMNS: &str = "b.id, b.project_id, b.url, b.login, b.password, b.manages_users, b.certificate, b.private_key, b.authority";

#[derive(Clone, sqlx::FromRow)]
pub struct ProjectBrokerRow {
    pub id: i64,
    pub project_id: i64,
    pub url: String,
    pub login: String,
    /// Sealed.
    pub password: Vec<u8>,
    pub manages_users: bool,
    pub certificate: String,
    /// Sealed.
    pub private_key: Vec<u8>,
    pub authority: Option<String>,
}

/// The one that the devices of the project have moved to last.
pub async fn find_current(connection: &mut PgConnection, project_id: i64) -> Result<Option<ProjectBrokerRow>> {
    find_by(connection, "JOIN broker_rollouts r ON r.broker_id = b.id WHERE r.project_id = $1", project_id).await
}

pub async fn find(connection: &mut PgConnection, id: i64) -> Result<Option<ProjectBrokerRow>> {
    find_by(connection, "WHERE b.id = $1", id).await
}

async fn find_by(connection: &mut PgConnection, condition: &'static str, id: i64) -> Result<Option<ProjectBrokerRow>> {
    let statement = format!("SELECT {COLUMNS} FROM project_brokers b {condition}");
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(statement)).bind(id).fetch_optional(connection).await?)
}

/// Those over which a device may come. For the platform itself, over all projects.
pub async fn list_used(connection: &mut PgConnection) -> Result<Vec<ProjectBrokerRow>> {
    let statement = format!("SELECT {COLUMNS} FROM project_brokers b ORDER BY b.id");
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(statement)).fetch_all(connection).await?)
}

/// `password` and `private_key` are sealed.
pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::ProjectSettings, action::Edit>,
    draft: &ProjectBrokerDraft,
    (password, private_key): (&[u8], &[u8]),
    now: OffsetDateTime,
) -> Result<i64> {
    Ok(sqlx::query_scalar(
        "INSERT INTO project_brokers (project_id, url, login, password, manages_users, certificate, private_key, authority, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, nullif($8, ''), $9) RETURNING id",
    )
    .bind(right.project_id())
    .bind(&draft.url)
    .bind(&draft.login)
    .bind(password)
    .bind(draft.manages_users)
    .bind(&draft.certificate)
    .bind(private_key)
    .bind(&draft.authority)
    .bind(now)
    .fetch_one(connection)
    .await?)
}
