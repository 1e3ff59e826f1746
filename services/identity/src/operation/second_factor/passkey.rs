//! The passkeys of the own account.
use kit::{Error, Fields, Result};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use time::Duration;
use webauthn_rs::prelude::PasskeyRegistration;

use crate::app::App;
use crate::operation::profile::account::{self, OwnAccount};
use crate::operation::second_factor::totp;
use crate::operation::session::own;
use crate::store::account::Accounts;
use crate::store::passkey::{self as store, PasskeyRow};
use crate::tickets::TicketKind;

const MAX_PASSKEYS: usize = 20;
const MAX_NAME: usize = 100;
const REGISTRATION: TicketKind = TicketKind { name: "passkey-registration", ttl: Duration::minutes(5) };

#[derive(Serialize, Deserialize)]
struct Registration {
    account_id: i64,
    state: PasskeyRegistration,
}

pub async fn start_passkey(app: &App, right: &OwnAccount, password: &str) -> Result<api::PasskeyChallenge> {
    let account_id = totp::prove(app, right, password).await?;
    totp::require_held(app, account_id).await?;
    let mut tx = app.context.database.system().await?;
    let existing = store::list(&mut tx, account_id).await?;
    check_room(existing.len())?;
    let handle = store::handle(&mut tx, account_id).await?;
    let name = Accounts::from_system(&mut tx).name(account_id).await?;
    tx.rollback().await?;
    let existing: Vec<_> = existing.into_iter().map(|row| row.credential.0).collect();
    let (options, state) = app.passkeys.start_registration(handle, &name, &existing)?;
    let state = app.tickets.issue(REGISTRATION, &Registration { account_id, state }).await?;
    Ok(api::PasskeyChallenge { state, options: Some(options) })
}

/// Ends the other sessions.
pub async fn add_passkey(app: &App, right: &OwnAccount, request: api::AddPasskeyRequest) -> Result<PasskeyRow> {
    let name = request.name.trim();
    let mut fields = Fields::new();
    fields.text("name", name, MAX_NAME);
    fields.finish()?;
    let account_id = account::id(app, right).await?;
    let owner = own::owner(app, right).await?;
    let started: Option<Registration> = app.tickets.take(REGISTRATION, &request.state).await?;
    let started = started.filter(|started| started.account_id == account_id).ok_or_else(|| Error::field("state", "invalid token"))?;
    let passkey = app.passkeys.finish_registration(request.credential.unwrap_or_default(), &started.state)?;
    let passkey = passkey.ok_or_else(|| Error::field("credential", "invalid data sent"))?;

    let mut tx = app.context.database.system().await?;
    let account = Accounts::from_system(&mut tx).lock(account_id).await?;
    if !Accounts::from_system(&mut tx).is_held(account_id).await? {
        return Err(Error::conflict("action prohibited"));
    }
    check_room(store::list(&mut tx, account_id).await?.len())?;
    let row = store::insert(&mut tx, &account, name, &passkey, app.context.clock.now()).await?;
    totp::record(app, &mut tx, right, "add passkey").await?;
    let ended = own::end_others(app, &mut tx, right, owner).await?;
    tx.commit().await?;
    own::push_changes(app, &ended).await;
    Ok(row)
}

/// With the last second factor its recovery codes go as well.
pub async fn delete_passkey(app: &App, right: &OwnAccount, id: i64) -> Result<()> {
    let account_id = account::id(app, right).await?;
    let mut tx = app.context.database.system().await?;
    let account = Accounts::from_system(&mut tx).lock(account_id).await?;
    store::delete(&mut tx, &account, id).await?.ok_or(Error::NotFound)?;
    totp::forget_codes_without_factor(&mut tx, &account).await?;
    totp::record(app, &mut tx, right, "delete passkey").await?;
    Ok(tx.commit().await?)
}

fn check_room(count: usize) -> Result<()> {
    if count < MAX_PASSKEYS { Ok(()) } else { Err(Error::conflict("action prohibited")) }
}
