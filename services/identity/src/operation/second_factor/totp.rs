//! The authenticator application and the recovery codes of the own account.
use kit::{Error, Fields, Result};
use proto::vestibule::identity::v1 as api;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::{password, recovery_code, totp};
use crate::operation::audit;
use crate::operation::profile::account::{self, OwnAccount, ProvedAccount};
use crate::operation::session::own;
use crate::store::account::Accounts;
use crate::store::locked_account::LockedAccount;
use crate::store::second_factor as store;

/// What the secret is sealed for.
pub const PURPOSE: &str = "identity.account_totp.secret";

/// A new secret, which counts once a code has shown that the application holds it.
pub async fn start_totp(app: &App, right: &OwnAccount, password: &str) -> Result<api::TotpSecret> {
    let account_id = prove(app, right, password).await?;
    require_held(app, account_id).await?;
    let secret = totp::generate(&app.random)?;
    let mut tx = app.context.database.system().await?;
    let account = Accounts::from_system(&mut tx).lock(account_id).await?;
    let name = Accounts::from_system(&mut tx).name(account_id).await?;
    let url = totp::url(&secret, &name)?;
    let sealed = app.context.sealer.seal_for(PURPOSE, &secret);
    if !store::start_totp(&mut tx, &account, &sealed, app.context.clock.now()).await? {
        return Err(prohibited());
    }
    tx.commit().await?;
    Ok(api::TotpSecret { secret, url })
}

/// Switches it on, and ends the other sessions. Wrong codes are limited as wrong passwords are.
pub async fn confirm_totp(app: &App, right: &OwnAccount, code: &str) -> Result<api::RecoveryCodes> {
    let account_id = account::id(app, right).await?;
    let owner = own::owner(app, right).await?;
    let attempt = app.attempts.count(AttemptTarget::second_factor(account_id), &right.caller().ip).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let account = Accounts::from_system(&mut tx).lock(account_id).await?;
    if !Accounts::from_system(&mut tx).is_held(account_id).await? {
        return Err(prohibited());
    }
    let found = store::totp(&mut tx, account_id).await?.filter(|totp| !totp.is_confirmed).ok_or_else(prohibited)?;
    let secret = app.context.sealer.open_for(PURPOSE, &found.secret).map_err(Error::internal)?;
    let Some(step) = totp::step(&secret, code.trim(), now)? else {
        app.attempts.failed(&attempt).await?;
        return Err(Error::field("code", "invalid confirmation code"));
    };
    store::use_step(&mut tx, &account, step).await?;
    store::confirm_totp(&mut tx, &account, now).await?;
    let codes = new_codes(app, &mut tx, &account).await?;
    record(app, &mut tx, right, "enable authenticator").await?;
    let ended = own::end_others(app, &mut tx, right, owner).await?;
    tx.commit().await?;
    own::push_changes(app, &ended).await;
    app.attempts.succeeded(attempt).await?;
    Ok(codes)
}

/// With the last second factor its recovery codes go as well.
pub async fn disable_totp(app: &App, right: &OwnAccount, password: &str) -> Result<()> {
    let account_id = prove(app, right, password).await?;
    let mut tx = app.context.database.system().await?;
    let account = Accounts::from_system(&mut tx).lock(account_id).await?;
    if !store::delete_totp(&mut tx, &account).await? {
        return Err(Error::NotFound);
    }
    forget_codes_without_factor(&mut tx, &account).await?;
    record(app, &mut tx, right, "disable authenticator").await?;
    Ok(tx.commit().await?)
}

/// Those before are void. Refused while there is no second factor that they could stand in for.
pub async fn renew_recovery_codes(app: &App, right: &OwnAccount, password: &str) -> Result<api::RecoveryCodes> {
    let account_id = prove(app, right, password).await?;
    let mut tx = app.context.database.system().await?;
    let account = Accounts::from_system(&mut tx).lock(account_id).await?;
    if !store::summary(&mut tx, account_id).await?.is_on() {
        return Err(prohibited());
    }
    let codes = new_codes(app, &mut tx, &account).await?;
    record(app, &mut tx, right, "renew recovery codes").await?;
    tx.commit().await?;
    Ok(codes)
}

/// The account, by its password.
pub async fn prove(app: &App, right: &OwnAccount, given: &str) -> Result<i64> {
    prove_password(app, right, given).await.map(|account| account.id)
}

pub async fn prove_password(app: &App, right: &OwnAccount, given: &str) -> Result<ProvedAccount> {
    let mut fields = Fields::new();
    fields.check(!given.is_empty(), "password", "required");
    fields.optional_text("password", Some(given), password::MAX_LENGTH);
    fields.finish()?;
    account::prove(app, right, given).await?.ok_or_else(wrong_password)
}

/// Not "unauthenticated": the session is a good one, and would be signed out.
pub fn wrong_password() -> Error {
    Error::Conflict { code: "wrong_password", message: "invalid credentials".into(), data: Default::default() }
}

/// No second factor is set up before the e-mail was proved: it would stay with whoever created the account for it.
pub async fn require_held(app: &App, account_id: i64) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let is_held = Accounts::from_system(&mut tx).is_held(account_id).await?;
    tx.rollback().await?;
    let unproved = || Error::Conflict { code: "email_not_proved", message: "confirm your e-mail first".into(), data: Default::default() };
    if is_held { Ok(()) } else { Err(unproved()) }
}

pub async fn forget_codes_without_factor(connection: &mut PgConnection, account: &LockedAccount) -> Result<()> {
    if store::summary(connection, account.id()).await?.is_on() {
        return Ok(());
    }
    store::replace_recovery_codes(connection, account, &[]).await
}

/// In the audit log of the project in which the caller did it.
pub async fn record(app: &App, connection: &mut PgConnection, right: &OwnAccount, action: &str) -> Result<()> {
    let caller = right.caller();
    kit::audit::record(connection, &app.context.clock, caller, audit::user_action(action, caller.user_id, &caller.user_name)).await
}

async fn new_codes(app: &App, connection: &mut PgConnection, account: &LockedAccount) -> Result<api::RecoveryCodes> {
    let codes = recovery_code::generate(&app.random)?;
    let hashes: Vec<_> = codes.iter().filter_map(|code| recovery_code::hash(code)).collect();
    store::replace_recovery_codes(connection, account, &hashes).await?;
    Ok(api::RecoveryCodes { codes })
}

fn prohibited() -> Error {
    Error::conflict("action prohibited")
}
