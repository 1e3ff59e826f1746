//! Mobile clients: installations of the application in which a user is signed in.
use kit::Result;
use policy::{Authorized, action, resource};
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;

use super::user::LISTING;
use crate::domain::mobile_client::MobileClient;
use crate::domain::session::RevokedSession;
use crate::publish;

/// Mobile clients of one user.
const MAX_CLIENTS: i64 = 100;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MobileClientRow {
    pub id: i64,
    pub platform: String,
    pub info: String,
    pub vendor_id: String,
    pub auth_at: OffsetDateTime,
}

/// The session that a client has begun.
pub struct ClientSession {
    pub id: i64,
    pub project_id: i64,
    pub user_id: i64,
    pub now: OffsetDateTime,
}

/// Keeps the client with which a session began; signing in again with the same installation replaces what is known of
/// it and ends the session that it had.
pub async fn attach(connection: &mut PgConnection, session: &ClientSession, client: &MobileClient) -> Result<Vec<RevokedSession>> {
    let ClientSession { id: session_id, project_id, user_id, now } = *session;
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO mobile_clients (project_id, user_id, platform, info, vendor_id, auth_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $6)
         ON CONFLICT (user_id, vendor_id) DO UPDATE SET platform = excluded.platform, info = excluded.info, auth_at = excluded.auth_at
         RETURNING id",
    )
    .bind(project_id)
    .bind(user_id)
    .bind(&client.platform)
    .bind(&client.info)
    .bind(&client.vendor_id)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    let mut replaced = end_sessions(connection, project_id, user_id, id, now).await?;
    // It stays signed in, by the new session.
    replaced.iter_mut().for_each(|session| session.mobile_client_id = None);
    publish::session::revoked(connection, &replaced).await?;
    sqlx::query("UPDATE sessions SET mobile_client_id = $3 WHERE project_id = $1 AND id = $2")
        .bind(project_id)
        .bind(session_id)
        .bind(id)
        .execute(connection)
        .await?;
    Ok(replaced)
}

/// Those of a user who are signed in, the newest first. Whoever sees the user sees them.
pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::View>,
    user_id: i64,
    now: OffsetDateTime,
) -> Result<Vec<MobileClientRow>> {
    let found = sqlx::query_as(
        "SELECT c.id, c.platform, c.info, c.vendor_id, c.auth_at FROM mobile_clients c
         WHERE c.project_id = $1 AND c.user_id = $2
           AND EXISTS (SELECT 1 FROM sessions s WHERE s.mobile_client_id = c.id AND s.revoked_at IS NULL AND s.expires_at > $3)
         ORDER BY c.auth_at DESC, c.id DESC LIMIT $4",
    )
    .bind(right.project_id())
    .bind(user_id)
    .bind(now)
    .bind(MAX_CLIENTS)
    .fetch_all(connection)
    .await?;
    Ok(found)
}

/// Those who are signed in, of the users whom the caller sees in a group and below it.
pub async fn count_within(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::View>,
    group_id: i64,
    now: OffsetDateTime,
) -> Result<i64> {
    let mut sql = QueryBuilder::new(
        "SELECT count(*) FROM mobile_clients c JOIN users u ON u.id = c.user_id
         WHERE EXISTS (SELECT 1 FROM sessions s WHERE s.mobile_client_id = c.id AND s.revoked_at IS NULL AND s.expires_at > ",
    );
    sql.push_bind(now).push(") AND c.project_id = ").push_bind(right.project_id());
    sql.push(
        " AND EXISTS (SELECT 1 FROM user_domains f JOIN group_closure g ON g.descendant_id = f.domain_id WHERE f.user_id = u.id AND g.ancestor_id = ",
    );
    sql.push_bind(group_id).push(") AND ").push(LISTING.filter);
    LISTING.push_scope(&mut sql, right.scope());
    Ok(sql.build_query_scalar().fetch_one(connection).await?)
}

/// One of a user's; None when there is no such one.
pub async fn find(connection: &mut PgConnection, project_id: i64, user_id: i64, id: i64) -> Result<Option<MobileClientRow>> {
    let found =
        sqlx::query_as("SELECT id, platform, info, vendor_id, auth_at FROM mobile_clients WHERE project_id = $1 AND user_id = $2 AND id = $3");
    Ok(found.bind(project_id).bind(user_id).bind(id).fetch_optional(connection).await?)
}

/// Ends its sessions and forgets it.
pub async fn delete(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::Edit>,
    user_id: i64,
    id: i64,
    now: OffsetDateTime,
) -> Result<Vec<RevokedSession>> {
    let revoked = end_sessions(connection, right.project_id(), user_id, id, now).await?;
    publish::session::revoked(connection, &revoked).await?;
    sqlx::query("DELETE FROM mobile_clients WHERE project_id = $1 AND user_id = $2 AND id = $3")
        .bind(right.project_id())
        .bind(user_id)
        .bind(id)
        .execute(connection)
        .await?;
    Ok(revoked)
}

async fn end_sessions(connection: &mut PgConnection, project_id: i64, user_id: i64, id: i64, now: OffsetDateTime) -> Result<Vec<RevokedSession>> {
    let revoked = sqlx::query_as(
        "UPDATE sessions SET revoked_at = $4 WHERE project_id = $1 AND user_id = $2 AND mobile_client_id = $3 AND revoked_at IS NULL
         RETURNING project_id, user_id, id, mobile_client_id, revoked_at",
    )
    .bind(project_id)
    .bind(user_id)
    .bind(id)
    .bind(now)
    .fetch_all(connection)
    .await?;
    Ok(revoked)
}
