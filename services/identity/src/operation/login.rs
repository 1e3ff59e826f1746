//! Signing in: an account's password opens a session in each of its projects.
use kit::{Error, Fields, Result};
use policy::{Caller, CallerKind};
use proto::vestibule::identity::v1 as api;
use sqlx::PgConnection;

use super::act;
use crate::domain::{password, refresh_token, session};
use crate::parts::Parts;
use crate::store;
use crate::store::account::Accounts;
use crate::store::session::{Member, NewSession};

const MAX_LOGIN: usize = 254;
/// What is kept of the name of a browser, in characters.
const MAX_USER_AGENT: usize = 256;

/// Where a sign-in comes from.
pub struct Origin<'a> {
    pub caller: &'a Caller,
    pub user_agent: &'a str,
}

/// Answers the same, after as much work, for an unknown login, a wrong password and an account without a project
/// to sign in to: `InvalidCredentials`. `TooManyRequests` after too many of these; `Unavailable` while Redis is
/// away or too many others sign in.
pub async fn login(parts: &Parts, origin: &Origin<'_>, request: &api::LoginRequest) -> Result<api::LoginResponse> {
    let login = request.login.trim();
    check(login, &request.password)?;
    let attempt = parts.attempts.count(&format!("login:{login}"), &origin.caller.ip).await?;
    match authenticate(parts, origin, request, login).await {
        Ok(sessions) => {
            parts.attempts.succeeded(attempt).await?;
            Ok(api::LoginResponse { sessions })
        }
        Err(Error::InvalidCredentials) => Err(Error::InvalidCredentials),
        Err(error) => {
            parts.attempts.give_back(&attempt).await?;
            Err(error)
        }
    }
}

fn check(login: &str, password: &str) -> Result<()> {
    let mut fields = Fields::new();
    fields.text("login", login, MAX_LOGIN);
    fields.check(!password.is_empty(), "password", "required");
    fields.optional_text("password", Some(password), password::MAX_LENGTH);
    fields.finish()
}

async fn authenticate(parts: &Parts, origin: &Origin<'_>, request: &api::LoginRequest, login: &str) -> Result<Vec<api::Session>> {
    // No connection is held while the password is checked: a storm of sign-ins must not take them all.
    let account = {
        let mut tx = parts.context.database.system().await?;
        let account = Accounts::of_system(&mut tx).find(login).await?;
        tx.rollback().await?;
        account
    };
    let hash = account.as_ref().and_then(|account| account.password_hash.as_deref());
    let right = parts.passwords.verify(&request.password, hash).await?;
    match account {
        Some(account) if right => open_sessions(parts, origin, account.id, request.remember).await,
        _ => Err(Error::InvalidCredentials),
    }
}

async fn open_sessions(parts: &Parts, origin: &Origin<'_>, account_id: i64, remember: bool) -> Result<Vec<api::Session>> {
    let mut tx = parts.context.database.system().await?;
    let members = store::session::members(&mut tx, account_id).await?;
    if members.is_empty() {
        return Err(Error::InvalidCredentials);
    }
    let mut sessions = Vec::with_capacity(members.len());
    for member in members {
        sessions.push(open(parts, &mut tx, origin, member, remember).await?);
    }
    tx.commit().await?;
    Ok(sessions)
}

async fn open(parts: &Parts, connection: &mut PgConnection, origin: &Origin<'_>, member: Member, remember: bool) -> Result<api::Session> {
    let now = parts.context.clock.now();
    let user_agent: String = origin.user_agent.chars().take(MAX_USER_AGENT).collect();
    let new = NewSession {
        project_id: member.project.id,
        user_id: member.user_id,
        remember,
        ip: &origin.caller.ip,
        user_agent: &user_agent,
        now,
        expires_at: session::expires_at(now, remember),
    };
    let id = store::session::insert(connection, &new).await?;
    let (refresh, hash) = refresh_token::generate(&parts.random)?;
    store::refresh_token::insert(connection, &hash, new.project_id, id, now).await?;
    let signed_in = signed_in(origin.caller, &member, id);
    kit::audit::record(connection, &parts.context.clock, &signed_in, act("login", member.user_id, &member.user_name)).await?;
    let token = parts.tokens.issue(id, member.user_id, new.project_id, new.expires_at.unix_timestamp())?;
    Ok(api::Session { token, refresh, project: Some(member.project.into()) })
}

/// The caller as the audit log names them from now on.
fn signed_in(caller: &Caller, member: &Member, session_id: i64) -> Caller {
    Caller {
        kind: CallerKind::User,
        project_id: member.project.id,
        user_id: member.user_id,
        user_name: member.user_name.clone(),
        session_id,
        ip: caller.ip.clone(),
        request_id: caller.request_id.clone(),
        ..Caller::default()
    }
}
