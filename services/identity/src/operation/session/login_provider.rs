//! Signing in by a project's OpenID Connect provider: to that project only, because its administrators choose whom the
//! provider vouches for. It signs in nobody who may do more than whoever saved it. A user who has a password confirms with it,
//! once, that the provider's subject is theirs; the account's second factor is asked for as after a password.
use kit::{Error, Fields, Result, Tx, tree};
use policy::{Action, Caller, CallerKind};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::operation::audit;
use crate::operation::identity_provider::CLIENT_SECRET_PURPOSE;
use crate::operation::session::login::{ProviderSignIn, TICKET, Ticket};
use crate::operation::session::open::{ClientInfo, SessionOptions, open};

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::{session, user::UserDraft};
use crate::oidc::{Claims, Client, OpenId, Proof};
use crate::store;
use crate::store::identity_provider::{ProviderRow, ProviderUser};
use crate::store::user::NewUser;
use crate::tickets::TicketKind;

const STATE: TicketKind = TicketKind { name: "provider-login", ttl: Duration::minutes(10) };
const MAX_CODE: usize = 4096;

#[derive(Serialize, Deserialize)]
struct Started {
    provider_id: i64,
    nonce: String,
    verifier: String,
    remember: bool,
}

/// `NotFound` for a provider that is not there or off; `Unavailable` while it does not answer.
pub async fn start_provider_login(app: &App, request: &api::StartProviderLoginRequest) -> Result<api::ProviderLogin> {
    let provider = provider(app, request.id).await?.ok_or(Error::NotFound)?;
    let proof = OpenId::proof();
    let started = Started { provider_id: provider.id, nonce: proof.nonce.clone(), verifier: proof.verifier.clone(), remember: request.remember };
    let state = app.tickets.issue(STATE, &started).await?;
    let url = app.oidc.authorize_url(&oidc_client(app, &provider)?, state.clone(), &proof).await?;
    Ok(api::ProviderLogin { url, state })
}

/// `InvalidCredentials` for a state that is unknown, used or over, for whoever the provider does not vouch for, and
/// for whoever is no user of the project and is not to become one.
pub async fn finish_provider_login(app: &App, client: &ClientInfo<'_>, request: &api::FinishProviderLoginRequest) -> Result<api::LoginResponse> {
    let mut fields = Fields::new();
    fields.text("code", &request.code, MAX_CODE);
    fields.text("state", &request.state, 100);
    fields.finish()?;
    let started: Option<Started> = app.tickets.take(STATE, &request.state).await?;
    let started = started.ok_or(Error::InvalidCredentials)?;
    let attempt = app.attempts.count(AttemptTarget::provider(started.provider_id, &client.caller.ip), &client.caller.ip).await?;
    let answer = sign_in(app, client, started, &request.code).await;
    app.attempts.finish_login(attempt, answer).await
}

async fn sign_in(app: &App, client: &ClientInfo<'_>, started: Started, code: &str) -> Result<api::LoginResponse> {
    let provider = provider(app, started.provider_id).await?.ok_or(Error::InvalidCredentials)?;
    let proof = Proof { nonce: started.nonce, verifier: started.verifier };
    let claims = app.oidc.claims(oidc_client(app, &provider)?, code, proof).await?;

    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    store::project::lock(&mut tx, provider.project_id).await?;
    let mut found = store::identity_provider::find_user(&mut tx, &provider, &claims.subject, &claims.email).await?;
    if found.is_none() {
        insert_user(app, &mut tx, client.caller, &provider, &claims).await?;
        found = store::identity_provider::find_user(&mut tx, &provider, &claims.subject, &claims.email).await?;
    }
    let user = permitted(&provider, found)?;
    let options = SessionOptions { remember: started.remember, mobile_client: None, is_by_provider: true };
    let sign_in = ProviderSignIn {
        provider_id: provider.id,
        subject: claims.subject,
        email: claims.email,
        needs_password: !user.is_linked && user.has_password,
    };
    if let Some(account_id) = user.account_id {
        let factors = store::second_factor::summary(&mut tx, account_id).await?;
        if sign_in.needs_password || factors.is_on() {
            tx.rollback().await?;
            return demand(app, Ticket { account_id, options, provider: Some(sign_in) }, factors.methods()).await;
        }
    }
    let session = open_by_provider(app, tx, client, &provider, user, &sign_in, &options, now).await?;
    Ok(api::LoginResponse { sessions: vec![session], second_factor: None })
}

/// Asks for the password where it is needed, else for a second factor.
pub async fn demand(app: &App, ticket: Ticket, methods: Vec<String>) -> Result<api::LoginResponse> {
    let needs_password = ticket.provider.as_ref().is_some_and(|sign_in| sign_in.needs_password);
    let methods = if needs_password { vec!["password".to_string()] } else { methods };
    let ticket = app.tickets.issue(TICKET, &ticket).await?;
    Ok(api::LoginResponse { sessions: Vec::new(), second_factor: Some(api::SecondFactorDemand { ticket, methods }) })
}

/// After everything that was asked for was right.
pub async fn complete(app: &App, client: &ClientInfo<'_>, sign_in: &ProviderSignIn, options: &SessionOptions) -> Result<Vec<api::Session>> {
    let provider = provider(app, sign_in.provider_id).await?.ok_or(Error::InvalidCredentials)?;
    let mut tx = app.context.database.system().await?;
    store::project::lock(&mut tx, provider.project_id).await?;
    let found = store::identity_provider::find_user(&mut tx, &provider, &sign_in.subject, &sign_in.email).await?;
    let user = permitted(&provider, found)?;
    Ok(vec![open_by_provider(app, tx, client, &provider, user, sign_in, options, app.context.clock.now()).await?])
}

fn permitted(provider: &ProviderRow, found: Option<ProviderUser>) -> Result<ProviderUser> {
    let user = found.filter(|user| user.is_active).ok_or(Error::InvalidCredentials)?;
    if !provider.may_sign_in(&user.permissions()) {
        tracing::info!(
            project_id = provider.project_id,
            user_id = user.user_id,
            "a provider was saved by somebody with fewer permissions than the user"
        );
        return Err(Error::InvalidCredentials);
    }
    Ok(user)
}

#[expect(clippy::too_many_arguments, reason = "the parts of one sign-in, used nowhere else")]
async fn open_by_provider(
    app: &App,
    mut tx: Tx,
    client: &ClientInfo<'_>,
    provider: &ProviderRow,
    user: ProviderUser,
    sign_in: &ProviderSignIn,
    options: &SessionOptions,
    now: OffsetDateTime,
) -> Result<api::Session> {
    store::identity_provider::link(&mut tx, provider, &sign_in.subject, user.user_id).await?;
    store::identity_provider::prove_email(&mut tx, provider.project_id, user.user_id, &sign_in.email).await?;
    let expires_at = session::expires_at(now, options.remember);
    let (_, session) = open(app, &mut tx, client, user.into(), options, expires_at, &mut Vec::new()).await?;
    tx.commit().await?;
    Ok(session)
}

async fn provider(app: &App, id: i64) -> Result<Option<ProviderRow>> {
    let mut tx = app.context.database.system().await?;
    let found = store::identity_provider::enabled(&mut tx, id).await?;
    tx.rollback().await?;
    Ok(found)
}

fn oidc_client<'a>(app: &App, provider: &'a ProviderRow) -> Result<Client<'a>> {
    let open = |sealed: &Vec<u8>| app.context.sealer.open_for(CLIENT_SECRET_PURPOSE, sealed).map_err(Error::internal);
    Ok(Client {
        issuer_url: &provider.issuer_url,
        client_id: &provider.client_id,
        secret: provider.client_secret.as_ref().map(open).transpose()?,
        scopes: &provider.scopes,
    })
}

/// A user without account: only the provider lets them in, until somebody invites them.
async fn insert_user(app: &App, connection: &mut PgConnection, caller: &Caller, provider: &ProviderRow, claims: &Claims) -> Result<()> {
    let (Some(role_id), Some(domain_id)) = (provider.role_id, provider.domain_id) else { return Err(Error::InvalidCredentials) };
    if tree::path(connection, domain_id).await?.is_empty() {
        tracing::warn!(project_id = provider.project_id, domain_id, "the group of a provider's new users is gone");
        return Err(Error::InvalidCredentials);
    }
    let draft = UserDraft {
        name: claims.name.as_deref().unwrap_or(&claims.email).chars().take(100).collect(),
        email: Some(claims.email.clone()),
        role_id,
        domain_ids: [domain_id].into(),
        is_active: true,
        ..UserDraft::default()
    };
    let mut fields = Fields::new();
    draft.check(&mut fields);
    fields.finish().map_err(|_| Error::InvalidCredentials)?;
    let locale = store::project::locale(connection, provider.project_id).await?;
    let now = app.context.clock.now();
    let new = NewUser { draft: &draft, account_id: None, has_password: false, locale: &locale, created_by: None, now };
    let id = store::user::insert_first(connection, provider.project_id, &new).await?;
    let themself = Caller {
        kind: CallerKind::User,
        project_id: provider.project_id,
        user_id: id,
        user_name: draft.name.clone(),
        ip: caller.ip.clone(),
        request_id: caller.request_id.clone(),
        ..Caller::default()
    };
    let made = audit::user_change(Action::Create, id, &draft.name, Value::Null, draft.audit_view());
    kit::audit::record(connection, &app.context.clock, &themself, made).await
}
