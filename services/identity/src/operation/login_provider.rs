//! Signing in by a project's OpenID Connect provider: in that project alone, for its administrators choose whom the
//! provider vouches for. The account's second factor is not asked for: the provider has its own.
use kit::{Error, Fields, Result, tree};
use policy::{Action, Caller, CallerKind};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgConnection;
use time::Duration;

use super::identity_provider::PURPOSE;
use super::open_sessions::{Origin, Wish, open};
use super::{change, shown};
use crate::domain::{session, user::Draft};
use crate::openid::{Claims, Client, OpenId, Proof};
use crate::parts::Parts;
use crate::store;
use crate::store::identity_provider::ProviderRow;
use crate::store::user::NewUser;
use crate::target::Target;
use crate::tickets::Kind;

const STATE: Kind = Kind { name: "provider-login", lifetime: Duration::minutes(10) };
const MAX_CODE: usize = 4096;

#[derive(Serialize, Deserialize)]
struct Started {
    provider_id: i64,
    nonce: String,
    verifier: String,
    remember: bool,
}

/// `NotFound` for a provider that is not there or off; `Unavailable` while it does not answer.
pub async fn start_provider_login(parts: &Parts, request: &api::StartProviderLoginRequest) -> Result<api::ProviderLogin> {
    let provider = provider(parts, request.id).await?.ok_or(Error::NotFound)?;
    let proof = OpenId::proof();
    let started = Started { provider_id: provider.id, nonce: proof.nonce.clone(), verifier: proof.verifier.clone(), remember: request.remember };
    let state = parts.tickets.issue(STATE, &started).await?;
    let url = parts.openid.authorize_url(&client(parts, &provider)?, state.clone(), &proof).await?;
    Ok(api::ProviderLogin { url, state })
}

/// `InvalidCredentials` for a state that is unknown, used or over, for whoever the provider does not vouch for, and
/// for whoever is no user of the project and is not to become one.
pub async fn finish_provider_login(parts: &Parts, origin: &Origin<'_>, request: &api::FinishProviderLoginRequest) -> Result<api::LoginResponse> {
    let mut fields = Fields::new();
    fields.text("code", &request.code, MAX_CODE);
    fields.text("state", &request.state, 100);
    fields.finish()?;
    let started: Option<Started> = parts.tickets.take(STATE, &request.state).await?;
    let started = started.ok_or(Error::InvalidCredentials)?;
    let attempt = parts.attempts.count(Target::provider(started.provider_id, &origin.caller.ip), &origin.caller.ip).await?;
    let answer = sign_in(parts, origin, started, &request.code).await;
    parts.attempts.settle(attempt, answer).await
}

async fn sign_in(parts: &Parts, origin: &Origin<'_>, started: Started, code: &str) -> Result<api::LoginResponse> {
    let provider = provider(parts, started.provider_id).await?.ok_or(Error::InvalidCredentials)?;
    let proof = Proof { nonce: started.nonce, verifier: started.verifier };
    let claims = parts.openid.claims(client(parts, &provider)?, code, proof).await?;

    let now = parts.context.clock.now();
    let mut tx = parts.context.database.system().await?;
    store::project::lock(&mut tx, provider.project_id).await?;
    let mut known = store::identity_provider::known(&mut tx, &provider, &claims.subject, &claims.email).await?;
    if known.is_none() {
        make(parts, &mut tx, origin.caller, &provider, &claims).await?;
        known = store::identity_provider::known(&mut tx, &provider, &claims.subject, &claims.email).await?;
    }
    let known = known.filter(|known| known.is_active).ok_or(Error::InvalidCredentials)?;
    store::identity_provider::link(&mut tx, &provider, &claims.subject, known.user_id).await?;
    store::identity_provider::prove_email(&mut tx, provider.project_id, known.user_id, &claims.email).await?;
    let wish = Wish { remember: started.remember, mobile_client: None };
    let (_, session) = open(parts, &mut tx, origin, known.into(), &wish, session::expires_at(now, started.remember), &mut Vec::new()).await?;
    tx.commit().await?;
    Ok(api::LoginResponse { sessions: vec![session], second_factor: None })
}

async fn provider(parts: &Parts, id: i64) -> Result<Option<ProviderRow>> {
    let mut tx = parts.context.database.system().await?;
    let found = store::identity_provider::enabled(&mut tx, id).await?;
    tx.rollback().await?;
    Ok(found)
}

fn client<'a>(parts: &Parts, provider: &'a ProviderRow) -> Result<Client<'a>> {
    let open = |sealed: &Vec<u8>| parts.context.sealer.open_for(PURPOSE, sealed).map_err(Error::internal);
    Ok(Client {
        issuer_url: &provider.issuer_url,
        client_id: &provider.client_id,
        secret: provider.client_secret.as_ref().map(open).transpose()?,
        scopes: &provider.scopes,
    })
}

/// A user without account: only the provider lets them in, until somebody invites them.
async fn make(parts: &Parts, connection: &mut PgConnection, caller: &Caller, provider: &ProviderRow, claims: &Claims) -> Result<()> {
    let (Some(role_id), Some(domain_id)) = (provider.role_id, provider.domain_id) else { return Err(Error::InvalidCredentials) };
    if tree::path(connection, domain_id).await?.is_empty() {
        tracing::warn!(project_id = provider.project_id, domain_id, "the group of a provider's new users is gone");
        return Err(Error::InvalidCredentials);
    }
    let draft = Draft {
        name: claims.name.as_deref().unwrap_or(&claims.email).chars().take(100).collect(),
        email: Some(claims.email.clone()),
        role_id,
        domain_ids: [domain_id].into(),
        is_active: true,
        ..Draft::default()
    };
    let mut fields = Fields::new();
    draft.check(&mut fields);
    fields.finish().map_err(|_| Error::InvalidCredentials)?;
    let locale = store::project::locale(connection, provider.project_id).await?;
    let now = parts.context.clock.now();
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
    let made = change(Action::Create, id, &draft.name, Value::Null, shown(&draft));
    kit::audit::record(connection, &parts.context.clock, &themself, made).await
}
