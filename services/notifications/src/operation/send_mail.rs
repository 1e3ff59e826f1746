//! Mails that somebody asks for and waits for: previews and tests.
use std::time::Duration;

use kit::audit::{self, Change};
use kit::{Context, Error, Fields, Result};
use policy::{Caller, Resource, action, resource};
use proto::vestibule::notifications::v1::{MailPreview, PreviewMailRequest, SendMailPreviewRequest};
use serde_json::json;
use uuid::Uuid;

use super::change_mail_template::check_place;
use crate::domain::mail::kind::{self, Kind, Text};
use crate::domain::mail::letter::{self, Letter, Sender};
use crate::domain::mail::locale::Locale;
use crate::domain::mail::template::checked;
use crate::mail::config::Config;
use crate::mail::correspondence;
use crate::mail::message::{self, Heads, Wire};
use crate::mail::server::{Mailbox, Server};
use crate::mail::smtp::{self, Failure};
use crate::store::direct_mail;
use crate::store::mail_template::Proof;

/// How long the caller waits for the mail server.
const PATIENCE: Duration = Duration::from_secs(20);

/// A letter, whose it is, and the server that would send it.
struct Prepared {
    kind: &'static Kind,
    letter: Letter,
    sender: Sender,
    server: Option<Server>,
}

pub async fn preview(context: &Context, config: &Config, right: &Proof<action::Edit>, request: PreviewMailRequest) -> Result<MailPreview> {
    let (kind, locale, text) = checked(&request.mail_type_id, &request.locale, &request.subject, &request.body)?;
    let Letter { subject, html, text } = prepare(context, config, right, kind, locale, text, request.domain_id).await?.letter;
    Ok(MailPreview { subject, html, text })
}

/// Sends what `preview` shows.
pub async fn send_preview(context: &Context, config: &Config, right: &Proof<action::Edit>, request: SendMailPreviewRequest) -> Result<()> {
    check_email(&request.email)?;
    let (kind, locale, text) = checked(&request.mail_type_id, &request.locale, &request.subject, &request.body)?;
    let prepared = prepare(context, config, right, kind, locale, text, request.domain_id).await?;
    send(context, right.caller(), prepared, &request.email).await
}

/// By the stored settings, whatever they are now.
pub async fn send_test(context: &Context, config: &Config, right: &Proof<action::Edit>, email: &str) -> Result<()> {
    let caller = right.caller();
    caller.authorize::<resource::ProjectSettings, action::Edit>()?;
    check_email(email)?;
    let kind = kind::of("test_mail").ok_or(Error::NotFound)?;
    let mut tx = context.database.tenant(right.project_id()).await?;
    let (locale, text) = correspondence::text(&mut tx, right.project_id(), kind, None, Locale::nearest(&caller.locale)).await?;
    tx.commit().await?;
    let prepared = prepare(context, config, right, kind, locale, text, None).await?;
    send(context, caller, prepared, email).await
}

async fn prepare(
    context: &Context,
    config: &Config,
    right: &Proof<action::Edit>,
    kind: &'static Kind,
    locale: Locale,
    text: Text,
    group: Option<i64>,
) -> Result<Prepared> {
    let mut tx = context.database.tenant(right.project_id()).await?;
    check_place(&mut tx, right.caller(), group).await?;
    let sender = correspondence::sender(&mut tx, config, right.project_id(), group).await?;
    let server = correspondence::server(&mut tx, context, config, right.project_id()).await?;
    tx.commit().await?;
    Ok(Prepared { kind, letter: letter::preview(&text, kind, locale, &sender), sender, server })
}

/// At once, and says what the server said. Who sent it to whom is audited.
async fn send(context: &Context, caller: &Caller, prepared: Prepared, email: &str) -> Result<()> {
    let Prepared { kind, letter, sender, server } = prepared;
    let server = server.ok_or_else(|| Error::Unavailable(anyhow::anyhow!("there is no mail server")))?;
    let wire = wire(context, &server, &sender, &letter, email)?;

    let mut tx = context.database.tenant(caller.project_id).await?;
    let id = direct_mail::begin(&mut tx, caller, kind.id, email, context.clock.now()).await?;
    let after = json!({ "subject": letter.subject, "mail_type_id": kind.id });
    let change = Change { action: "send", resource: Resource::MailTemplate, id: 0, name: email, before: json!({}), after };
    audit::record(&mut tx, &context.clock, caller, change).await?;
    tx.commit().await?;

    let result = smtp::send(&server, &context.outgoing, &wire, PATIENCE).await;
    let error = result.as_ref().err().map(Failure::to_string);
    let mut tx = context.database.tenant(caller.project_id).await?;
    direct_mail::end(&mut tx, caller, id, error.as_deref(), context.clock.now()).await?;
    tx.commit().await?;
    result.map_err(|failure| match failure {
        Failure::Refused { field, words, .. } => Error::field(field, words),
        Failure::Away(error) => Error::Unavailable(error),
    })
}

fn wire(context: &Context, server: &Server, sender: &Sender, letter: &Letter, email: &str) -> Result<Wire> {
    let (from, to) = (correspondence::from(server, sender), Mailbox { name: String::new(), email: email.into() });
    let id = Uuid::now_v7().simple().to_string();
    let heads = Heads { from: &from, to: &to, reply_to: &sender.label.email, id: &id, at: context.clock.now() };
    message::build(&heads, letter).map_err(|error| {
        let field = if from.email.parse::<lettre::Address>().is_err() { "from_email" } else { "email" };
        tracing::debug!(%error, "not a mail");
        Error::field(field, "must be e-mail")
    })
}

fn check_email(email: &str) -> Result<()> {
    let mut fields = Fields::new();
    fields.email("email", email);
    fields.finish()
}
