//! The authenticator application and the recovery codes of the own account.
use kit::{Error, Fields, Result};
use proto::vestibule::identity::v1 as api;
use sqlx::PgConnection;

use super::act;
use super::own_account::{self, Own};
use crate::domain::{password, recovery_code, totp};
use crate::parts::Parts;
use crate::store::account::Accounts;
use crate::store::second_factor as store;
use crate::target::Target;

/// What the secret is sealed for.
pub const PURPOSE: &str = "identity.account_totp.secret";

/// A new secret, which counts once a code has shown that the application holds it.
pub async fn start_totp(parts: &Parts, right: &Own, password: &str) -> Result<api::TotpSecret> {
    let account_id = prove(parts, right, password).await?;
    let secret = totp::generate(&parts.random)?;
    let mut tx = parts.context.database.system().await?;
    let name = Accounts::of_system(&mut tx).name(account_id).await?;
    let url = totp::url(&secret, &name)?;
    let sealed = parts.context.sealer.seal_for(PURPOSE, &secret);
    if !store::start_totp(&mut tx, account_id, &sealed, parts.context.clock.now()).await? {
        return Err(prohibited());
    }
    tx.commit().await?;
    Ok(api::TotpSecret { secret, url })
}

/// Switches it on. Wrong codes are limited as wrong passwords are.
pub async fn confirm_totp(parts: &Parts, right: &Own, code: &str) -> Result<api::RecoveryCodes> {
    let account_id = own_account::id(parts, right).await?;
    let attempt = parts.attempts.count(Target::second_factor(account_id), &right.caller().ip).await?;
    let now = parts.context.clock.now();
    let mut tx = parts.context.database.system().await?;
    let found = store::totp(&mut tx, account_id).await?.filter(|totp| !totp.is_confirmed).ok_or_else(prohibited)?;
    let secret = parts.context.sealer.open_for(PURPOSE, &found.secret).map_err(Error::internal)?;
    let Some(step) = totp::step(&secret, code.trim(), now)? else {
        parts.attempts.failed(&attempt).await?;
        return Err(Error::field("code", "invalid confirmation code"));
    };
    store::use_step(&mut tx, account_id, step).await?;
    store::confirm_totp(&mut tx, account_id, now).await?;
    let codes = new_codes(parts, &mut tx, account_id).await?;
    record(parts, &mut tx, right, "enable authenticator").await?;
    tx.commit().await?;
    parts.attempts.succeeded(attempt).await?;
    Ok(codes)
}

/// With the last second factor its recovery codes go as well.
pub async fn disable_totp(parts: &Parts, right: &Own, password: &str) -> Result<()> {
    let account_id = prove(parts, right, password).await?;
    let mut tx = parts.context.database.system().await?;
    if !store::delete_totp(&mut tx, account_id).await? {
        return Err(Error::NotFound);
    }
    forget_codes_without_factor(&mut tx, account_id).await?;
    record(parts, &mut tx, right, "disable authenticator").await?;
    Ok(tx.commit().await?)
}

/// Those before are void. Refused while there is no second factor that they could stand in for.
pub async fn renew_recovery_codes(parts: &Parts, right: &Own, password: &str) -> Result<api::RecoveryCodes> {
    let account_id = prove(parts, right, password).await?;
    let mut tx = parts.context.database.system().await?;
    if !store::summary(&mut tx, account_id).await?.is_on() {
        return Err(prohibited());
    }
    let codes = new_codes(parts, &mut tx, account_id).await?;
    record(parts, &mut tx, right, "renew recovery codes").await?;
    tx.commit().await?;
    Ok(codes)
}

pub async fn prove(parts: &Parts, right: &Own, given: &str) -> Result<i64> {
    let mut fields = Fields::new();
    fields.check(!given.is_empty(), "password", "required");
    fields.optional_text("password", Some(given), password::MAX_LENGTH);
    fields.finish()?;
    // Not "unauthenticated": the session is a good one, and would be signed out.
    let wrong = || Error::Conflict { code: "wrong_password", message: "invalid credentials".into(), data: Default::default() };
    own_account::prove(parts, right, given).await?.ok_or_else(wrong)
}

pub async fn forget_codes_without_factor(connection: &mut PgConnection, account_id: i64) -> Result<()> {
    if store::summary(connection, account_id).await?.is_on() {
        return Ok(());
    }
    store::replace_recovery_codes(connection, account_id, &[]).await
}

/// In the audit log of the project in which the caller did it.
pub async fn record(parts: &Parts, connection: &mut PgConnection, right: &Own, action: &str) -> Result<()> {
    let caller = right.caller();
    kit::audit::record(connection, &parts.context.clock, caller, act(action, caller.user_id, &caller.user_name)).await
}

async fn new_codes(parts: &Parts, connection: &mut PgConnection, account_id: i64) -> Result<api::RecoveryCodes> {
    let codes = recovery_code::generate(&parts.random)?;
    let hashes: Vec<_> = codes.iter().filter_map(|code| recovery_code::hash(code)).collect();
    store::replace_recovery_codes(connection, account_id, &hashes).await?;
    Ok(api::RecoveryCodes { codes })
}

fn prohibited() -> Error {
    Error::conflict("action prohibited")
}
