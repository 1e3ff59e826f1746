//! Opening sessions, for whoever has proved who they are.
use kit::{Error, Fields, Result};
use policy::{Caller, CallerKind};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::act;
use crate::domain::mobile_client::MobileClient;
use crate::domain::{refresh_token, session};
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store;
use crate::store::session::{Member, NewSession, Revoked};

/// Where a sign-in comes from.
pub struct Origin<'a> {
    pub caller: &'a Caller,
    user_agent: &'a str,
    /// What its sessions have in common.
    sign_in: Uuid,
}

impl<'a> Origin<'a> {
    pub fn new(caller: &'a Caller, user_agent: &'a str) -> Self {
        Origin { caller, user_agent, sign_in: Uuid::new_v4() }
    }
}

/// What a sign-in asks for. It outlasts the question for a second factor.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Wish {
    pub remember: bool,
    pub mobile_client: Option<MobileClient>,
}

impl Wish {
    pub fn of(request: &api::LoginRequest) -> Self {
        Wish { remember: request.remember, mobile_client: request.mobile_client.as_ref().map(MobileClient::of) }
    }

    pub fn check(&self, fields: &mut Fields) {
        if let Some(client) = &self.mobile_client {
            client.check(fields);
        }
    }
}

/// One for each project of the account; `InvalidCredentials` when there is none.
pub async fn open_sessions(parts: &Parts, origin: &Origin<'_>, account_id: i64, wish: &Wish) -> Result<Vec<api::Session>> {
    let mut tx = parts.context.database.system().await?;
    let members = store::session::members(&mut tx, account_id).await?;
    if members.is_empty() {
        return Err(Error::InvalidCredentials);
    }
    let expires_at = session::expires_at(parts.context.clock.now(), wish.remember);
    let mut sessions = Vec::with_capacity(members.len());
    // Sessions that the same installation of the mobile application had.
    let mut replaced = Vec::new();
    for member in members {
        sessions.push(open(parts, &mut tx, origin, member, wish, expires_at, &mut replaced).await?.1);
    }
    tx.commit().await?;
    signal::publish(&parts.context, &replaced.into_iter().map(Changed::from).collect::<Vec<_>>()).await;
    Ok(sessions)
}

/// One session, audited; its id beside it.
pub async fn open(
    parts: &Parts,
    connection: &mut PgConnection,
    origin: &Origin<'_>,
    member: Member,
    wish: &Wish,
    expires_at: OffsetDateTime,
    replaced: &mut Vec<Revoked>,
) -> Result<(i64, api::Session)> {
    let now = parts.context.clock.now();
    let user_agent = session::clean_user_agent(origin.user_agent);
    let new = NewSession {
        project_id: member.project.id,
        user_id: member.user_id,
        remember: wish.remember,
        ip: &origin.caller.ip,
        user_agent: &user_agent,
        sign_in: origin.sign_in,
        now,
        expires_at,
    };
    let id = store::session::insert(connection, &new).await?;
    if let Some(client) = &wish.mobile_client {
        replaced.extend(store::mobile_client::attach(connection, &new, id, client).await?);
    }
    let (refresh, hash) = refresh_token::generate(&parts.random)?;
    store::refresh_token::insert(connection, &hash, new.project_id, id, now).await?;
    let signed_in = signed_in(origin.caller, &member, id);
    kit::audit::record(connection, &parts.context.clock, &signed_in, act("login", member.user_id, &member.user_name)).await?;
    let token = parts.tokens.issue(id, member.user_id, new.project_id, new.expires_at.unix_timestamp())?;
    Ok((id, api::Session { token, refresh, project: Some(member.project.into()) }))
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
