//! The link of a self-registration came back: the object becomes a root group, and the registrant a user in it.
use std::time::Duration;

use kit::{Error, Result, tree};
use policy::{Caller, CallerKind};
use proto::vestibule::domains::v1::CreateRegisteredGroupRequest;
use proto::vestibule::domains::v1::registered_groups_client::RegisteredGroupsClient;
use proto::vestibule::events::v1::GroupChanged;

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::{link_token, refusal};
use crate::operation::registration::complete::{RegistrationCompletion, complete};
use crate::store;
use crate::store::self_registration::SelfRegistration;

/// How long the domains service may take to answer.
const DOMAINS_TIMEOUT: Duration = Duration::from_secs(10);

pub async fn confirm(app: &App, caller: &Caller, token: &str) -> Result<()> {
    let hash = link_token::hash(token).ok_or_else(refusal::outdated_link)?;
    app.attempts.guard(&caller.ip, AttemptTarget::confirmation(&hash), complete_registration(app, caller, &hash)).await
}

/// The group comes first, under a key: if this ends halfway, the link makes no second one.
async fn complete_registration(app: &App, caller: &Caller, hash: &[u8; 32]) -> Result<()> {
    let pending = find(app, hash).await?;
    let group = create_group(app, caller, &pending).await?;
    let mut tx = app.context.database.system().await?;
    if !store::self_registration::take(&mut tx, hash).await? {
        return Err(refusal::outdated_link());
    }
    // The event of the group may be late: its first administrator finds it at once.
    tree::apply(&mut tx, &group).await?;
    let completion = RegistrationCompletion {
        project_id: pending.project_id,
        name: &pending.name,
        email: &pending.email,
        locale: &pending.locale,
        password_hash: &pending.password_hash,
        role_id: pending.role_id,
        domain_id: group.id,
    };
    complete(app, &mut tx, caller, &completion).await?;
    Ok(tx.commit().await?)
}

/// No group is made for an e-mail that is taken already.
async fn find(app: &App, hash: &[u8; 32]) -> Result<SelfRegistration> {
    let mut tx = app.context.database.system().await?;
    let found = store::self_registration::find(&mut tx, hash, app.context.clock.now()).await?.ok_or_else(refusal::outdated_link)?;
    let holder = store::registration::holder(&mut tx, found.project_id, &found.email).await?;
    tx.rollback().await?;
    if holder.is_some() { Err(refusal::registered_already()) } else { Ok(found) }
}

async fn create_group(app: &App, caller: &Caller, pending: &SelfRegistration) -> Result<GroupChanged> {
    let sender = Caller {
        kind: CallerKind::Service(app.context.service.into()),
        project_id: pending.project_id,
        user_name: pending.name.clone(),
        ip: caller.ip.clone(),
        request_id: caller.request_id.clone(),
        ..Caller::default()
    };
    let request = CreateRegisteredGroupRequest { key: pending.key.to_string(), name: pending.object_name.clone() };
    let request = app.context.signer.request(&sender, request);
    let mut domains = RegisteredGroupsClient::new(app.context.peers.peer("domains"));
    let answer = tokio::time::timeout(DOMAINS_TIMEOUT, domains.create_registered_group(request)).await;
    let answer = answer.map_err(|_| Error::Unavailable(anyhow::anyhow!("domains does not answer")))??.into_inner();
    Ok(GroupChanged { project_id: pending.project_id, id: answer.id, version: answer.version, name: answer.name, ..GroupChanged::default() })
}
