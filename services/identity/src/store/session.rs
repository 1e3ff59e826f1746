//! Sessions.
use kit::{Result, outbox};
use proto::vestibule::events::v1::SessionRevoked;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::project::Project;
use super::role::permissions_of;
use crate::signal::Changed;

pub const TOPIC: &str = "identity.session.revoked";
/// Projects that one account signs in to at once.
const MAX_PROJECTS: i64 = 100;
/// Rows that one run of the clean-up removes.
const CLEAN_UP: i64 = 5_000;

/// Who may sign in to which project.
#[derive(sqlx::FromRow)]
pub struct Member {
    pub user_id: i64,
    pub user_name: String,
    #[sqlx(flatten)]
    pub project: Project,
}

/// The active users of an account, in projects that are not suspended.
pub async fn members(connection: &mut PgConnection, account_id: i64) -> Result<Vec<Member>> {
    let found = sqlx::query_as(
        "SELECT u.id AS user_id, u.name AS user_name, p.id, p.uid, p.name, p.description
         FROM users u JOIN projects p ON p.id = u.project_id
         WHERE u.account_id = $1 AND u.is_active AND NOT p.suspended ORDER BY p.name, p.id LIMIT $2",
    )
    .bind(account_id)
    .bind(MAX_PROJECTS)
    .fetch_all(connection)
    .await?;
    Ok(found)
}

/// What is known of a session when it begins.
pub struct NewSession<'a> {
    pub project_id: i64,
    pub user_id: i64,
    pub remember: bool,
    pub ip: &'a str,
    pub user_agent: &'a str,
    pub now: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

pub async fn insert(connection: &mut PgConnection, session: &NewSession<'_>) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO sessions (project_id, user_id, remember, ip, user_agent, created_at, refreshed_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7) RETURNING id",
    )
    .bind(session.project_id)
    .bind(session.user_id)
    .bind(session.remember)
    .bind(session.ip)
    .bind(session.user_agent)
    .bind(session.now)
    .bind(session.expires_at)
    .fetch_one(connection)
    .await?;
    Ok(id)
}

pub async fn mark_refreshed(connection: &mut PgConnection, id: i64, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE sessions SET refreshed_at = $2 WHERE id = $1").bind(id).bind(now).execute(connection).await?;
    Ok(())
}

/// What a live session may do.
#[derive(sqlx::FromRow)]
pub struct Live {
    pub id: i64,
    pub project_id: i64,
    pub user_id: i64,
    pub role_id: i64,
    pub user_name: String,
    pub locale: String,
    pub is_administrator: bool,
    permissions: Vec<String>,
    pub domain_ids: Vec<i64>,
    pub expires_at: OffsetDateTime,
}

impl Live {
    pub fn permissions(&self) -> Vec<String> {
        permissions_of(self.is_administrator, &self.permissions).iter().map(|permission| permission.code().to_string()).collect()
    }
}

/// None when it is over or revoked, its user is not active, or its project is suspended.
pub async fn live(connection: &mut PgConnection, id: i64, now: OffsetDateTime) -> Result<Option<Live>> {
    let found = sqlx::query_as(
        "SELECT s.id, s.project_id, s.user_id, u.role_id, u.name AS user_name, u.locale, r.is_administrator, r.permissions, s.expires_at,
             ARRAY(SELECT m.domain_id FROM user_domains m WHERE m.user_id = u.id ORDER BY m.domain_id) AS domain_ids
         FROM sessions s JOIN users u ON u.id = s.user_id JOIN roles r ON r.id = u.role_id JOIN projects p ON p.id = s.project_id
         WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2 AND u.is_active AND NOT p.suspended",
    )
    .bind(id)
    .bind(now)
    .fetch_optional(connection)
    .await?;
    Ok(found)
}

/// A session that was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Revoked {
    pub project_id: i64,
    pub user_id: i64,
    pub id: i64,
}

impl From<Revoked> for Changed {
    fn from(revoked: Revoked) -> Self {
        Changed::SessionId(revoked.id)
    }
}

/// Ends one session of a user; an empty answer when it is over already.
pub async fn revoke(connection: &mut PgConnection, project_id: i64, user_id: i64, id: i64, now: OffsetDateTime) -> Result<Vec<Revoked>> {
    let revoked: Vec<Revoked> = sqlx::query_as(
        "UPDATE sessions SET revoked_at = $4 WHERE project_id = $1 AND user_id = $2 AND id = $3 AND revoked_at IS NULL
         RETURNING project_id, user_id, id",
    )
    .bind(project_id)
    .bind(user_id)
    .bind(id)
    .bind(now)
    .fetch_all(&mut *connection)
    .await?;
    announce(connection, &revoked).await?;
    Ok(revoked)
}

/// Ends every session of a user.
pub async fn revoke_all(connection: &mut PgConnection, project_id: i64, user_id: i64, now: OffsetDateTime) -> Result<Vec<Revoked>> {
    let revoked: Vec<Revoked> = sqlx::query_as(
        "UPDATE sessions SET revoked_at = $3 WHERE project_id = $1 AND user_id = $2 AND revoked_at IS NULL RETURNING project_id, user_id, id",
    )
    .bind(project_id)
    .bind(user_id)
    .bind(now)
    .fetch_all(&mut *connection)
    .await?;
    announce(connection, &revoked).await?;
    Ok(revoked)
}

/// Tells the other services of ended sessions.
pub async fn announce(connection: &mut PgConnection, revoked: &[Revoked]) -> Result<()> {
    for session in revoked {
        let event = SessionRevoked { project_id: session.project_id, user_id: session.user_id, session_id: session.id };
        outbox::emit(connection, session.project_id, TOPIC, &format!("session:{}", session.id), &event).await?;
    }
    Ok(())
}

/// Removes sessions that ended before `before`, with their tokens. Returns how many; a full batch means there may be more.
pub async fn clean_up(connection: &mut PgConnection, before: OffsetDateTime) -> Result<u64> {
    let done = sqlx::query("DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)")
        .bind(before)
        .bind(CLEAN_UP)
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}
