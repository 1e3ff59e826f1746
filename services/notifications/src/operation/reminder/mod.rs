//! Reminders of what ends, by notification and by mail.
use kit::realtime::Push;
use kit::{Result, Tx, tree};
use uuid::Uuid;

use crate::app::App;
use crate::domain::local_time::LocalTime;
use crate::domain::mail::draft::MailDraft;
use crate::domain::mail::locale::Locale;
use crate::domain::mail::macros::Values;
use crate::domain::notification_draft::NotificationDraft;
use crate::domain::recipients::{RecipientRoles, recipient_roles};
use crate::operation::notification::create::create_for;
use crate::projection::{local_time, role};
use crate::store::{mail, recipients};

/// What is told, and the mail that tells the same.
pub struct Reminder<V> {
    pub draft: NotificationDraft,
    pub mail_type: &'static str,
    /// Values of the mail's macros, with times as the project writes them.
    pub values: V,
    /// Only members of its group are told, as far as they have the right there: those who reach more know it already.
    pub is_for_members: bool,
}

/// The notification for those who have it switched on, and mails to the same people, whether they have or not.
pub async fn remind<V: FnOnce(&LocalTime) -> Values>(app: &App, tx: &mut Tx, event_id: Uuid, reminder: Reminder<V>) -> Result<Vec<Push>> {
    let local = local_time::find(tx, reminder.draft.project_id).await?;
    let draft = reminder.draft;
    let mut roles = recipient_roles(&role::with_any_right(tx, draft.project_id, draft.rights).await?, draft.rights);
    if reminder.is_for_members {
        roles = RecipientRoles { own_groups: roles.own_groups, ..RecipientRoles::default() };
    }
    queue_mails(app, tx, event_id, (&draft, &roles), reminder.mail_type, (reminder.values)(&local)).await?;
    create_for(app, tx, draft, &roles).await
}

/// Each in the language of the receiver.
async fn queue_mails(
    app: &App,
    tx: &mut Tx,
    event_id: Uuid,
    (draft, roles): (&NotificationDraft, &RecipientRoles),
    mail_type: &str,
    values: Values,
) -> Result<()> {
    let NotificationDraft { project_id, group_id, .. } = *draft;
    let mut groups_above = tree::path(tx, group_id).await?;
    groups_above.retain(|group| *group != group_id);
    let now = app.context.clock.now();
    for recipient in recipients::list_with_mail(tx, project_id, group_id, roles, &groups_above).await? {
        let mail = MailDraft {
            project_id,
            mail_type_id: mail_type.into(),
            to_email: recipient.email,
            to_name: recipient.name,
            locale: Locale::nearest(&recipient.locale).code().into(),
            group_id: (group_id != 0).then_some(group_id),
            values: values.clone(),
            expires_at: None,
            by_installation: false,
        };
        // The queue takes one mail per event id; this event has one mail per receiver.
        let id = Uuid::from_u128(event_id.as_u128() ^ u128::from(recipient.id.unsigned_abs()));
        mail::insert(tx, &app.context.sealer, id, &mail, now).await?;
    }
    Ok(())
}
