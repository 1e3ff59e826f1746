//! Signing in: an account's password opens a session in each of its projects, or asks for its second factor.
use kit::{Error, Fields, Result};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use time::Duration;

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::password;
use crate::operation::session::login_provider;
use crate::operation::session::open::{ClientInfo, SessionOptions, open_sessions};
use crate::store;
use crate::store::account::{Account, Accounts};
use crate::tickets::TicketKind;

const MAX_LOGIN: usize = 254;
/// What a right password gives where more is needed.
pub const TICKET: TicketKind = TicketKind { name: "login", ttl: Duration::minutes(5) };

#[derive(Serialize, Deserialize)]
pub struct Ticket {
    pub account_id: i64,
    pub options: SessionOptions,
    /// Of a sign-in by a project's provider.
    #[serde(default)]
    pub provider: Option<ProviderSignIn>,
}

/// Whom a provider vouched for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProviderSignIn {
    pub provider_id: i64,
    pub subject: String,
    pub email: String,
    /// The user has not signed in by this subject before and must confirm with their password that it is theirs.
    pub needs_password: bool,
}

/// Answers the same, after as much work, for an unknown login, a wrong password and an account without a project
/// to sign in to: `InvalidCredentials`. `TooManyRequests` after too many of these; `Unavailable` while Redis is
/// away or too many others sign in.
pub async fn login(app: &App, client: &ClientInfo<'_>, request: &api::LoginRequest) -> Result<api::LoginResponse> {
    let login = request.login.trim();
    let options = SessionOptions::from_api(request);
    check(login, &request.password, &options)?;
    let account = find(app, login).await?;
    let target = AttemptTarget::sign_in(login, account.as_ref().map(|account| account.id));
    let attempt = app.attempts.count(target, &client.caller.ip).await?;
    let answer = match authenticate(app, account, &request.password).await {
        Ok(account_id) => admit(app, client, account_id, options).await,
        Err(error) => Err(error),
    };
    app.attempts.finish_login(attempt, answer).await
}

fn check(login: &str, password: &str, options: &SessionOptions) -> Result<()> {
    let mut fields = Fields::new();
    fields.text("login", login, MAX_LOGIN);
    fields.check(!password.is_empty(), "password", "required");
    fields.optional_text("password", Some(password), password::MAX_LENGTH);
    options.check(&mut fields);
    fields.finish()
}

/// No connection is held while the password is checked: a storm of sign-ins must not take them all.
async fn find(app: &App, login: &str) -> Result<Option<Account>> {
    let mut tx = app.context.database.system().await?;
    let account = Accounts::from_system(&mut tx).find(login).await?;
    tx.rollback().await?;
    Ok(account)
}

async fn authenticate(app: &App, account: Option<Account>, password: &str) -> Result<i64> {
    let hash = account.as_ref().and_then(|account| account.password_hash.as_deref());
    let right = app.passwords.verify(password, hash).await?;
    account.filter(|_| right).map(|account| account.id).ok_or(Error::InvalidCredentials)
}

/// The sessions that a ticket leads to, once everything that was asked for was right.
pub async fn open_for(app: &App, client: &ClientInfo<'_>, ticket: &Ticket) -> Result<Vec<api::Session>> {
    match &ticket.provider {
        Some(sign_in) => login_provider::complete(app, client, sign_in, &ticket.options).await,
        None => open_sessions(app, client, ticket.account_id, &ticket.options).await,
    }
}

/// What follows on a right password: the sessions, or a ticket for whoever has the second factor as well.
pub async fn admit(app: &App, client: &ClientInfo<'_>, account_id: i64, options: SessionOptions) -> Result<api::LoginResponse> {
    let mut tx = app.context.database.system().await?;
    let factors = store::second_factor::summary(&mut tx, account_id).await?;
    let has_project = !factors.is_on() || !store::session::members(&mut tx, account_id).await?.is_empty();
    tx.rollback().await?;
    if !has_project {
        return Err(Error::InvalidCredentials);
    }
    if !factors.is_on() {
        return Ok(api::LoginResponse { sessions: open_sessions(app, client, account_id, &options).await?, second_factor: None });
    }
    let ticket = app.tickets.issue(TICKET, &Ticket { account_id, options, provider: None }).await?;
    let demand = api::SecondFactorDemand { ticket, methods: factors.methods() };
    Ok(api::LoginResponse { sessions: Vec::new(), second_factor: Some(demand) })
}
