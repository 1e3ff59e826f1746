//! Authenticator applications and recovery codes of accounts. Only for transactions of the platform: a project's
//! sees none of it.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::locked_account::LockedAccount;

/// The secret of an authenticator, sealed.
#[derive(sqlx::FromRow)]
pub struct Totp {
    pub secret: Vec<u8>,
    pub is_confirmed: bool,
}

/// What an account has besides its password.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Summary {
    pub totp: bool,
    pub passkeys: i64,
    pub recovery_codes: i64,
}

impl Summary {
    /// Whether signing in with the password asks for more.
    pub fn is_on(&self) -> bool {
        self.totp || self.passkeys > 0
    }

    /// As the API names them.
    pub fn methods(&self) -> Vec<String> {
        let all = [("totp", self.totp), ("passkey", self.passkeys > 0), ("recovery_code", self.recovery_codes > 0)];
        all.into_iter().filter(|(_, there)| *there).map(|(name, _)| name.to_string()).collect()
    }
}

pub async fn summary(connection: &mut PgConnection, account_id: i64) -> Result<Summary> {
    let found = sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM account_totp WHERE account_id = $1 AND confirmed_at IS NOT NULL) AS totp,
             (SELECT count(*) FROM account_passkeys WHERE account_id = $1) AS passkeys,
             (SELECT count(*) FROM account_recovery_codes WHERE account_id = $1) AS recovery_codes",
    )
    .bind(account_id)
    .fetch_one(connection)
    .await?;
    Ok(found)
}

/// Locked until the transaction ends.
pub async fn totp(connection: &mut PgConnection, account_id: i64) -> Result<Option<Totp>> {
    let found = sqlx::query_as("SELECT secret, confirmed_at IS NOT NULL AS is_confirmed FROM account_totp WHERE account_id = $1 FOR UPDATE")
        .bind(account_id)
        .fetch_optional(connection)
        .await?;
    Ok(found)
}

/// Keeps a new secret, in place of one that was never confirmed. False when one is on.
pub async fn start_totp(connection: &mut PgConnection, account: &LockedAccount, secret: &[u8], now: OffsetDateTime) -> Result<bool> {
    let done = sqlx::query(
        "INSERT INTO account_totp (account_id, secret, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, last_step = 0
         WHERE account_totp.confirmed_at IS NULL",
    )
    .bind(account.id())
    .bind(secret)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub async fn confirm_totp(connection: &mut PgConnection, account: &LockedAccount, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE account_totp SET confirmed_at = $2 WHERE account_id = $1").bind(account.id()).bind(now).execute(connection).await?;
    Ok(())
}

/// Uses up the code of a time step; false when it, or a later one, was used before.
pub async fn use_step(connection: &mut PgConnection, account: &LockedAccount, step: i64) -> Result<bool> {
    let done = sqlx::query("UPDATE account_totp SET last_step = $2 WHERE account_id = $1 AND last_step < $2")
        .bind(account.id())
        .bind(step)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// The authenticator, also one that was never confirmed, the passkeys and the recovery codes. False when none was on.
pub async fn delete_all(connection: &mut PgConnection, account: &LockedAccount) -> Result<bool> {
    let was_on = summary(connection, account.id()).await?.is_on();
    delete_totp(connection, account).await?;
    sqlx::query("DELETE FROM account_passkeys WHERE account_id = $1").bind(account.id()).execute(&mut *connection).await?;
    replace_recovery_codes(connection, account, &[]).await?;
    Ok(was_on)
}

/// False when there was none.
pub async fn delete_totp(connection: &mut PgConnection, account: &LockedAccount) -> Result<bool> {
    Ok(sqlx::query("DELETE FROM account_totp WHERE account_id = $1").bind(account.id()).execute(connection).await?.rows_affected() == 1)
}

/// In place of those before.
pub async fn replace_recovery_codes(connection: &mut PgConnection, account: &LockedAccount, hashes: &[[u8; 32]]) -> Result<()> {
    sqlx::query("DELETE FROM account_recovery_codes WHERE account_id = $1").bind(account.id()).execute(&mut *connection).await?;
    sqlx::query("INSERT INTO account_recovery_codes (account_id, hash) SELECT $1, unnest($2::bytea[])")
        .bind(account.id())
        .bind(hashes.iter().map(|hash| hash.as_slice()).collect::<Vec<_>>())
        .execute(connection)
        .await?;
    Ok(())
}

/// Uses up a code; false when it is not one of them.
pub async fn use_recovery_code(connection: &mut PgConnection, account: &LockedAccount, hash: &[u8; 32]) -> Result<bool> {
    let done = sqlx::query("DELETE FROM account_recovery_codes WHERE account_id = $1 AND hash = $2")
        .bind(account.id())
        .bind(hash.as_slice())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}
