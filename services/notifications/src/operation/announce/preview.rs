use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Result};
use policy::{Action, Caller, Denied, Resource, Scope};

use super::ensure_recipients_in_reach;
use crate::app::App;
use crate::domain::announce::{AnnounceDraft, SendVia};
use crate::domain::mail::locale::Locale;
use crate::domain::mail::mail_type::{self, ANNOUNCE};
use crate::domain::mail::rendered_mail;
use crate::operation::mail::mail_context;
use crate::projection::user::USERS;
use crate::store::announce_recipient;

/// What a draft would come to.
#[derive(Debug)]
pub struct AnnouncePreview {
    pub recipients: i64,
    pub by_email: i64,
    pub in_app: i64,
    pub without_email: i64,
    pub mail_subject: String,
    pub mail_html: String,
    pub body: String,
    pub sender: String,
}

/// Of recipients whom the caller may write to, by any of the rights to create, edit or send announces.
pub async fn preview(app: &App, caller: &Caller, draft: AnnounceDraft) -> Result<AnnouncePreview> {
    let scope = preview_scope(caller)?;
    let draft = draft.sanitized();
    draft.validate(app.context.clock.now())?;
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &draft.groups).await?;
    USERS.wait_until_projected(&app.context, caller, &draft.users).await?;
    let mut reader = app.context.database.read(caller.project_id).await?;
    ensure_recipients_in_reach(&mut reader, &scope, caller, &draft).await?;
    let (recipients, with_email) = announce_recipient::count_addressees(&mut reader, caller.project_id, &draft.users, &draft.groups).await?;
    let group_id = match draft.groups[..] {
        [only] => Some(only),
        _ => None,
    };
    let mail_sender = mail_context::sender(&mut reader, &app.config, caller.project_id, group_id).await?;
    let sender = if draft.use_owner_info { caller.user_name.clone() } else { mail_sender.name().to_owned() };
    let mail_type = mail_type::find(ANNOUNCE).ok_or_else(|| Error::internal(anyhow::anyhow!("no mail type of announces")))?;
    let locale = Locale::nearest(&caller.locale);
    let (locale, text) = mail_context::text(&mut reader, caller.project_id, mail_type, group_id, locale).await?;
    let link = app.config.announce_address("…");
    let values = [("subject", &draft.subject), ("content", &draft.body), ("sender", &sender), ("link", &link)];
    let values = values.into_iter().map(|(name, value)| (name.to_owned(), value.clone())).collect();
    let mail = rendered_mail::render(&text, locale, &mail_sender, &caller.user_name, &values);
    let (by_email, in_app) = match draft.send_via {
        SendVia::Email => (with_email, recipients - with_email),
        SendVia::App => (0, recipients),
        SendVia::Both => (with_email, recipients),
    };
    Ok(AnnouncePreview {
        recipients,
        by_email,
        in_app,
        without_email: recipients - with_email,
        mail_subject: mail.subject,
        mail_html: mail.html,
        body: draft.body,
        sender,
    })
}

/// The widest of what the caller may do with announces.
fn preview_scope(caller: &Caller) -> Result<Scope> {
    let rights = [(Resource::Announce, Action::Create), (Resource::Announce, Action::Edit), (Resource::AnnounceRun, Action::Edit)];
    let mut scopes = rights.into_iter().map(|(resource, action)| caller.scope(resource, action)).filter(|scope| !scope.is_empty());
    let Some(mut widest) = scopes.next() else { return Err(Denied::Forbidden.into()) };
    for scope in scopes {
        widest.all |= scope.all;
        widest.domain |= scope.domain;
        widest.descendants |= scope.descendants;
    }
    Ok(widest)
}
