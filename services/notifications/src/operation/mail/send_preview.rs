//! Sends a preview of a mail template to the caller. To no other address: the text is the caller's own, and the sender may
//! be the installation.
use kit::{Error, Result};
use policy::action;

use super::preview::prepare_draft;
use super::send_limits;
use super::send_now::{send_now, validate_email};
use crate::app::App;
use crate::domain::mail_template::MailTemplateDraft;
use crate::projection::user;
use crate::store::mail_template::Right;

pub async fn send_preview(app: &App, right: &Right<action::Edit>, draft: &MailTemplateDraft, email: &str) -> Result<()> {
    validate_email(email)?;
    let prepared = prepare_draft(app, right, draft).await?;
    ensure_own_email(app, right, email).await?;
    let _permit = send_limits::acquire_for_user(app, right.caller()).await?;
    send_now(app, right.caller(), prepared, email).await
}

async fn ensure_own_email(app: &App, right: &Right<action::Edit>, email: &str) -> Result<()> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    match user::find_email(&mut reader, right.project_id(), right.caller().user_id).await? {
        Some(own) if own.eq_ignore_ascii_case(email) => Ok(()),
        _ => Err(Error::field("email", "must be your own e-mail")),
    }
}
