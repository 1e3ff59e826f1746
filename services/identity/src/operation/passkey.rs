//! The passkeys of the own account.
use kit::{Error, Fields, Result};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use time::Duration;
use webauthn_rs::prelude::PasskeyRegistration;

use super::own_account::{self, Own};
use super::totp;
use crate::parts::Parts;
use crate::store::account::Accounts;
use crate::store::passkey as store;
use crate::tickets::Kind;

const MAX_PASSKEYS: usize = 20;
const MAX_NAME: usize = 100;
const REGISTRATION: Kind = Kind { name: "passkey-registration", lifetime: Duration::minutes(5) };

#[derive(Serialize, Deserialize)]
struct Registration {
    account_id: i64,
    state: PasskeyRegistration,
}

pub async fn start_passkey(parts: &Parts, right: &Own, password: &str) -> Result<api::PasskeyChallenge> {
    let account_id = totp::prove(parts, right, password).await?;
    let mut tx = parts.context.database.system().await?;
    let existing = store::list(&mut tx, account_id).await?;
    check_room(existing.len())?;
    let handle = store::handle(&mut tx, account_id).await?;
    let name = Accounts::of_system(&mut tx).name(account_id).await?;
    tx.rollback().await?;
    let existing: Vec<_> = existing.into_iter().map(|row| row.credential.0).collect();
    let (options, state) = parts.passkeys.start_registration(handle, &name, &existing)?;
    let state = parts.tickets.issue(REGISTRATION, &Registration { account_id, state }).await?;
    Ok(api::PasskeyChallenge { state, options: Some(options) })
}

pub async fn add_passkey(parts: &Parts, right: &Own, request: api::AddPasskeyRequest) -> Result<api::Passkey> {
    let name = request.name.trim();
    let mut fields = Fields::new();
    fields.text("name", name, MAX_NAME);
    fields.finish()?;
    let account_id = own_account::id(parts, right).await?;
    let started: Option<Registration> = parts.tickets.take(REGISTRATION, &request.state).await?;
    let started = started.filter(|started| started.account_id == account_id).ok_or_else(|| Error::field("state", "invalid token"))?;
    let passkey = parts.passkeys.finish_registration(request.credential.unwrap_or_default(), &started.state)?;
    let passkey = passkey.ok_or_else(|| Error::field("credential", "invalid data sent"))?;

    let mut tx = parts.context.database.system().await?;
    Accounts::of_system(&mut tx).lock(account_id).await?;
    check_room(store::list(&mut tx, account_id).await?.len())?;
    let row = store::insert(&mut tx, account_id, name, &passkey, parts.context.clock.now()).await?;
    totp::record(parts, &mut tx, right, "add passkey").await?;
    tx.commit().await?;
    Ok(row.into())
}

/// With the last second factor its recovery codes go as well.
pub async fn delete_passkey(parts: &Parts, right: &Own, id: i64) -> Result<()> {
    let account_id = own_account::id(parts, right).await?;
    let mut tx = parts.context.database.system().await?;
    store::delete(&mut tx, account_id, id).await?.ok_or(Error::NotFound)?;
    totp::forget_codes_without_factor(&mut tx, account_id).await?;
    totp::record(parts, &mut tx, right, "delete passkey").await?;
    Ok(tx.commit().await?)
}

fn check_room(count: usize) -> Result<()> {
    if count < MAX_PASSKEYS { Ok(()) } else { Err(Error::conflict("action prohibited")) }
}
