//! Sends a mail while the caller waits. Receiver and sender are recorded in the audit log.
use std::time::Duration;

use kit::audit::{self, Change};
use kit::{Error, Fields, Result};
use policy::{Caller, Resource};
use serde_json::{Value, json};
use uuid::Uuid;

use super::mail_context;
use super::preview::PreparedMail;
use crate::app::App;
use crate::domain::mail::mail_type::MailType;
use crate::domain::mail::rendered_mail::{MailSender, RenderedMail};
use crate::smtp::message::{self, EncodedMail, Headers};
use crate::smtp::server::{MailServer, Mailbox};
use crate::smtp::{self, SmtpFailure};
use crate::store::direct_mail;

/// For the mail server, while the caller waits.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);

/// An error is what the mail server replied.
pub async fn send_now(app: &App, caller: &Caller, prepared: PreparedMail, email: &str) -> Result<()> {
    let context = &app.context;
    let PreparedMail { mail_type, mail, sender, server } = prepared;
    let server = server.ok_or_else(|| no_server(mail_type))?;
    let encoded = encode(app, &server, &sender, mail_type, &mail, email)?;

    let mut tx = context.database.tenant(caller.project_id).await?;
    let id = direct_mail::insert(&mut tx, caller, mail_type.id, email, context.clock.now()).await?;
    let after = json!({ "subject": mail.subject, "mail_type_id": mail_type.id });
    let change = Change { action: "send", resource: Resource::MailTemplate, id: 0, name: email, before: json!({}), after };
    audit::record(&mut tx, &context.clock, caller, change).await?;
    tx.commit().await?;

    let result = smtp::send(&server, &context.outgoing, &encoded, SEND_TIMEOUT).await;
    let error = result.as_ref().err().map(SmtpFailure::to_string);
    let mut tx = context.database.tenant(caller.project_id).await?;
    direct_mail::update_outcome(&mut tx, caller, id, error.as_deref(), context.clock.now()).await?;
    tx.commit().await?;
    result.map_err(|failure| match failure {
        SmtpFailure::Refused { field, reply, .. } => Error::field(field, reply),
        SmtpFailure::Unavailable(error) => Error::Unavailable(error),
    })
}

/// Mails about accounts never go by the project's own.
fn no_server(mail_type: &MailType) -> Error {
    let message = if mail_type.is_about_account { "the installation has no mail server" } else { "there is no mail server" };
    Error::Conflict { code: "no_mail_server", message: message.into(), data: Value::Null }
}

fn encode(app: &App, server: &MailServer, sender: &MailSender, mail_type: &MailType, mail: &RenderedMail, email: &str) -> Result<EncodedMail> {
    let (from, to) = (mail_context::from(server, sender), Mailbox { name: String::new(), email: email.into() });
    let id = Uuid::now_v7().simple().to_string();
    let reply_to = mail_context::reply_to(sender, mail_type);
    let headers = Headers { from: &from, to: &to, reply_to, id: &id, at: app.context.clock.now() };
    message::encode(&headers, mail).map_err(|error| {
        let field = if from.email.parse::<lettre::Address>().is_err() { "from_email" } else { "email" };
        tracing::debug!(%error, "a mail cannot be encoded");
        Error::field(field, "must be e-mail")
    })
}

pub fn validate_email(email: &str) -> Result<()> {
    let mut fields = Fields::new();
    fields.email("email", email);
    fields.finish()
}
