//! Registering by oneself: a code is mailed, which proves the e-mail. A user who is registered already is informed by mail,
//! and gets the same answers, so that nobody learns who has an account.
use kit::{Error, Result, clock};
use policy::Caller;
use proto::vestibule::identity::v1 as api;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::mail::{Mail, Receiver};
use crate::domain::registration::{MAX_WRONG_CODES, RESEND_AFTER, RegistrationDraft, VALIDITY, seconds_to_wait};
use crate::domain::{confirmation_code, link_token, refusal};
use crate::operation::audit;
use crate::projection;
use crate::projection::project_settings::{Open, Which};
use crate::publish;
use crate::store;
use crate::store::registration::{NewCode, NewRegistration};

/// Every call counts, whatever comes of it: each may send a mail.
pub async fn register(app: &App, caller: &Caller, request: &api::RegisterRequest) -> Result<api::RegisterResponse> {
    let draft = RegistrationDraft::from_api(request);
    draft.check(&request.password)?;
    let _counted = app.attempts.count(AttemptTarget::register(&draft.email), &caller.ip).await?;
    let open = open_project(app, request.project.as_deref()).await?;
    let password_hash = app.passwords.hash(&request.password).await?;
    let (token, hash) = link_token::generate(&app.random)?;

    let RegistrationDraft { name, email, locale } = draft;
    let mut tx = app.context.database.system().await?;
    let languages = projection::project_settings::languages(&mut tx, open.project_id).await?;
    let locale = languages.choose(&locale).into();
    let receiver = Receiver { project_id: open.project_id, email, name, locale, domain_id: open.domain_id, by_installation: false };
    let code = mail_code(app, &mut tx, &receiver, &token).await?;
    store::registration::insert(&mut tx, &NewRegistration { hash: &hash, receiver: &receiver, password_hash: &password_hash, code: &code }).await?;
    audit(app, &mut tx, caller, &receiver, "request registration").await?;
    tx.commit().await?;
    Ok(answer(token, &code))
}

/// `TooManyRequests` before another code may be asked for.
pub async fn resend(app: &App, caller: &Caller, request: &api::ResendRegistrationRequest) -> Result<api::RegisterResponse> {
    let token = request.code.as_str();
    let hash = link_token::hash(token).ok_or_else(refusal::outdated_link)?;
    let _counted = app.attempts.count(AttemptTarget::resend(&hash), &caller.ip).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let found = store::registration::lock(&mut tx, &hash).await?;
    let found = found.filter(|found| found.expires_at > now && found.wrong_codes < MAX_WRONG_CODES).ok_or_else(refusal::outdated_link)?;
    if let Some(retry_after_seconds) = seconds_to_wait(found.code_sent_at, now) {
        return Err(Error::TooManyRequests { retry_after_seconds });
    }
    let domain_id = projection::project_settings::open(&mut tx, Which::Id(found.project_id)).await?.first().map_or(0, |open| open.domain_id);
    let receiver =
        Receiver { project_id: found.project_id, email: found.email, name: found.name, locale: found.locale, domain_id, by_installation: false };
    let code = mail_code(app, &mut tx, &receiver, token).await?;
    store::registration::renew(&mut tx, &hash, &code).await?;
    audit(app, &mut tx, caller, &receiver, "resend registration code").await?;
    tx.commit().await?;
    Ok(answer(token.into(), &code))
}

/// The project of this uid, or the only one that is open.
async fn open_project(app: &App, uid: Option<&str>) -> Result<Open> {
    let which = match uid.map(str::trim).filter(|uid| !uid.is_empty()) {
        Some(uid) => Which::Uid(Uuid::parse_str(uid).map_err(|_| Error::NotFound)?),
        None => Which::Any,
    };
    let mut tx = app.context.database.system().await?;
    let mut open = projection::project_settings::open(&mut tx, which).await?;
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
async fn mail_code(app: &App, connection: &mut PgConnection, receiver: &Receiver, token: &str) -> Result<NewCode> {
    let now = app.context.clock.now();
    let code = confirmation_code::generate(&app.random)?;
    let code_hash = confirmation_code::hash(&code, token);
    let holder = store::registration::holder(connection, receiver.project_id, &receiver.email).await?;
    let hash = holder.is_none().then_some(code_hash);
    let (receiver, mail) = match holder {
        Some(holder) => (holder, Mail::AlreadyRegistered { link: app.links().login() }),
        None => (receiver.clone(), Mail::RegistrationCode { code: &code, minutes: VALIDITY.whole_minutes() }),
    };
    let expires_at = now + VALIDITY;
    publish::mail::request(connection, receiver, mail, Some(expires_at)).await?;
    Ok(NewCode { hash, sent_at: now, expires_at })
}

async fn audit(app: &App, connection: &mut PgConnection, caller: &Caller, receiver: &Receiver, action: &str) -> Result<()> {
    let somebody = audit::on_behalf(caller, receiver.project_id, 0, &receiver.name);
    kit::audit::record(connection, &app.context.clock, &somebody, audit::user_action(action, 0, &receiver.email)).await
}

fn answer(registration: String, code: &NewCode) -> api::RegisterResponse {
    api::RegisterResponse {
        registration,
        resend_after_seconds: RESEND_AFTER.whole_seconds() as i32,
        expires_at: Some(clock::to_proto(code.expires_at)),
    }
}
