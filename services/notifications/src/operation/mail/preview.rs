//! Renders a mail template with samples.
use kit::Result;
use policy::action;

use super::mail_context;
use crate::app::App;
use crate::domain::mail::locale::Locale;
use crate::domain::mail::mail_type::{MailText, MailType};
use crate::domain::mail::rendered_mail::{self, MailSender, RenderedMail};
use crate::domain::mail_template::{MailTemplateDraft, validate_text};
use crate::operation::mail_template::rights::{ensure_can_place, wait_for_group};
use crate::smtp::server::MailServer;
use crate::store::mail_template::Right;

/// A rendered mail, its sender, and the server that would send it.
pub struct PreparedMail {
    pub mail_type: &'static MailType,
    pub mail: RenderedMail,
    pub sender: MailSender,
    /// None where there is none for mails of the type.
    pub server: Option<MailServer>,
}

pub async fn preview(app: &App, right: &Right<action::Edit>, draft: &MailTemplateDraft) -> Result<RenderedMail> {
    Ok(prepare_draft(app, right, draft).await?.mail)
}

pub async fn prepare_draft(app: &App, right: &Right<action::Edit>, draft: &MailTemplateDraft) -> Result<PreparedMail> {
    let (mail_type, locale, text) = validate_text(&draft.mail_type_id, &draft.locale, &draft.subject, &draft.body)?;
    prepare(app, right, mail_type, locale, text, draft.group_id).await
}

pub async fn prepare(
    app: &App,
    right: &Right<action::Edit>,
    mail_type: &'static MailType,
    locale: Locale,
    text: MailText,
    group: Option<i64>,
) -> Result<PreparedMail> {
    wait_for_group(app, right.caller(), group).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    ensure_can_place(&mut tx, right.caller(), group).await?;
    let sender = mail_context::sender(&mut tx, &app.config, right.project_id(), group).await?;
    let server = mail_context::server(&mut tx, app, right.project_id(), mail_type).await?;
    tx.commit().await?;
    Ok(PreparedMail { mail_type, mail: rendered_mail::render_preview(&text, mail_type, locale, &sender), sender, server })
}
