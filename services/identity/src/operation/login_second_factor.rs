//! Signing in with a code, after the password.
use kit::{Error, Fields, Result};
use proto::vestibule::identity::v1 as api;
use sqlx::PgConnection;

use super::login::{TICKET, Ticket};
use super::open_sessions::{Origin, open_sessions};
use super::totp::PURPOSE;
use crate::domain::{recovery_code, totp};
use crate::parts::Parts;
use crate::store::second_factor as store;
use crate::target::Target;

/// Wrong codes that one ticket bears.
const MAX_ATTEMPTS: u32 = 5;
const MAX_CODE: usize = 64;

/// `InvalidCredentials` for a wrong code and for a ticket that is unknown, used or over.
pub async fn login_second_factor(parts: &Parts, origin: &Origin<'_>, request: &api::LoginSecondFactorRequest) -> Result<api::LoginResponse> {
    let mut fields = Fields::new();
    fields.text("ticket", &request.ticket, 100);
    fields.text("code", &request.code, MAX_CODE);
    fields.finish()?;
    let ticket: Option<Ticket> = parts.tickets.attempt(TICKET, &request.ticket, MAX_ATTEMPTS).await?;
    let ticket = ticket.ok_or(Error::InvalidCredentials)?;
    let attempt = parts.attempts.count(Target::second_factor(ticket.account_id), &origin.caller.ip).await?;
    let answer = sign_in(parts, origin, &ticket, request).await;
    parts.attempts.settle(attempt, answer).await
}

async fn sign_in(parts: &Parts, origin: &Origin<'_>, ticket: &Ticket, request: &api::LoginSecondFactorRequest) -> Result<api::LoginResponse> {
    let mut tx = parts.context.database.system().await?;
    if !use_code(parts, &mut tx, ticket.account_id, request.code.trim()).await? {
        return Err(Error::InvalidCredentials);
    }
    tx.commit().await?;
    parts.tickets.take::<Ticket>(TICKET, &request.ticket).await?.ok_or(Error::InvalidCredentials)?;
    Ok(api::LoginResponse { sessions: open_sessions(parts, origin, ticket.account_id, &ticket.wish).await?, second_factor: None })
}

/// Of the authenticator or a recovery code; either counts once.
async fn use_code(parts: &Parts, connection: &mut PgConnection, account_id: i64, code: &str) -> Result<bool> {
    if let Some(hash) = recovery_code::hash(code) {
        return store::use_recovery_code(connection, account_id, &hash).await;
    }
    let Some(found) = store::totp(connection, account_id).await?.filter(|totp| totp.is_confirmed) else { return Ok(false) };
    let secret = parts.context.sealer.open_for(PURPOSE, &found.secret).map_err(Error::internal)?;
    match totp::step(&secret, code, parts.context.clock.now())? {
        Some(step) => store::use_step(connection, account_id, step).await,
        None => Ok(false),
    }
}
