//! Signing in: an account's password opens a session in each of its projects, or asks for its second factor.
use kit::{Error, Fields, Result};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use time::Duration;

use super::open_sessions::{Origin, Wish, open_sessions};
use crate::domain::password;
use crate::parts::Parts;
use crate::store;
use crate::store::account::{Account, Accounts};
use crate::target::Target;
use crate::tickets::Kind;

const MAX_LOGIN: usize = 254;
/// What a right password gives where more is needed.
pub const TICKET: Kind = Kind { name: "login", lifetime: Duration::minutes(5) };

#[derive(Serialize, Deserialize)]
pub struct Ticket {
    pub account_id: i64,
    pub wish: Wish,
}

/// Answers the same, after as much work, for an unknown login, a wrong password and an account without a project
/// to sign in to: `InvalidCredentials`. `TooManyRequests` after too many of these; `Unavailable` while Redis is
/// away or too many others sign in.
pub async fn login(parts: &Parts, origin: &Origin<'_>, request: &api::LoginRequest) -> Result<api::LoginResponse> {
    let login = request.login.trim();
    let wish = Wish::of(request);
    check(login, &request.password, &wish)?;
    let account = find(parts, login).await?;
    let target = Target::sign_in(login, account.as_ref().map(|account| account.id));
    let attempt = parts.attempts.count(target, &origin.caller.ip).await?;
    let answer = match authenticate(parts, account, &request.password).await {
        Ok(account_id) => admit(parts, origin, account_id, wish).await,
        Err(error) => Err(error),
    };
    parts.attempts.settle(attempt, answer).await
}

fn check(login: &str, password: &str, wish: &Wish) -> Result<()> {
    let mut fields = Fields::new();
    fields.text("login", login, MAX_LOGIN);
    fields.check(!password.is_empty(), "password", "required");
    fields.optional_text("password", Some(password), password::MAX_LENGTH);
    wish.check(&mut fields);
    fields.finish()
}

/// No connection is held while the password is checked: a storm of sign-ins must not take them all.
async fn find(parts: &Parts, login: &str) -> Result<Option<Account>> {
    let mut tx = parts.context.database.system().await?;
    let account = Accounts::of_system(&mut tx).find(login).await?;
    tx.rollback().await?;
    Ok(account)
}

async fn authenticate(parts: &Parts, account: Option<Account>, password: &str) -> Result<i64> {
    let hash = account.as_ref().and_then(|account| account.password_hash.as_deref());
    let right = parts.passwords.verify(password, hash).await?;
    account.filter(|_| right).map(|account| account.id).ok_or(Error::InvalidCredentials)
}

/// What follows on a right password: the sessions, or a ticket for whoever has the second factor as well.
pub async fn admit(parts: &Parts, origin: &Origin<'_>, account_id: i64, wish: Wish) -> Result<api::LoginResponse> {
    let mut tx = parts.context.database.system().await?;
    let factors = store::second_factor::summary(&mut tx, account_id).await?;
    let has_project = !factors.is_on() || !store::session::members(&mut tx, account_id).await?.is_empty();
    tx.rollback().await?;
    if !has_project {
        return Err(Error::InvalidCredentials);
    }
    if !factors.is_on() {
        return Ok(api::LoginResponse { sessions: open_sessions(parts, origin, account_id, &wish).await?, second_factor: None });
    }
    let ticket = parts.tickets.issue(TICKET, &Ticket { account_id, wish }).await?;
    let demand = api::SecondFactorDemand { ticket, methods: factors.methods() };
    Ok(api::LoginResponse { sessions: Vec::new(), second_factor: Some(demand) })
}
