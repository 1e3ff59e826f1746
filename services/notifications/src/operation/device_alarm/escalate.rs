//! Notifies the people of a step, or writes to them. Who may not view the alarm at this moment is passed over. Steps that call people are
//! telephony's.
use kit::realtime::Push;
use kit::{Result, Tx, tree};
use proto::vestibule::events::v1::DeviceAlarmEscalated;
use uuid::Uuid;

use crate::app::App;
use crate::domain::device_alarm_rules::{MAIL_TYPE, draft_from_escalation, mail_values, page_of};
use crate::domain::mail::draft::MailDraft;
use crate::domain::mail::locale::Locale;
use crate::domain::recipients::recipient_roles;
use crate::projection::{local_time, role};
use crate::push;
use crate::store::alarm_recipient::{self, AlarmRecipientRow, Reach};
use crate::store::mail;

const MAIL: &str = "mail";
/// By telephony.
const CALL: &str = "call";

/// In the transaction of the event. Returns the pushes to send once it is committed.
pub async fn escalate(app: &App, tx: &mut Tx, event_id: Uuid, alarm: &DeviceAlarmEscalated) -> Result<Vec<Push>> {
    if alarm.by == CALL {
        return Ok(Vec::new());
    }
    let draft = draft_from_escalation(alarm);
    let roles = recipient_roles(&role::with_any_right(tx, alarm.project_id, draft.rights).await?, draft.rights);
    let mut groups_above = tree::path(tx, alarm.domain_id).await?;
    groups_above.retain(|group| *group != alarm.domain_id);
    let reach = Reach { project_id: alarm.project_id, group_id: alarm.domain_id, groups_above, roles };
    let now = app.context.clock.now();
    if alarm.by == MAIL {
        let recipients = alarm_recipient::list(tx, &reach, &alarm.user_ids).await?;
        queue_mails(app, tx, event_id, alarm, recipients).await?;
        return Ok(Vec::new());
    }
    let new = alarm_recipient::insert_notifications(tx, &reach, draft, &alarm.user_ids, now).await?;
    Ok(new.iter().map(push::from_new).collect())
}

async fn queue_mails(app: &App, tx: &mut Tx, event_id: Uuid, alarm: &DeviceAlarmEscalated, recipients: Vec<AlarmRecipientRow>) -> Result<()> {
    let now = app.context.clock.now();
    let local = local_time::find(tx, alarm.project_id).await?;
    let link = app.config.absolute_url(&page_of(alarm));
    for recipient in recipients.into_iter().filter(|recipient| !recipient.email.is_empty()) {
        let locale = Locale::nearest(&recipient.locale);
        let draft = MailDraft {
            project_id: alarm.project_id,
            mail_type_id: MAIL_TYPE.into(),
            to_email: recipient.email,
            to_name: recipient.name,
            locale: locale.code().into(),
            group_id: Some(alarm.domain_id),
            values: mail_values(alarm, locale, &local, &link),
            expires_at: None,
            by_installation: false,
        };
        // The queue takes one mail per event id; this event has one mail per receiver.
        let id = Uuid::from_u128(event_id.as_u128() ^ u128::from(recipient.id.unsigned_abs()));
        mail::insert(tx, &app.context.sealer, id, &draft, now).await?;
    }
    Ok(())
}
