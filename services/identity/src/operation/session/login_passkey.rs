//! Signing in with a passkey: after the password, or alone.
use kit::{Error, Result};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::Duration;
use webauthn_rs::prelude::{AuthenticationResult, DiscoverableAuthentication, PasskeyAuthentication, PublicKeyCredential};

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::operation::session::login::{TICKET, Ticket, open_for};
use crate::operation::session::open::{ClientInfo, SessionOptions};
use crate::passkeys;
use crate::store::passkey::{self as store, PasskeyRow};
use crate::tickets::TicketKind;

const STATE: TicketKind = TicketKind { name: "passkey-login", ttl: Duration::minutes(5) };

#[derive(Serialize, Deserialize)]
enum Started {
    AfterPassword { ticket: String, account_id: i64, state: PasskeyAuthentication },
    Alone { state: DiscoverableAuthentication },
}

/// `InvalidCredentials` for a ticket that is unknown, used or over, or whose account has no passkey. Without a
/// ticket everybody is answered alike.
pub async fn start_passkey_login(app: &App, ticket: Option<&str>) -> Result<api::PasskeyChallenge> {
    let (options, started) = match ticket {
        Some(ticket) => {
            let found: Ticket = app.tickets.peek(TICKET, ticket).await?.ok_or(Error::InvalidCredentials)?;
            if found.provider.as_ref().is_some_and(|sign_in| sign_in.needs_password) {
                return Err(Error::InvalidCredentials);
            }
            let mut tx = app.context.database.system().await?;
            let passkeys: Vec<_> = store::list(&mut tx, found.account_id).await?.into_iter().map(|row| row.credential.0).collect();
            tx.rollback().await?;
            if passkeys.is_empty() {
                return Err(Error::InvalidCredentials);
            }
            let (options, state) = app.passkeys.start_authentication(&passkeys)?;
            (options, Started::AfterPassword { ticket: ticket.into(), account_id: found.account_id, state })
        }
        None => {
            let (options, state) = app.passkeys.start_discovery()?;
            (options, Started::Alone { state })
        }
    };
    let state = app.tickets.issue(STATE, &started).await?;
    Ok(api::PasskeyChallenge { state, options: Some(options) })
}

/// `InvalidCredentials` for a state that is unknown, used or over, and for an answer that is not right.
pub async fn login_passkey(app: &App, client: &ClientInfo<'_>, request: api::LoginPasskeyRequest) -> Result<api::LoginResponse> {
    let started: Started = app.tickets.take(STATE, &request.state).await?.ok_or(Error::InvalidCredentials)?;
    let answer = passkeys::parse(request.credential.unwrap_or_default());
    let target = match &started {
        Started::AfterPassword { account_id, .. } => AttemptTarget::second_factor(*account_id),
        Started::Alone { .. } => AttemptTarget::passkey(&client.caller.ip, answer.as_ref().map(PublicKeyCredential::get_credential_id)),
    };
    let attempt = app.attempts.count(target, &client.caller.ip).await?;
    let answer = sign_in(app, client, started, answer, request.remember).await;
    app.attempts.finish_login(attempt, answer).await
}

async fn sign_in(
    app: &App,
    client: &ClientInfo<'_>,
    started: Started,
    answer: Option<PublicKeyCredential>,
    remember: bool,
) -> Result<api::LoginResponse> {
    let answer = answer.ok_or(Error::InvalidCredentials)?;
    let mut tx = app.context.database.system().await?;
    let mut row = store::lock(&mut tx, answer.get_credential_id()).await?.ok_or(Error::InvalidCredentials)?;
    let (result, ticket) = verify(app, &mut tx, started, &answer, &row).await?;
    let result = result.ok_or(Error::InvalidCredentials)?;
    // A counter that does not grow gives a copied key away. The library compares with the state of the start, which
    // may be older than the row.
    let is_newer = row.credential.update_credential(&result) == Some(true);
    if result.counter() > 0 && !is_newer {
        return Err(Error::InvalidCredentials);
    }
    store::mark_used(&mut tx, row.id, &row.credential, app.context.clock.now()).await?;
    tx.commit().await?;
    let ticket = match ticket {
        Some(ticket) => {
            let mut taken: Ticket = app.tickets.take(TICKET, &ticket).await?.ok_or(Error::InvalidCredentials)?;
            taken.options.remember |= remember;
            taken
        }
        None => Ticket { account_id: row.account_id, options: SessionOptions { remember, ..SessionOptions::default() }, provider: None },
    };
    Ok(api::LoginResponse { sessions: open_for(app, client, &ticket).await?, second_factor: None })
}

/// What the answer proves, and the ticket that it uses up.
async fn verify(
    app: &App,
    connection: &mut PgConnection,
    started: Started,
    answer: &PublicKeyCredential,
    row: &PasskeyRow,
) -> Result<(Option<AuthenticationResult>, Option<String>)> {
    match started {
        Started::AfterPassword { ticket, account_id, state } if account_id == row.account_id => {
            Ok((app.passkeys.finish_authentication(answer, &state)?, Some(ticket)))
        }
        Started::AfterPassword { .. } => Ok((None, None)),
        Started::Alone { state } => {
            let owner = store::handle(connection, row.account_id).await?;
            if app.passkeys.discovered(answer)? != Some(owner) {
                return Ok((None, None));
            }
            Ok((app.passkeys.finish_discovery(answer, state, &row.credential)?, None))
        }
    }
}
