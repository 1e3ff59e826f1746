//! Signing in with a code, after the password.
use kit::{Error, Fields, Result};
use proto::vestibule::identity::v1 as api;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::{password, recovery_code, totp};
use crate::operation::second_factor::totp::PURPOSE;
use crate::operation::session::login::{ProviderSignIn, TICKET, Ticket, open_for};
use crate::operation::session::login_provider::demand;
use crate::operation::session::open::ClientInfo;
use crate::store::account::Accounts;
use crate::store::second_factor as store;

/// Wrong codes that one ticket bears.
const MAX_ATTEMPTS: u32 = 5;
/// A password may stand in the place of a code.
const MAX_CODE: usize = password::MAX_LENGTH;

/// `InvalidCredentials` for a wrong code and for a ticket that is unknown, used or over.
pub async fn login_second_factor(app: &App, client: &ClientInfo<'_>, request: &api::LoginSecondFactorRequest) -> Result<api::LoginResponse> {
    let mut fields = Fields::new();
    fields.text("ticket", &request.ticket, 100);
    fields.text("code", &request.code, MAX_CODE);
    fields.finish()?;
    let ticket: Option<Ticket> = app.tickets.attempt(TICKET, &request.ticket, MAX_ATTEMPTS).await?;
    let ticket = ticket.ok_or(Error::InvalidCredentials)?;
    let attempt = app.attempts.count(AttemptTarget::second_factor(ticket.account_id), &client.caller.ip).await?;
    let answer = sign_in(app, client, &ticket, request).await;
    app.attempts.finish_login(attempt, answer).await
}

async fn sign_in(app: &App, client: &ClientInfo<'_>, ticket: &Ticket, request: &api::LoginSecondFactorRequest) -> Result<api::LoginResponse> {
    if let Some(sign_in) = ticket.provider.as_ref().filter(|sign_in| sign_in.needs_password) {
        return confirm_by_password(app, client, ticket, sign_in, request).await;
    }
    let mut tx = app.context.database.system().await?;
    if !use_code(app, &mut tx, ticket.account_id, request.code.trim()).await? {
        return Err(Error::InvalidCredentials);
    }
    tx.commit().await?;
    app.tickets.take::<Ticket>(TICKET, &request.ticket).await?.ok_or(Error::InvalidCredentials)?;
    Ok(api::LoginResponse { sessions: open_for(app, client, ticket).await?, second_factor: None })
}

/// The first sign-in by a provider: the password shows that the user means it. A second factor is asked for after it.
async fn confirm_by_password(
    app: &App,
    client: &ClientInfo<'_>,
    ticket: &Ticket,
    sign_in: &ProviderSignIn,
    request: &api::LoginSecondFactorRequest,
) -> Result<api::LoginResponse> {
    let mut tx = app.context.database.system().await?;
    let hash = Accounts::from_system(&mut tx).password_hash(ticket.account_id).await?;
    let factors = store::summary(&mut tx, ticket.account_id).await?;
    tx.rollback().await?;
    if !app.passwords.verify(&request.code, hash.as_deref()).await? {
        return Err(Error::InvalidCredentials);
    }
    app.tickets.take::<Ticket>(TICKET, &request.ticket).await?.ok_or(Error::InvalidCredentials)?;
    let provider = Some(ProviderSignIn { needs_password: false, ..sign_in.clone() });
    let confirmed = Ticket { account_id: ticket.account_id, options: ticket.options.clone(), provider };
    if factors.is_on() {
        return demand(app, confirmed, factors.methods()).await;
    }
    Ok(api::LoginResponse { sessions: open_for(app, client, &confirmed).await?, second_factor: None })
}

/// Of the authenticator or a recovery code; either counts once.
async fn use_code(app: &App, connection: &mut PgConnection, account_id: i64, code: &str) -> Result<bool> {
    let account = Accounts::from_system(connection).lock(account_id).await?;
    if let Some(hash) = recovery_code::hash(code) {
        return store::use_recovery_code(connection, &account, &hash).await;
    }
    let Some(found) = store::totp(connection, account_id).await?.filter(|totp| totp.is_confirmed) else { return Ok(false) };
    let secret = app.context.sealer.open_for(PURPOSE, &found.secret).map_err(Error::internal)?;
    match totp::step(&secret, code, app.context.clock.now())? {
        Some(step) => store::use_step(connection, &account, step).await,
        None => Ok(false),
    }
}
