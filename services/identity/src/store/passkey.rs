//! Passkeys of accounts. Only for transactions of the platform: a project's sees none of it.
use kit::{Error, Result};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;
use webauthn_rs::prelude::Passkey;

use super::locked_account::LockedAccount;

#[derive(sqlx::FromRow)]
pub struct PasskeyRow {
    pub id: i64,
    pub account_id: i64,
    pub name: String,
    pub credential: Json<Passkey>,
    pub created_at: OffsetDateTime,
    pub used_at: Option<OffsetDateTime>,
}

/// Those of an account, the oldest first.
pub async fn list(connection: &mut PgConnection, account_id: i64) -> Result<Vec<PasskeyRow>> {
    let found = sqlx::query_as(
        "SELECT id, account_id, name, credential, created_at, used_at FROM account_passkeys WHERE account_id = $1 ORDER BY created_at, id",
    )
    .bind(account_id)
    .fetch_all(connection)
    .await?;
    Ok(found)
}

/// By what the authenticator says; locked, so that its counter is compared and kept in one.
pub async fn lock(connection: &mut PgConnection, credential_id: &[u8]) -> Result<Option<PasskeyRow>> {
    let found =
        sqlx::query_as("SELECT id, account_id, name, credential, created_at, used_at FROM account_passkeys WHERE credential_id = $1 FOR UPDATE")
            .bind(credential_id)
            .fetch_optional(connection)
            .await?;
    Ok(found)
}

/// What authenticators know an account by.
pub async fn handle(connection: &mut PgConnection, account_id: i64) -> Result<Uuid> {
    Ok(sqlx::query_scalar("SELECT handle FROM accounts WHERE id = $1").bind(account_id).fetch_one(connection).await?)
}

pub async fn insert(
    connection: &mut PgConnection,
    account: &LockedAccount,
    name: &str,
    passkey: &Passkey,
    now: OffsetDateTime,
) -> Result<PasskeyRow> {
    let made = sqlx::query_as(
        "INSERT INTO account_passkeys (account_id, name, credential_id, credential, created_at) VALUES ($1, $2, $3, $4, $5)
         RETURNING id, account_id, name, credential, created_at, used_at",
    )
    .bind(account.id())
    .bind(name)
    .bind(passkey.cred_id().as_slice())
    .bind(Json(passkey))
    .bind(now)
    .fetch_one(connection)
    .await;
    made.map_err(|error| match kit::error::violated(&error) {
        Some("account_passkeys_credential") => Error::conflict("value not unique"),
        _ => error.into(),
    })
}

pub async fn mark_used(connection: &mut PgConnection, id: i64, passkey: &Passkey, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE account_passkeys SET credential = $2, used_at = $3 WHERE id = $1")
        .bind(id)
        .bind(Json(passkey))
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// Its name; None when the account has no such passkey.
pub async fn delete(connection: &mut PgConnection, account: &LockedAccount, id: i64) -> Result<Option<String>> {
    let deleted = sqlx::query_scalar("DELETE FROM account_passkeys WHERE account_id = $1 AND id = $2 RETURNING name");
    Ok(deleted.bind(account.id()).bind(id).fetch_optional(connection).await?)
}
