//! Reminders of the end of a licence period, by notification and by mail.
use kit::{Result, Tx, tree};
use proto::vestibule::events::v1::LicenseReminderDue;
use uuid::Uuid;

use crate::app::App;
use crate::domain::license_rules::{MAIL_TYPE, draft_from_reminder, mail_values};
use crate::domain::mail::draft::MailDraft;
use crate::domain::mail::locale::Locale;
use crate::domain::recipients::recipient_roles;
use crate::projection::{local_time, role};
use crate::store::{mail, recipients};

/// Mails to the same people, whether they have switched the notifications on or off: each in the language of the receiver.
pub async fn queue_mails(app: &App, tx: &mut Tx, event_id: Uuid, due: &LicenseReminderDue) -> Result<()> {
    let draft = draft_from_reminder(due);
    let roles = recipient_roles(&role::with_any_right(tx, due.project_id, draft.rights).await?, draft.rights);
    let mut groups_above = tree::path(tx, due.group_id).await?;
    groups_above.retain(|group| *group != due.group_id);
    let local = local_time::find(tx, due.project_id).await?;
    let now = app.context.clock.now();
    for recipient in recipients::list_with_mail(tx, due.project_id, due.group_id, &roles, &groups_above).await? {
        let draft = MailDraft {
            project_id: due.project_id,
            mail_type_id: MAIL_TYPE.into(),
            to_email: recipient.email,
            to_name: recipient.name,
            locale: Locale::nearest(&recipient.locale).code().into(),
            group_id: (due.group_id != 0).then_some(due.group_id),
            values: mail_values(due, &local),
            expires_at: None,
            by_installation: false,
        };
        // The queue takes one mail per event id; this event has one mail per receiver.
        let id = Uuid::from_u128(event_id.as_u128() ^ u128::from(recipient.id.unsigned_abs()));
        mail::insert(tx, &app.context.sealer, id, &draft, now).await?;
    }
    Ok(())
}
