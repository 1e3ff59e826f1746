//! Settings and whitelist of IP blocking. Only for transactions of the platform: they belong to the installation.
use ipnet::IpNet;
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::ip_blocking::Blocking;

/// Entries of the whitelist.
const MAX_ENTRIES: i64 = 500;

/// None: the defaults hold.
pub async fn find(connection: &mut PgConnection) -> Result<Option<Blocking>> {
    let found = sqlx::query_as("SELECT is_enabled, max_failures, window_seconds, ban_seconds FROM ip_blocking");
    Ok(found.fetch_optional(connection).await?)
}

type EditRight = Authorized<resource::IpBlocking, action::Edit>;

/// The settings are the installation's: the right says no more than that the caller may change them.
pub async fn save(connection: &mut PgConnection, _right: &EditRight, blocking: &Blocking) -> Result<()> {
    sqlx::query(
        "INSERT INTO ip_blocking (is_enabled, max_failures, window_seconds, ban_seconds) VALUES ($1, $2, $3, $4)
         ON CONFLICT (is_only) DO UPDATE SET is_enabled = $1, max_failures = $2, window_seconds = $3, ban_seconds = $4",
    )
    .bind(blocking.is_enabled)
    .bind(blocking.max_failures)
    .bind(blocking.window_seconds)
    .bind(blocking.ban_seconds)
    .execute(connection)
    .await?;
    Ok(())
}

/// Changes to settings and whitelist follow each other until the transaction ends.
pub async fn lock(connection: &mut PgConnection) -> Result<()> {
    sqlx::query("SELECT pg_advisory_xact_lock(hashtext('ip_blocking'))").execute(connection).await?;
    Ok(())
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct EntryRow {
    pub id: i64,
    pub network: String,
    pub description: Option<String>,
    pub created_at: OffsetDateTime,
}

pub async fn whitelist(connection: &mut PgConnection) -> Result<Vec<EntryRow>> {
    let found = sqlx::query_as("SELECT id, network, description, created_at FROM ip_whitelist ORDER BY created_at DESC, id DESC LIMIT $1");
    Ok(found.bind(MAX_ENTRIES).fetch_all(connection).await?)
}

/// The lock must be held: see `lock`.
pub async fn insert(
    connection: &mut PgConnection,
    _right: &EditRight,
    network: IpNet,
    description: Option<&str>,
    now: OffsetDateTime,
) -> Result<EntryRow> {
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM ip_whitelist").fetch_one(&mut *connection).await?;
    if count >= MAX_ENTRIES {
        return Err(Error::conflict("action prohibited"));
    }
    let made = sqlx::query_as(
        "INSERT INTO ip_whitelist (network, description, created_at) VALUES ($1, $2, $3) RETURNING id, network, description, created_at",
    )
    .bind(network.to_string())
    .bind(description)
    .bind(now)
    .fetch_one(connection)
    .await;
    made.map_err(|error| match kit::error::violated(&error) {
        Some("ip_whitelist_network") => Error::field("address", "value must be unique"),
        _ => error.into(),
    })
}

pub async fn delete(connection: &mut PgConnection, _right: &EditRight, id: i64) -> Result<EntryRow> {
    let deleted = sqlx::query_as("DELETE FROM ip_whitelist WHERE id = $1 RETURNING id, network, description, created_at");
    deleted.bind(id).fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// A user that an attempt was for.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AttemptedUser {
    pub project_id: i64,
    pub user_id: i64,
    pub user_name: String,
}

/// At most as many as an attempt is recorded for: the projects that an account signs in to at once.
const MAX_USERS: i64 = 100;

pub async fn account_of_email(connection: &mut PgConnection, email: &str) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM accounts WHERE lower(email) = lower($1)").bind(email).fetch_optional(connection).await?)
}

/// Of a link that is good, or was until lately.
pub async fn account_of_recovery(connection: &mut PgConnection, hash: &[u8; 32]) -> Result<Option<i64>> {
    let found = sqlx::query_scalar("SELECT account_id FROM password_recoveries WHERE hash = $1");
    Ok(found.bind(hash.as_slice()).fetch_optional(connection).await?)
}

pub async fn account_of_passkey(connection: &mut PgConnection, credential_id: &[u8]) -> Result<Option<i64>> {
    let found = sqlx::query_scalar("SELECT account_id FROM account_passkeys WHERE credential_id = $1");
    Ok(found.bind(credential_id).fetch_optional(connection).await?)
}

/// Of an invitation that is good, or was until lately.
pub async fn user_of_invitation(connection: &mut PgConnection, hash: &[u8; 32]) -> Result<Option<i64>> {
    let found = sqlx::query_scalar("SELECT user_id FROM invitations WHERE hash = $1");
    Ok(found.bind(hash.as_slice()).fetch_optional(connection).await?)
}

pub async fn project_of_provider(connection: &mut PgConnection, id: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar("SELECT project_id FROM identity_providers WHERE id = $1").bind(id).fetch_optional(connection).await?)
}

pub async fn users_of_account(connection: &mut PgConnection, account_id: i64) -> Result<Vec<AttemptedUser>> {
    let found = sqlx::query_as("SELECT project_id, id AS user_id, name AS user_name FROM users WHERE account_id = $1 ORDER BY id LIMIT $2");
    Ok(found.bind(account_id).bind(MAX_USERS).fetch_all(connection).await?)
}

pub async fn user_by_id(connection: &mut PgConnection, user_id: i64) -> Result<Vec<AttemptedUser>> {
    let found = sqlx::query_as("SELECT project_id, id AS user_id, name AS user_name FROM users WHERE id = $1");
    Ok(found.bind(user_id).fetch_all(connection).await?)
}
