//! What a project's mails are made of: who sends, by which server, in whose words.
use kit::{Context, Result};
use sqlx::PgConnection;

use super::config::Config;
use super::server::{Mailbox, Server};
use crate::domain::mail::kind::{Kind, Text};
use crate::domain::mail::letter::Sender;
use crate::domain::mail::locale::Locale;
use crate::store::{mail_settings, mail_template, project, white_label};

/// What a project is called that was not heard of yet.
const NAMELESS: &str = "Vestibule";

/// The name and white label that a group's mails show; None for the project's.
pub async fn sender(connection: &mut PgConnection, config: &Config, project_id: i64, group_id: Option<i64>) -> Result<Sender> {
    let project = project::name(connection, project_id).await?.unwrap_or_else(|| NAMELESS.into());
    let mut label = white_label::nearest(connection, project_id, group_id).await?.unwrap_or_default();
    label.logo = config.absolute(&label.logo);
    Ok(Sender { project, label })
}

/// The project's own server when it has one, else the installation's; None where there is neither.
pub async fn server(connection: &mut PgConnection, context: &Context, config: &Config, project_id: i64) -> Result<Option<Server>> {
    match mail_settings::enabled(connection, project_id).await? {
        Some(settings) => Ok(Some(Server::of_project(&settings, &context.sealer)?)),
        None => Ok(config.server.clone()),
    }
}

/// The nearest template, or else the platform's own text; with the language that it is in.
pub async fn text(connection: &mut PgConnection, project_id: i64, kind: &Kind, group_id: Option<i64>, locale: Locale) -> Result<(Locale, Text)> {
    let template = mail_template::nearest(connection, project_id, kind.id, group_id, locale).await?;
    Ok(template.unwrap_or_else(|| (locale, kind.text(locale))))
}

/// The sender's address, under the name that receivers know.
pub fn from(server: &Server, sender: &Sender) -> Mailbox {
    let is_named = !server.is_own && !server.from.name.is_empty();
    let name = if is_named { server.from.name.clone() } else { sender.name().to_string() };
    Mailbox { name, email: server.from.email.clone() }
}
