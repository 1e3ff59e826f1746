//! What the mails of a project or group are made with: sender, mail server and text.
use kit::Result;
use kit::projection::project;
use sqlx::PgConnection;

use crate::app::App;
use crate::config::Config;
use crate::domain::mail::locale::Locale;
use crate::domain::mail::macros::Values;
use crate::domain::mail::mail_type::{MailText, MailType};
use crate::domain::mail::rendered_mail::MailSender;
use crate::projection::{mail_settings, white_label};
use crate::smtp::server::{MailServer, Mailbox};
use crate::store::mail::QueuedMail;
use crate::store::{announce, mail_template};

/// Name of a project whose snapshot has not arrived yet.
const UNKNOWN_PROJECT: &str = "Vestibule";

/// The name and white label that the mails of a group show; None for those of the project.
pub async fn sender(connection: &mut PgConnection, config: &Config, project_id: i64, group_id: Option<i64>) -> Result<MailSender> {
    let project = project::name(connection, project_id).await?.unwrap_or_else(|| UNKNOWN_PROJECT.into());
    let mut label = white_label::find_nearest(connection, project_id, group_id).await?.unwrap_or_default();
    label.logo = config.absolute_url(&label.logo);
    Ok(MailSender { project, label })
}

/// The project's own server when it is enabled, otherwise the installation's; None where there is neither. A mail about an account goes
/// by the installation's alone: with its link whoever runs the project's server would have the account.
pub async fn server(connection: &mut PgConnection, app: &App, project_id: i64, mail_type: &MailType) -> Result<Option<MailServer>> {
    if mail_type.is_about_account {
        return Ok(app.config.mail_server.clone());
    }
    match mail_settings::find_enabled(connection, project_id).await? {
        Some(settings) => Ok(Some(MailServer::from_settings(&settings, &app.context.sealer)?)),
        None => Ok(app.config.mail_server.clone()),
    }
}

/// The server of a queued mail; None where there is none for it.
pub async fn server_of(connection: &mut PgConnection, app: &App, queued: &QueuedMail, mail_type: &MailType) -> Result<Option<MailServer>> {
    if queued.by_installation { Ok(app.config.mail_server.clone()) } else { server(connection, app, queued.project_id, mail_type).await }
}

/// The text of a queued mail.
pub async fn text_of(connection: &mut PgConnection, queued: &QueuedMail, mail_type: &MailType) -> Result<(Locale, MailText)> {
    let locale = Locale::nearest(&queued.locale);
    match queued.by_installation {
        true => Ok((locale, mail_type.text(locale))),
        false => text(connection, queued.project_id, mail_type, queued.domain_id, locale).await,
    }
}

/// The nearest template, or the built-in text; with its language, which may be another than `locale`.
pub async fn text(
    connection: &mut PgConnection,
    project_id: i64,
    mail_type: &MailType,
    group_id: Option<i64>,
    locale: Locale,
) -> Result<(Locale, MailText)> {
    let template = mail_template::find_nearest_text(connection, project_id, mail_type.id, group_id, locale).await?;
    Ok(template.unwrap_or_else(|| (locale, mail_type.text(locale))))
}

/// The server's address, with the project's own name for it or else the sender's name.
pub fn from(server: &MailServer, sender: &MailSender) -> Mailbox {
    let has_name = !server.is_installations && !server.from.name.is_empty();
    let name = if has_name { server.from.name.clone() } else { sender.name().to_string() };
    Mailbox { name, email: server.from.email.clone() }
}

/// Where answers go: the white label's address; empty for none. Who answers a mail about an account quotes its link.
pub fn reply_to<'s>(sender: &'s MailSender, mail_type: &MailType) -> &'s str {
    if mail_type.is_about_account { "" } else { &sender.label.email }
}

/// Subject and body of the announce that the mail is of: ten thousand mails store them once. Nothing for other mails.
pub async fn add_announce(connection: &mut PgConnection, project_id: i64, values: &mut Values) -> Result<()> {
    let Some(id) = values.remove("announce_id").and_then(|id| id.parse().ok()) else { return Ok(()) };
    if let Some((subject, body)) = announce::find_text(connection, project_id, id).await? {
        values.insert("subject".into(), subject);
        values.insert("content".into(), body);
    }
    Ok(())
}
