//! Queues a mail about a device's problem for each user that the settings of the device's groups name.
use kit::{Result, Tx, tree};
use uuid::Uuid;

use crate::app::App;
use crate::domain::device_problem::{DeviceProblem, MAIL_TYPE};
use crate::domain::mail::draft::MailDraft;
use crate::domain::mail::locale::Locale;
use crate::projection::{device_status_settings, local_time};
use crate::store::mail;

/// In the transaction of the event.
pub async fn queue_mails(app: &App, tx: &mut Tx, event_id: Uuid, problem: Option<DeviceProblem>) -> Result<()> {
    let Some(problem) = problem else { return Ok(()) };
    let Some(group_name) = device_status_settings::group_name(tx, problem.project_id, problem.group_id).await? else { return Ok(()) };
    let now = app.context.clock.now();
    let local = local_time::find(tx, problem.project_id).await?;
    let path = tree::path(tx, problem.group_id).await?;
    for recipient in device_status_settings::list_recipients(tx, &problem, &path, now).await? {
        let locale = Locale::nearest(&recipient.locale);
        let draft = MailDraft {
            project_id: problem.project_id,
            mail_type_id: MAIL_TYPE.into(),
            to_email: recipient.email,
            to_name: recipient.name,
            locale: locale.code().into(),
            group_id: Some(problem.group_id),
            values: problem.values(&group_name, locale, &local),
            expires_at: None,
            by_installation: false,
        };
        mail::insert(tx, &app.context.sealer, mail_event_id(event_id, recipient.id), &draft, now).await?;
    }
    Ok(())
}

/// The queue takes one mail per event id; this event has one mail per receiver.
fn mail_event_id(event_id: Uuid, user_id: i64) -> Uuid {
    Uuid::from_u128(event_id.as_u128() ^ u128::from(user_id.unsigned_abs()))
}
