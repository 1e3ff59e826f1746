//! Sessions.
use kit::Result;
use kit::listing::Permitted;
use policy::Caller;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;
use uuid::Uuid;

use super::mobile_client::MobileClientRow;
use super::project::ProjectHead;
use super::role::permissions_of;
use super::user::UserRow;
use crate::domain::session::RevokedSession;
use crate::domain::token::TokenScopes;
use crate::publish;

/// Projects that one account signs in to at once.
const MAX_PROJECTS: i64 = 100;
/// Sessions that their owner is shown.
const MAX_OWN_SESSIONS: i64 = 500;

/// Who may sign in to which project.
#[derive(sqlx::FromRow)]
pub struct Member {
    pub user_id: i64,
    pub user_name: String,
    #[sqlx(flatten)]
    pub project: ProjectHead,
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
    /// What opened it: the same for every project of an account.
    pub sign_in: Uuid,
    /// See `Live::dealer_id`.
    pub is_by_provider: bool,
    pub now: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

pub async fn insert(connection: &mut PgConnection, session: &NewSession<'_>) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO sessions (project_id, user_id, remember, ip, user_agent, created_at, refreshed_at, expires_at, sign_in, is_by_provider)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9) RETURNING id",
    )
    .bind(session.project_id)
    .bind(session.user_id)
    .bind(session.remember)
    .bind(session.ip)
    .bind(session.user_agent)
    .bind(session.now)
    .bind(session.expires_at)
    .bind(session.sign_in)
    .bind(session.is_by_provider)
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
    /// 0 for none, for a token, and for a session that a project's provider opened: a project does not choose who is a dealer.
    pub dealer_id: i64,
    pub is_support: bool,
    pub expires_at: OffsetDateTime,
    /// 0 for a sign-in.
    pub token_id: i64,
    pub token_name: String,
    scopes: Vec<String>,
    /// The application of the session is over the count of the licence.
    pub is_suspended: bool,
    /// It is that of a mobile app.
    pub is_mobile_app: bool,
}

impl Live {
    /// Those of the role, as far as the token's scopes go.
    pub fn permissions(&self) -> Vec<String> {
        let permissions = permissions_of(self.is_administrator, &self.permissions);
        let left = if self.token_id == 0 { permissions } else { self.scopes().narrow(&permissions) };
        left.iter().map(|permission| permission.code().to_string()).collect()
    }

    pub fn is_token_limited(&self) -> bool {
        self.token_id != 0 && self.scopes().is_limited()
    }

    pub fn is_token_without_own(&self) -> bool {
        self.token_id != 0 && !self.scopes().views_own()
    }

    fn scopes(&self) -> TokenScopes {
        TokenScopes::from_stored(&self.scopes)
    }
}

/// None when it is over or revoked, its user is not active, or its project is suspended.
pub async fn live(connection: &mut PgConnection, id: i64, now: OffsetDateTime) -> Result<Option<Live>> {
    let found = sqlx::query_as(
        "SELECT s.id, s.project_id, s.user_id, u.role_id, u.name AS user_name, u.locale, r.is_administrator, r.permissions, s.expires_at,
             CASE WHEN s.is_by_provider OR s.is_token THEN 0 ELSE coalesce(d.dealer_id, 0) END AS dealer_id, u.is_support,
             ARRAY(SELECT m.domain_id FROM user_domains m WHERE m.user_id = u.id
                   UNION SELECT g.domain_id FROM token_domains g WHERE g.user_id = u.id ORDER BY domain_id) AS domain_ids,
             coalesce(t.id, 0) AS token_id, coalesce(t.name, '') AS token_name, coalesce(t.scopes, '{}') AS scopes,
             EXISTS (SELECT 1 FROM license_suspended x WHERE x.item_id = s.mobile_client_id) AS is_suspended,
             s.mobile_client_id IS NOT NULL AS is_mobile_app
         FROM sessions s JOIN users u ON u.id = s.user_id JOIN roles r ON r.id = u.role_id JOIN projects p ON p.id = s.project_id
             LEFT JOIN dealer_accounts d ON d.account_id = u.account_id LEFT JOIN tokens t ON t.session_id = s.id
         WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2 AND u.is_active AND NOT p.suspended
             AND s.is_token = (t.id IS NOT NULL)",
    )
    .bind(id)
    .bind(now)
    .fetch_optional(connection)
    .await?;
    Ok(found)
}

/// Ends one session of a user; an empty answer when it is over already.
pub async fn revoke(connection: &mut PgConnection, project_id: i64, user_id: i64, id: i64, now: OffsetDateTime) -> Result<Vec<RevokedSession>> {
    let revoked: Vec<RevokedSession> = sqlx::query_as(
        "UPDATE sessions SET revoked_at = $4 WHERE project_id = $1 AND user_id = $2 AND id = $3 AND revoked_at IS NULL
         RETURNING project_id, user_id, id, mobile_client_id, revoked_at",
    )
    .bind(project_id)
    .bind(user_id)
    .bind(id)
    .bind(now)
    .fetch_all(&mut *connection)
    .await?;
    publish::session::revoked(connection, &revoked).await?;
    Ok(revoked)
}

/// The owner of sessions: an account with all of its users, or a user without account.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    pub account_id: Option<i64>,
    pub user_id: i64,
}

/// The users of an `Owner`, who is $1 and $2.
const OWN: &str = "s.user_id IN (SELECT own.id FROM users own WHERE own.account_id = $1 UNION SELECT $2)";

/// A session as its owner sees it.
#[derive(sqlx::FromRow)]
pub struct OwnSessionRow {
    pub id: i64,
    pub project_id: i64,
    pub project_name: String,
    pub ip: String,
    pub user_agent: String,
    pub created_at: OffsetDateTime,
    pub refreshed_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
    client_id: Option<i64>,
    platform: Option<String>,
    info: Option<String>,
    vendor_id: Option<String>,
    auth_at: Option<OffsetDateTime>,
}

impl OwnSessionRow {
    /// The installation of the mobile application that it belongs to.
    pub fn mobile_client(&self) -> Option<MobileClientRow> {
        Some(MobileClientRow {
            id: self.client_id?,
            platform: self.platform.clone()?,
            info: self.info.clone()?,
            vendor_id: self.vendor_id.clone()?,
            auth_at: self.auth_at?,
        })
    }
}

/// The live ones, the newest first. Only for transactions of the platform, as the two that follow: a project's sees its own.
pub async fn own(connection: &mut PgConnection, owner: Owner, now: OffsetDateTime) -> Result<Vec<OwnSessionRow>> {
    let sql = format!(
        "SELECT s.id, s.project_id, p.name AS project_name, s.ip, s.user_agent, s.created_at, s.refreshed_at, s.expires_at,
             c.id AS client_id, c.platform, c.info, c.vendor_id, c.auth_at
         FROM sessions s JOIN projects p ON p.id = s.project_id LEFT JOIN mobile_clients c ON c.id = s.mobile_client_id
         WHERE {OWN} AND NOT s.is_token AND s.revoked_at IS NULL AND s.expires_at > $3 ORDER BY s.created_at DESC, s.id DESC LIMIT $4"
    );
    let found = sqlx::query_as(AssertSqlSafe(sql)).bind(owner.account_id).bind(owner.user_id).bind(now).bind(MAX_OWN_SESSIONS);
    Ok(found.fetch_all(connection).await?)
}

/// A session that its owner ended, and what they are called in its project.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OwnRevoked {
    #[sqlx(flatten)]
    pub session: RevokedSession,
    pub user_name: String,
}

/// Ends one; an empty answer when it is over already.
pub async fn revoke_own(connection: &mut PgConnection, owner: Owner, id: i64, now: OffsetDateTime) -> Result<Vec<OwnRevoked>> {
    end_own(connection, owner, "s.id = $4 AND NOT s.is_token", id, now).await
}

/// Ends every one but this and those that were opened with it; tokens for programs, which are no sign-ins, with `and_tokens` only.
pub async fn revoke_others(connection: &mut PgConnection, owner: Owner, but: i64, and_tokens: bool, now: OffsetDateTime) -> Result<Vec<OwnRevoked>> {
    const SIGN_INS: &str = "NOT s.is_token AND s.id <> $4 AND s.expires_at > $3
        AND NOT EXISTS (SELECT 1 FROM sessions this WHERE this.id = $4 AND this.sign_in = s.sign_in)";
    const ALL: &str = "s.id <> $4 AND s.expires_at > $3
        AND NOT EXISTS (SELECT 1 FROM sessions this WHERE this.id = $4 AND this.sign_in = s.sign_in)";
    if and_tokens {
        lock_users(connection, owner.account_id, owner.user_id).await?;
    }
    end_own(connection, owner, if and_tokens { ALL } else { SIGN_INS }, but, now).await
}

/// Locks the users of an account, or one, until the transaction ends. Whoever makes a token has locked its user. Only for transactions of
/// the platform.
pub async fn lock_users(connection: &mut PgConnection, account_id: Option<i64>, user_id: i64) -> Result<()> {
    sqlx::query("SELECT FROM users WHERE account_id = $1 OR id = $2 ORDER BY id FOR NO KEY UPDATE")
        .bind(account_id)
        .bind(user_id)
        .execute(connection)
        .await?;
    Ok(())
}

async fn end_own(connection: &mut PgConnection, owner: Owner, which: &'static str, id: i64, now: OffsetDateTime) -> Result<Vec<OwnRevoked>> {
    let sql = format!(
        "UPDATE sessions s SET revoked_at = $3 FROM users u WHERE u.id = s.user_id AND {OWN} AND s.revoked_at IS NULL AND {which}
         RETURNING s.project_id, s.user_id, s.id, s.mobile_client_id, s.revoked_at, u.name AS user_name"
    );
    let ended = sqlx::query_as(AssertSqlSafe(sql)).bind(owner.account_id).bind(owner.user_id).bind(now).bind(id);
    let revoked: Vec<OwnRevoked> = ended.fetch_all(&mut *connection).await?;
    publish::session::revoked(connection, &revoked.iter().map(|revoked| revoked.session).collect::<Vec<_>>()).await?;
    Ok(revoked)
}

/// How the caller has signed in.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct OwnSignIn {
    pub opened_at: OffsetDateTime,
    pub is_by_provider: bool,
}

/// None for a token.
pub async fn own_sign_in(connection: &mut PgConnection, caller: &Caller) -> Result<Option<OwnSignIn>> {
    let found = sqlx::query_as(
        "SELECT created_at AS opened_at, is_by_provider FROM sessions WHERE project_id = $1 AND user_id = $2 AND id = $3 AND NOT is_token",
    );
    Ok(found.bind(caller.project_id).bind(caller.user_id).bind(caller.session_id).fetch_optional(connection).await?)
}

/// Whether the caller is still signed in. Nobody ends the session until the transaction is over.
pub async fn hold_own(connection: &mut PgConnection, caller: &Caller, now: OffsetDateTime) -> Result<bool> {
    let found: Option<i64> = sqlx::query_scalar(
        "SELECT id FROM sessions WHERE project_id = $1 AND user_id = $2 AND id = $3 AND NOT is_token AND revoked_at IS NULL AND expires_at > $4
         FOR SHARE",
    )
    .bind(caller.project_id)
    .bind(caller.user_id)
    .bind(caller.session_id)
    .bind(now)
    .fetch_optional(connection)
    .await?;
    Ok(found.is_some())
}

/// Ends every session of a user, and every token.
pub async fn revoke_all<A>(connection: &mut PgConnection, user: &Permitted<UserRow, A>, now: OffsetDateTime) -> Result<Vec<RevokedSession>> {
    end_all(connection, user.project_id(), user.id, now).await
}

/// Ends every session of the caller in this project.
pub async fn revoke_all_own(connection: &mut PgConnection, caller: &Caller, now: OffsetDateTime) -> Result<Vec<RevokedSession>> {
    end_all(connection, caller.project_id, caller.user_id, now).await
}

async fn end_all(connection: &mut PgConnection, project_id: i64, user_id: i64, now: OffsetDateTime) -> Result<Vec<RevokedSession>> {
    let revoked: Vec<RevokedSession> = sqlx::query_as(
        "UPDATE sessions SET revoked_at = $3 WHERE project_id = $1 AND user_id = $2 AND revoked_at IS NULL RETURNING project_id, user_id, id, mobile_client_id, revoked_at",
    )
    .bind(project_id)
    .bind(user_id)
    .bind(now)
    .fetch_all(&mut *connection)
    .await?;
    publish::session::revoked(connection, &revoked).await?;
    Ok(revoked)
}

/// Ends every session of a project. Its tokens are refused while it is suspended, and go on afterwards.
pub async fn revoke_project(connection: &mut PgConnection, project_id: i64, now: OffsetDateTime) -> Result<()> {
    let revoked: Vec<RevokedSession> = sqlx::query_as(
        "UPDATE sessions SET revoked_at = $2 WHERE project_id = $1 AND NOT is_token AND revoked_at IS NULL AND expires_at > $2 RETURNING project_id, user_id, id, mobile_client_id, revoked_at",
    )
    .bind(project_id)
    .bind(now)
    .fetch_all(&mut *connection)
    .await?;
    publish::session::revoked(connection, &revoked).await
}
