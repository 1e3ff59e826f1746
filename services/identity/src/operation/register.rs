//! Registering by oneself: a code is mailed, which proves the e-mail. Who is registered already is told so by mail,
//! and gets the same answers, so that nobody learns who has an account.
use kit::{Error, Result, clock};
use policy::Caller;
use proto::vestibule::identity::v1 as api;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{act, on_behalf};
use crate::domain::mail::{Mail, Receiver};
use crate::domain::registration::{Draft, MAX_WRONG_CODES, RESEND_AFTER, VALIDITY, seconds_to_wait};
use crate::domain::{confirmation_code, link_token, refusal};
use crate::parts::Parts;
use crate::store;
use crate::store::project_settings::{Open, Which};
use crate::store::registration::{NewCode, NewRegistration};
use crate::target::Target;

/// Every call counts, whatever comes of it: each may send a mail.
pub async fn register(parts: &Parts, caller: &Caller, request: &api::RegisterRequest) -> Result<api::RegisterResponse> {
    let draft = Draft::of(request);
    draft.check(&request.password)?;
    let _counted = parts.attempts.count(Target::register(&draft.email), &caller.ip).await?;
    let open = open_project(parts, request.project.as_deref()).await?;
    let password_hash = parts.passwords.hash(&request.password).await?;
    let (token, hash) = link_token::generate(&parts.random)?;

    let Draft { name, email, locale } = draft;
    let mut tx = parts.context.database.system().await?;
    let languages = store::project_settings::languages(&mut tx, open.project_id).await?;
    let locale = languages.choose(&locale).into();
    let receiver = Receiver { project_id: open.project_id, email, name, locale, domain_id: open.domain_id };
    let code = mail_code(parts, &mut tx, &receiver, &token).await?;
    store::registration::insert(&mut tx, &NewRegistration { hash: &hash, receiver: &receiver, password_hash: &password_hash, code: &code }).await?;
    audit(parts, &mut tx, caller, &receiver, "request registration").await?;
    tx.commit().await?;
    Ok(answer(token, &code))
}

/// `TooManyRequests` before another code may be asked for.
pub async fn resend(parts: &Parts, caller: &Caller, request: &api::ResendRegistrationRequest) -> Result<api::RegisterResponse> {
    let token = request.code.as_str();
    let hash = link_token::hash(token).ok_or_else(refusal::outdated_link)?;
    let _counted = parts.attempts.count(Target::resend(&hash), &caller.ip).await?;
    let now = parts.context.clock.now();
    let mut tx = parts.context.database.system().await?;
    let found = store::registration::lock(&mut tx, &hash).await?;
    let found = found.filter(|found| found.expires_at > now && found.wrong_codes < MAX_WRONG_CODES).ok_or_else(refusal::outdated_link)?;
    if let Some(retry_after_seconds) = seconds_to_wait(found.code_sent_at, now) {
        return Err(Error::TooManyRequests { retry_after_seconds });
    }
    let domain_id = store::project_settings::open(&mut tx, Which::Id(found.project_id)).await?.first().map_or(0, |open| open.domain_id);
    let receiver = Receiver { project_id: found.project_id, email: found.email, name: found.name, locale: found.locale, domain_id };
    let code = mail_code(parts, &mut tx, &receiver, token).await?;
    store::registration::renew(&mut tx, &hash, &code).await?;
    audit(parts, &mut tx, caller, &receiver, "resend registration code").await?;
    tx.commit().await?;
    Ok(answer(token.into(), &code))
}

/// The project of this uid, or the only one that is open.
async fn open_project(parts: &Parts, uid: Option<&str>) -> Result<Open> {
    let which = match uid.map(str::trim).filter(|uid| !uid.is_empty()) {
        Some(uid) => Which::Uid(Uuid::parse_str(uid).map_err(|_| Error::NotFound)?),
        None => Which::Any,
    };
    let mut tx = parts.context.database.system().await?;
    let mut open = store::project_settings::open(&mut tx, which).await?;
    tx.rollback().await?;
    match (open.len(), which) {
        (1, _) => Ok(open.remove(0)),
        // One that is closed is as one that is not there.
        (0, Which::Uid(_)) => Err(Error::NotFound),
        (0, _) => Err(Error::Forbidden),
        _ => Err(Error::field("project", "required")),
    }
}

/// Asks for the mail that the e-mail gets. The work is the same for known and unknown ones; of what a stranger typed
/// nothing reaches whoever has the e-mail.
async fn mail_code(parts: &Parts, connection: &mut PgConnection, receiver: &Receiver, token: &str) -> Result<NewCode> {
    let now = parts.context.clock.now();
    let code = confirmation_code::generate(&parts.random)?;
    let code_hash = confirmation_code::hash(&code, token);
    let holder = store::registration::holder(connection, receiver.project_id, &receiver.email).await?;
    let hash = holder.is_none().then_some(code_hash);
    let (receiver, mail) = match holder {
        Some(holder) => (holder, Mail::AlreadyRegistered { link: parts.links().login() }),
        None => (receiver.clone(), Mail::RegistrationCode { code: &code, minutes: VALIDITY.whole_minutes() }),
    };
    let expires_at = now + VALIDITY;
    store::mail::request(connection, receiver, mail, Some(expires_at)).await?;
    Ok(NewCode { hash, sent_at: now, expires_at })
}

async fn audit(parts: &Parts, connection: &mut PgConnection, caller: &Caller, receiver: &Receiver, action: &str) -> Result<()> {
    let somebody = on_behalf(caller, receiver.project_id, 0, &receiver.name);
    kit::audit::record(connection, &parts.context.clock, &somebody, act(action, 0, &receiver.email)).await
}

fn answer(registration: String, code: &NewCode) -> api::RegisterResponse {
    api::RegisterResponse {
        registration,
        resend_after_seconds: RESEND_AFTER.whole_seconds() as i32,
        expires_at: Some(clock::to_proto(code.expires_at)),
    }
}
