//! Registering with a project's invitation code: a link is mailed, which proves the e-mail. Nothing is made before
//! it came back, so that nobody fills a project with groups, or takes an e-mail, by typing it.
use kit::{Error, Result};
use policy::Caller;
use proto::vestibule::identity::v1 as api;
use uuid::Uuid;

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::mail::{Mail, Receiver};
use crate::domain::self_registration::{SelfRegistrationDraft, VALIDITY, is_code};
use crate::domain::{link_token, refusal};
use crate::operation::audit;
use crate::projection;
use crate::projection::project_settings::Offer;
use crate::publish;
use crate::store;
use crate::store::self_registration::SelfRegistration;

/// What the code offers.
pub async fn offer(app: &App, caller: &Caller, code: &str) -> Result<api::SelfRegistration> {
    let found = find(app, caller, code).await?;
    let user_types = found.user_types.0.into_iter().map(|offer| offer.name).collect();
    Ok(api::SelfRegistration { project_name: found.project_name, object_names: found.object_names, user_types })
}

/// Answers alike for known and unknown e-mails. Every call counts: each may send a mail.
pub async fn register(app: &App, caller: &Caller, request: &api::SelfRegisterRequest) -> Result<()> {
    let offer = find(app, caller, &request.code).await?;
    let draft = SelfRegistrationDraft::from_api(request);
    let role_id = draft.check(request, &offer.user_types)?;
    let _counted = app.attempts.count(AttemptTarget::register(&draft.person.email), &caller.ip).await?;
    let password_hash = app.passwords.hash(&request.user_password).await?;
    let (token, hash) = link_token::generate(&app.random)?;
    let pending = SelfRegistration {
        project_id: offer.project_id,
        key: Uuid::new_v4(),
        name: draft.person.name,
        email: draft.person.email,
        locale: draft.person.locale,
        password_hash,
        role_id,
        object_name: draft.object_name,
        expires_at: app.context.clock.now() + VALIDITY,
    };
    write(app, caller, &pending, &token, &hash).await
}

async fn find(app: &App, caller: &Caller, code: &str) -> Result<Offer> {
    if !is_code(code) {
        return Err(refusal::invalid_invitation());
    }
    let lookup = async {
        let mut tx = app.context.database.system().await?;
        let found = projection::project_settings::offer(&mut tx, code).await?;
        tx.rollback().await?;
        found.ok_or_else(refusal::invalid_invitation)
    };
    app.attempts.guard(&caller.ip, AttemptTarget::invitation_code(code), lookup).await
}

/// For a known e-mail the same is written, and the link goes to nobody: what would be made of it is refused.
async fn write(app: &App, caller: &Caller, pending: &SelfRegistration, token: &str, hash: &[u8; 32]) -> Result<()> {
    let (project_id, expires_at) = (pending.project_id, pending.expires_at);
    let mut tx = app.context.database.system().await?;
    let languages = projection::project_settings::languages(&mut tx, project_id).await?;
    let holder = store::registration::holder(&mut tx, project_id, &pending.email).await?;
    let (email, name, locale) = (pending.email.clone(), pending.name.clone(), languages.choose(&pending.locale).into());
    let completion = Receiver { project_id, email, name, locale, domain_id: 0, by_installation: false };
    // Of what a stranger typed nothing reaches whoever has the e-mail.
    let (receiver, mail) = match holder {
        Some(holder) => (holder, Mail::AlreadyRegistered { link: app.links().login() }),
        None => (completion, Mail::AccountConfirmation { link: app.links().confirmation(token) }),
    };
    store::self_registration::insert(&mut tx, hash, pending).await?;
    publish::mail::request(&mut tx, receiver, mail, Some(expires_at)).await?;
    let somebody = audit::on_behalf(caller, project_id, 0, &pending.name);
    kit::audit::record(&mut tx, &app.context.clock, &somebody, audit::user_action("request registration", 0, &pending.email)).await?;
    tx.commit().await.map_err(Error::from)
}
