//! Tokens for programs, each with the session that it is.
use kit::Result;
use kit::listing::Permitted;
use policy::{Authorized, Caller, action, resource};
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::Named;
use super::role::RoleRow;
use crate::domain::session::RevokedSession;
use crate::domain::token::{ServiceDraft, TokenDraft};
use crate::publish;

/// Tokens that a list shows: more than may be alive, with those that have expired and are not cleaned up yet.
const MAX_LISTED: i64 = 1_000;

/// The caller's right to see themselves.
type OwnRight = Authorized<resource::User, action::View>;

const COLUMNS: &str = "t.id, t.name, t.prefix, t.scopes, t.created_at, s.expires_at, t.last_used_at, t.last_used_ip";

/// What a list shows of a token.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct TokenRow {
    pub id: i64,
    pub name: String,
    pub prefix: String,
    pub scopes: Vec<String>,
    pub created_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
    pub last_used_at: Option<OffsetDateTime>,
    pub last_used_ip: Option<String>,
}

/// A token of the project, with what it acts as.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ServiceTokenRow {
    #[sqlx(flatten)]
    pub token: TokenRow,
    pub role_id: i64,
    pub role_name: String,
    pub domains: Named,
    pub created_by: Option<i64>,
    pub created_by_name: Option<String>,
}

/// The caller's own in this project, the newest first.
pub async fn list_own(connection: &mut PgConnection, right: &OwnRight) -> Result<Vec<TokenRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM tokens t JOIN sessions s ON s.id = t.session_id
         WHERE t.project_id = $1 AND t.user_id = $2 AND NOT t.is_service AND s.revoked_at IS NULL
         ORDER BY t.created_at DESC, t.id DESC LIMIT $3"
    );
    let found = sqlx::query_as(AssertSqlSafe(sql)).bind(right.project_id()).bind(right.caller().user_id).bind(MAX_LISTED);
    Ok(found.fetch_all(connection).await?)
}

const SERVICE: &str = "u.role_id, r.name AS role_name, t.created_by, c.name AS created_by_name,
        (SELECT coalesce(json_agg(json_build_object('id', m.domain_id, 'name', coalesce(g.name, '')) ORDER BY g.name, m.domain_id), '[]')
         FROM token_domains m LEFT JOIN group_nodes g ON g.id = m.domain_id WHERE m.user_id = u.id) AS domains
    FROM tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = t.user_id JOIN roles r ON r.id = u.role_id
        LEFT JOIN users c ON c.id = t.created_by
    WHERE t.project_id = $1 AND t.is_service AND s.revoked_at IS NULL";

/// Those of the project, the newest first.
pub async fn list_service(connection: &mut PgConnection, right: &Authorized<resource::Token, action::View>) -> Result<Vec<ServiceTokenRow>> {
    let sql = format!("SELECT {COLUMNS}, {SERVICE} ORDER BY t.id DESC LIMIT $2");
    Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(right.project_id()).bind(MAX_LISTED).fetch_all(connection).await?)
}

/// The one that the caller has just created.
pub async fn find_created(connection: &mut PgConnection, right: &Authorized<resource::Token, action::Create>, id: i64) -> Result<ServiceTokenRow> {
    let sql = format!("SELECT {COLUMNS}, {SERVICE} AND t.id = $2");
    Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(right.project_id()).bind(id).fetch_one(connection).await?)
}

/// The caller's own that have not expired.
pub async fn count_own(connection: &mut PgConnection, right: &OwnRight, now: OffsetDateTime) -> Result<i64> {
    let found = sqlx::query_scalar(
        "SELECT count(*) FROM tokens t JOIN sessions s ON s.id = t.session_id
         WHERE t.project_id = $1 AND t.user_id = $2 AND NOT t.is_service AND s.revoked_at IS NULL AND s.expires_at > $3",
    );
    Ok(found.bind(right.project_id()).bind(right.caller().user_id).bind(now).fetch_one(connection).await?)
}

/// Those of the project that have not expired.
pub async fn count_service(connection: &mut PgConnection, project_id: i64, now: OffsetDateTime) -> Result<i64> {
    let found = sqlx::query_scalar(
        "SELECT count(*) FROM tokens t JOIN sessions s ON s.id = t.session_id
         WHERE t.project_id = $1 AND t.is_service AND s.revoked_at IS NULL AND s.expires_at > $2",
    );
    Ok(found.bind(project_id).bind(now).fetch_one(connection).await?)
}

/// A token to be kept: never its text.
pub struct NewToken<'a> {
    pub draft: &'a TokenDraft,
    pub hash: &'a [u8; 32],
    pub prefix: &'a str,
    pub now: OffsetDateTime,
}

/// Of the caller. Its id.
pub async fn insert_own(connection: &mut PgConnection, right: &OwnRight, new: &NewToken<'_>) -> Result<i64> {
    insert(connection, right.caller(), right.caller().user_id, false, new).await
}

/// Of the project, with the user as whom it acts. Its id.
pub async fn insert_service(
    connection: &mut PgConnection,
    right: &Authorized<resource::Token, action::Create>,
    service: &ServiceDraft,
    new: &NewToken<'_>,
) -> Result<i64> {
    let user_id: i64 = sqlx::query_scalar(
        "INSERT INTO users (project_id, role_id, name, is_active, locale, is_service, created_at, updated_at)
         SELECT p.id, $2, $3, true, p.locale, true, $4, $4 FROM projects p WHERE p.id = $1 RETURNING id",
    )
    .bind(right.project_id())
    .bind(service.role_id)
    .bind(&new.draft.name)
    .bind(new.now)
    .fetch_one(&mut *connection)
    .await?;
    let groups: Vec<i64> = service.domain_ids.iter().copied().collect();
    sqlx::query("INSERT INTO token_domains (project_id, user_id, domain_id) SELECT $1, $2, unnest($3::bigint[])")
        .bind(right.project_id())
        .bind(user_id)
        .bind(groups)
        .execute(&mut *connection)
        .await?;
    insert(connection, right.caller(), user_id, true, new).await
}

async fn insert(connection: &mut PgConnection, caller: &Caller, user_id: i64, is_service: bool, new: &NewToken<'_>) -> Result<i64> {
    let id = sqlx::query_scalar(
        "WITH made AS (
             INSERT INTO sessions (project_id, user_id, remember, ip, user_agent, created_at, refreshed_at, expires_at, is_token)
             VALUES ($1, $2, false, $3, '', $4, $4, $5, true) RETURNING id)
         INSERT INTO tokens (project_id, user_id, session_id, is_service, name, hash, prefix, scopes, created_by, created_at)
         SELECT $1, $2, made.id, $6, $7, $8, $9, $10, $11, $4 FROM made RETURNING id",
    )
    .bind(caller.project_id)
    .bind(user_id)
    .bind(&caller.ip)
    .bind(new.now)
    .bind(new.draft.expires_at)
    .bind(is_service)
    .bind(&new.draft.name)
    .bind(new.hash.as_slice())
    .bind(new.prefix)
    .bind(&new.draft.scopes)
    .bind(caller.user_id)
    .fetch_one(connection)
    .await?;
    Ok(id)
}

/// A token that was ended.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct RevokedToken {
    #[sqlx(flatten)]
    pub session: RevokedSession,
    pub token_id: i64,
    pub name: String,
}

const REVOKED: &str = "s.project_id, s.user_id, s.id, s.mobile_client_id, s.revoked_at, t.id AS token_id, t.name";

/// Ends one of the caller's own; None when there is none, or it is over already.
pub async fn revoke_own(connection: &mut PgConnection, right: &OwnRight, id: i64, now: OffsetDateTime) -> Result<Option<RevokedToken>> {
    let which = format!("NOT t.is_service AND t.user_id = {}", right.caller().user_id);
    revoke(connection, right.project_id(), &which, id, now).await
}

/// Ends one of the project; None when there is none, or it is over already.
pub async fn revoke_service(
    connection: &mut PgConnection,
    right: &Authorized<resource::Token, action::Delete>,
    id: i64,
    now: OffsetDateTime,
) -> Result<Option<RevokedToken>> {
    revoke(connection, right.project_id(), "t.is_service", id, now).await
}

/// The session's end moves up, so that it is cleaned up after as many days as others.
async fn revoke(connection: &mut PgConnection, project_id: i64, which: &str, id: i64, now: OffsetDateTime) -> Result<Option<RevokedToken>> {
    let sql = format!(
        "UPDATE sessions s SET revoked_at = $3, expires_at = least(s.expires_at, $3) FROM tokens t
         WHERE t.session_id = s.id AND t.project_id = $1 AND t.id = $2 AND {which} AND s.revoked_at IS NULL RETURNING {REVOKED}"
    );
    let revoked: Option<RevokedToken> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(id).bind(now).fetch_optional(&mut *connection).await?;
    publish::session::revoked(connection, &revoked.iter().map(|revoked| revoked.session).collect::<Vec<_>>()).await?;
    Ok(revoked)
}

/// Deletes the project's tokens that act in a role which is about to be deleted. Returns those that were alive.
pub async fn delete_of_role(
    connection: &mut PgConnection,
    role: &Permitted<RoleRow, action::Delete>,
    now: OffsetDateTime,
) -> Result<Vec<RevokedToken>> {
    let sql = format!(
        "UPDATE sessions s SET revoked_at = $3 FROM tokens t, users u
         WHERE t.session_id = s.id AND u.id = t.user_id AND u.project_id = $1 AND u.role_id = $2 AND u.is_service AND s.revoked_at IS NULL
         RETURNING {REVOKED}"
    );
    let revoked: Vec<RevokedToken> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(role.project_id()).bind(role.id).bind(now).fetch_all(&mut *connection).await?;
    publish::session::revoked(connection, &revoked.iter().map(|revoked| revoked.session).collect::<Vec<_>>()).await?;
    sqlx::query("DELETE FROM users WHERE project_id = $1 AND role_id = $2 AND is_service")
        .bind(role.project_id())
        .bind(role.id)
        .execute(connection)
        .await?;
    Ok(revoked)
}

/// The session of a token that may be used now, in whichever project. Only for transactions of the platform.
pub async fn session_of(connection: &mut PgConnection, hash: &[u8], now: OffsetDateTime) -> Result<Option<i64>> {
    let found = sqlx::query_scalar(
        "SELECT s.id FROM tokens t JOIN sessions s ON s.id = t.session_id WHERE t.hash = $1 AND s.revoked_at IS NULL AND s.expires_at > $2",
    );
    Ok(found.bind(hash).bind(now).fetch_optional(connection).await?)
}

/// Written at most once a minute, however many gateways say so. `gateway`: the service that calls.
pub async fn record_use(connection: &mut PgConnection, gateway: &Caller, session_id: i64, ip: &str, now: OffsetDateTime) -> Result<()> {
    gateway.as_service()?;
    sqlx::query(
        "UPDATE tokens SET last_used_at = $2, last_used_ip = $3
         WHERE session_id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')",
    )
    .bind(session_id)
    .bind(now)
    .bind(ip)
    .execute(connection)
    .await?;
    Ok(())
}
