//! Opening sessions for a user who has been authenticated.
use kit::{Error, Fields, Result};
use policy::{Caller, CallerKind};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::app::App;
use crate::domain::mobile_client::MobileClient;
use crate::domain::session::RevokedSession;
use crate::domain::{refresh_token, session};
use crate::invalidation::{self, SessionChange};
use crate::operation::audit;
use crate::store;
use crate::store::mobile_client::ClientSession;
use crate::store::project::ProjectHead;
use crate::store::session::{Member, NewSession};

/// Where a sign-in comes from.
pub struct ClientInfo<'a> {
    pub caller: &'a Caller,
    user_agent: &'a str,
    /// What its sessions have in common.
    sign_in: Uuid,
}

impl<'a> ClientInfo<'a> {
    pub fn new(caller: &'a Caller, user_agent: &'a str) -> Self {
        ClientInfo { caller, user_agent, sign_in: Uuid::new_v4() }
    }
}

/// What a sign-in asks for. It outlasts the question for a second factor.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SessionOptions {
    pub remember: bool,
    pub mobile_client: Option<MobileClient>,
    /// Opened by a project's sign-in provider: without the account's rights as a dealer.
    #[serde(default)]
    pub is_by_provider: bool,
}

impl SessionOptions {
    pub fn from_api(request: &api::LoginRequest) -> Self {
        SessionOptions {
            remember: request.remember,
            mobile_client: request.mobile_client.as_ref().map(MobileClient::from_api),
            is_by_provider: false,
        }
    }

    pub fn check(&self, fields: &mut Fields) {
        if let Some(client) = &self.mobile_client {
            client.check(fields);
        }
    }
}

/// One for each project of the account; `InvalidCredentials` when there is none.
pub async fn open_sessions(app: &App, client: &ClientInfo<'_>, account_id: i64, options: &SessionOptions) -> Result<Vec<api::Session>> {
    let mut tx = app.context.database.system().await?;
    let members = store::session::members(&mut tx, account_id).await?;
    if members.is_empty() {
        return Err(Error::InvalidCredentials);
    }
    let expires_at = session::expires_at(app.context.clock.now(), options.remember);
    let mut sessions = Vec::with_capacity(members.len());
    // Sessions that the same installation of the mobile application had.
    let mut replaced = Vec::new();
    // An account of two projects signs in to that one which has an app left.
    let mut refused = None;
    for member in members {
        match check_app_license(app, &mut tx, &member, options).await {
            Ok(()) => sessions.push(open(app, &mut tx, client, member, options, expires_at, &mut replaced).await?.1),
            Err(error @ Error::Conflict { .. }) => refused = Some(error),
            Err(error) => return Err(error),
        }
    }
    if let (true, Some(error)) = (sessions.is_empty(), refused) {
        return Err(error);
    }
    tx.commit().await?;
    invalidation::publish(&app.context, &replaced.into_iter().map(SessionChange::from).collect::<Vec<_>>()).await;
    Ok(sessions)
}

/// An app needs a licence; a browser needs none.
async fn check_app_license(app: &App, connection: &mut PgConnection, member: &Member, options: &SessionOptions) -> Result<()> {
    let Some(client) = &options.mobile_client else { return Ok(()) };
    let now = app.context.clock.now();
    store::license::take_mobile_app(connection, member.project.id, member.user_id, &client.vendor_id, now).await
}

/// One session, audited; its id beside it.
pub async fn open(
    app: &App,
    connection: &mut PgConnection,
    client: &ClientInfo<'_>,
    member: Member,
    options: &SessionOptions,
    expires_at: OffsetDateTime,
    replaced: &mut Vec<RevokedSession>,
) -> Result<(i64, api::Session)> {
    let now = app.context.clock.now();
    let user_agent = session::clean_user_agent(client.user_agent);
    let new = NewSession {
        project_id: member.project.id,
        user_id: member.user_id,
        remember: options.remember,
        ip: &client.caller.ip,
        user_agent: &user_agent,
        sign_in: client.sign_in,
        is_by_provider: options.is_by_provider,
        now,
        expires_at,
    };
    let id = store::session::insert(connection, &new).await?;
    if let Some(client) = &options.mobile_client {
        replaced.extend(
            store::mobile_client::attach(connection, &ClientSession { id, project_id: new.project_id, user_id: new.user_id, now }, client).await?,
        );
    }
    let (refresh, hash) = refresh_token::generate(&app.random)?;
    store::refresh_token::insert(connection, &hash, new.project_id, id, now).await?;
    let signed_in = signed_in(client.caller, &member, id);
    kit::audit::record(connection, &app.context.clock, &signed_in, audit::user_action("login", member.user_id, &member.user_name)).await?;
    let token = app.tokens.issue(id, member.user_id, new.project_id, new.expires_at.unix_timestamp())?;
    let ProjectHead { id: project_id, uid, name, description } = member.project;
    let project = api::Project { id: project_id, uid: uid.to_string(), name, description, is_support: false };
    Ok((id, api::Session { token, refresh, project: Some(project) }))
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
