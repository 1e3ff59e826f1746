//! Signing in with a passkey: after the password, or alone.
use kit::{Error, Result};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::Duration;
use webauthn_rs::prelude::{AuthenticationResult, DiscoverableAuthentication, PasskeyAuthentication, PublicKeyCredential};

use super::login::{TICKET, Ticket};
use super::open_sessions::{Origin, Wish, open_sessions};
use crate::parts::Parts;
use crate::passkeys;
use crate::store::passkey::{self as store, PasskeyRow};
use crate::target::Target;
use crate::tickets::Kind;

const STATE: Kind = Kind { name: "passkey-login", lifetime: Duration::minutes(5) };

#[derive(Serialize, Deserialize)]
enum Started {
    AfterPassword { ticket: String, account_id: i64, state: PasskeyAuthentication },
    Alone { state: DiscoverableAuthentication },
}

/// `InvalidCredentials` for a ticket that is unknown, used or over, or whose account has no passkey. Without a
/// ticket everybody is answered alike.
pub async fn start_passkey_login(parts: &Parts, ticket: Option<&str>) -> Result<api::PasskeyChallenge> {
    let (options, started) = match ticket {
        Some(ticket) => {
            let found: Ticket = parts.tickets.peek(TICKET, ticket).await?.ok_or(Error::InvalidCredentials)?;
            let mut tx = parts.context.database.system().await?;
            let passkeys: Vec<_> = store::list(&mut tx, found.account_id).await?.into_iter().map(|row| row.credential.0).collect();
            tx.rollback().await?;
            if passkeys.is_empty() {
                return Err(Error::InvalidCredentials);
            }
            let (options, state) = parts.passkeys.start_authentication(&passkeys)?;
            (options, Started::AfterPassword { ticket: ticket.into(), account_id: found.account_id, state })
        }
        None => {
            let (options, state) = parts.passkeys.start_discovery()?;
            (options, Started::Alone { state })
        }
    };
    let state = parts.tickets.issue(STATE, &started).await?;
    Ok(api::PasskeyChallenge { state, options: Some(options) })
}

/// `InvalidCredentials` for a state that is unknown, used or over, and for an answer that is not right.
pub async fn login_passkey(parts: &Parts, origin: &Origin<'_>, request: api::LoginPasskeyRequest) -> Result<api::LoginResponse> {
    let started: Started = parts.tickets.take(STATE, &request.state).await?.ok_or(Error::InvalidCredentials)?;
    let answer = passkeys::parse(request.credential.unwrap_or_default());
    let target = match &started {
        Started::AfterPassword { account_id, .. } => Target::second_factor(*account_id),
        Started::Alone { .. } => Target::passkey(&origin.caller.ip, answer.as_ref().map(PublicKeyCredential::get_credential_id)),
    };
    let attempt = parts.attempts.count(target, &origin.caller.ip).await?;
    let answer = sign_in(parts, origin, started, answer, request.remember).await;
    parts.attempts.settle(attempt, answer).await
}

async fn sign_in(
    parts: &Parts,
    origin: &Origin<'_>,
    started: Started,
    answer: Option<PublicKeyCredential>,
    remember: bool,
) -> Result<api::LoginResponse> {
    let answer = answer.ok_or(Error::InvalidCredentials)?;
    let mut tx = parts.context.database.system().await?;
    let mut row = store::lock(&mut tx, answer.get_credential_id()).await?.ok_or(Error::InvalidCredentials)?;
    let (result, ticket) = verify(parts, &mut tx, started, &answer, &row).await?;
    let result = result.ok_or(Error::InvalidCredentials)?;
    // A counter that does not grow gives a copied key away. The library compares with the state of the start, which
    // may be older than the row.
    let is_newer = row.credential.update_credential(&result) == Some(true);
    if result.counter() > 0 && !is_newer {
        return Err(Error::InvalidCredentials);
    }
    store::mark_used(&mut tx, row.id, &row.credential, parts.context.clock.now()).await?;
    tx.commit().await?;
    let mut wish = Wish { remember, mobile_client: None };
    if let Some(ticket) = ticket {
        let taken: Ticket = parts.tickets.take(TICKET, &ticket).await?.ok_or(Error::InvalidCredentials)?;
        wish = Wish { remember: taken.wish.remember || remember, ..taken.wish };
    }
    Ok(api::LoginResponse { sessions: open_sessions(parts, origin, row.account_id, &wish).await?, second_factor: None })
}

/// What the answer proves, and the ticket that it uses up.
async fn verify(
    parts: &Parts,
    connection: &mut PgConnection,
    started: Started,
    answer: &PublicKeyCredential,
    row: &PasskeyRow,
) -> Result<(Option<AuthenticationResult>, Option<String>)> {
    match started {
        Started::AfterPassword { ticket, account_id, state } if account_id == row.account_id => {
            Ok((parts.passkeys.finish_authentication(answer, &state)?, Some(ticket)))
        }
        Started::AfterPassword { .. } => Ok((None, None)),
        Started::Alone { state } => {
            let owner = store::handle(connection, row.account_id).await?;
            if parts.passkeys.discovered(answer)? != Some(owner) {
                return Ok((None, None));
            }
            Ok((parts.passkeys.finish_discovery(answer, state, &row.credential)?, None))
        }
    }
}
