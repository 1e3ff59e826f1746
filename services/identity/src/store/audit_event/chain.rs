//! The chain of a project's audit events.
use futures::{Stream, TryStreamExt};
use kit::Result;
use sqlx::PgConnection;

use crate::domain::audit_event::{AuditEvent, ROOT};

/// The end of a chain.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct Head {
    pub sequence: i64,
    pub hash: Vec<u8>,
}

/// A link as it is stored.
#[derive(sqlx::FromRow)]
pub struct Link {
    #[sqlx(flatten)]
    pub event: AuditEvent,
    pub sequence: i64,
    pub hash: Vec<u8>,
}

/// Appends an event. The lock on the chain's end makes appends to one project follow each other.
pub async fn append(connection: &mut PgConnection, event: &AuditEvent) -> Result<()> {
    sqlx::query("INSERT INTO audit_heads (project_id, sequence, hash) VALUES ($1, 0, $2) ON CONFLICT DO NOTHING")
        .bind(event.project_id)
        .bind(ROOT.as_slice())
        .execute(&mut *connection)
        .await?;
    let head: Head = sqlx::query_as("SELECT sequence, hash FROM audit_heads WHERE project_id = $1 FOR UPDATE")
        .bind(event.project_id)
        .fetch_one(&mut *connection)
        .await?;
    let sequence = head.sequence + 1;
    let hash = event.hash(&head.hash, sequence);
    insert(connection, event, sequence, &hash).await?;
    sqlx::query("UPDATE audit_heads SET sequence = $2, hash = $3 WHERE project_id = $1")
        .bind(event.project_id)
        .bind(sequence)
        .bind(hash.as_slice())
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert(connection: &mut PgConnection, event: &AuditEvent, sequence: i64, hash: &[u8]) -> Result<()> {
    sqlx::query(
        "INSERT INTO audit_events (project_id, sequence, user_id, user_name, ip, request_id, action, resource, resource_id, resource_name,
             before, after, at, hash, token_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
    )
    .bind(event.project_id)
    .bind(sequence)
    .bind(event.user_id)
    .bind(&event.user_name)
    .bind(&event.ip)
    .bind(&event.request_id)
    .bind(&event.action)
    .bind(&event.resource)
    .bind(event.resource_id)
    .bind(&event.resource_name)
    .bind(&event.before)
    .bind(&event.after)
    .bind(event.at)
    .bind(hash)
    .bind(&event.token_name)
    .execute(connection)
    .await?;
    Ok(())
}

/// Every project that has a chain, or events without one.
pub async fn projects(connection: &mut PgConnection) -> Result<Vec<i64>> {
    let found = sqlx::query_scalar("SELECT project_id FROM audit_heads UNION SELECT project_id FROM audit_events ORDER BY 1");
    Ok(found.fetch_all(connection).await?)
}

/// The end of a project's chain; that of an empty one when it has none.
pub async fn head(connection: &mut PgConnection, project_id: i64) -> Result<Head> {
    let head = sqlx::query_as("SELECT sequence, hash FROM audit_heads WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?;
    Ok(head.unwrap_or_else(|| Head { sequence: 0, hash: ROOT.to_vec() }))
}

/// The links in order, as a stream: a chain may be long.
pub fn links(connection: &mut PgConnection, project_id: i64) -> impl Stream<Item = Result<Link>> + Send + '_ {
    sqlx::query_as(
        "SELECT project_id, sequence, user_id, user_name, ip, request_id, action, resource, resource_id, resource_name, before, after, at, hash, token_name
         FROM audit_events WHERE project_id = $1 ORDER BY sequence",
    )
    .bind(project_id)
    .fetch(connection)
    .map_err(kit::Error::from)
}
