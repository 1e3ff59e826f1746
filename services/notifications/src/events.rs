//! Events of other services: topic -> projection or operation.
use kit::consumer::{Delivery, Handler};
use kit::projection::ProjectColumn;
pub use kit::projection::topic::{DEVICE, PROJECT, ROLE, USER};
use kit::realtime::Push;
use kit::{Result, Tx, clock, tree};
use proto::vestibule::events::v1::{GroupChanged, GroupSettingsChanged, MailRequested, ProjectSettingsChanged};

use crate::app::App;
use crate::domain::device_problem::DeviceProblem;
use crate::domain::mail::draft::MailDraft;
use crate::domain::{broker_rules, device_alarm_rules, event_rules, guest_key_rules, license_rules, reservation_rules, telephony_rules};
use crate::operation::alert_run;
use crate::operation::device_alarm::escalate::escalate;
use crate::operation::device_problem::queue_mails::queue_mails;
use crate::operation::license_reminder;
use crate::operation::mail::queue::queue;
use crate::operation::mail_template::delete_of_group::delete_of_group;
use crate::operation::notification::create::create;
use crate::projection::{alert_group, device, device_status_settings, local_time, mail_settings, push_subscription, user, white_label};
use crate::push;

pub const TOPICS: &[&str] = &[
    tree::TOPIC,
    USER,
    ROLE,
    EVENT,
    STATUS,
    TASK_FAILED,
    MAIL,
    PROJECT,
    SETTINGS,
    GROUP_SETTINGS,
    SOS,
    RESTART,
    DEVICE,
    ALERT_OUTCOME,
    ALARM,
    ALARM_ESCALATED,
    LICENSE_REMINDER,
    BROKER_SETTINGS,
    RESERVATION_REMINDER,
    GUEST_KEY_OPENED,
    SESSION_REVOKED,
];
pub const EVENT: &str = "device.event.arrived";
pub const STATUS: &str = "device.status.changed";
pub const TASK_FAILED: &str = "device.task.failed";
pub const MAIL: &str = "mail.requested";
pub const SETTINGS: &str = "domains.settings.changed";
pub const GROUP_SETTINGS: &str = "domains.group_settings.changed";
pub const ALARM: &str = "device.alarm.changed";
pub const ALARM_ESCALATED: &str = "device.alarm.escalated";
pub const SOS: &str = "telephony.sos.called";
pub const RESTART: &str = "telephony.service.restart";
pub const SESSION_REVOKED: &str = "identity.session.revoked";
pub const LICENSE_REMINDER: &str = "licensing.reminder.due";
pub const GUEST_KEY_OPENED: &str = "access.guest_key.opened";
pub const RESERVATION_REMINDER: &str = "amenities.reservation.reminder_due";
pub const BROKER_SETTINGS: &str = "device.broker_settings.sent";
pub const ALERT_OUTCOME: &str = "device.alert_outcome.changed";

pub struct Events(pub App);

/// What is left to do once an event is committed.
#[derive(Default)]
pub struct FollowUp {
    has_mail: bool,
    pushes: Vec<Push>,
}

#[async_trait::async_trait]
impl Handler for Events {
    type FollowUp = FollowUp;

    /// Most events of devices cause no notification.
    fn wants(&self, event: &Delivery) -> bool {
        event.topic != EVENT || event.decode().map_or(true, |event| event_rules::draft_from_event(&event).is_some())
    }

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<FollowUp> {
        let app = &self.0;
        let has_mail = [MAIL, STATUS, TASK_FAILED, ALARM_ESCALATED, LICENSE_REMINDER].contains(&event.topic.as_str());
        let mut follow_up = FollowUp { has_mail, ..FollowUp::default() };
        match event.topic.as_str() {
            USER => user::project(tx, &event.decode()?).await?,
            ROLE => drop(kit::projection::role::project(tx, &event.decode()?).await?),
            EVENT => follow_up.pushes = create(app, tx, event_rules::draft_from_event(&event.decode()?)).await?,
            STATUS => queue_mails(app, tx, event.id, DeviceProblem::from_status(event.decode()?)).await?,
            TASK_FAILED => queue_mails(app, tx, event.id, Some(DeviceProblem::from_failed_task(event.decode()?))).await?,
            ALARM => follow_up.pushes = create(app, tx, device_alarm_rules::draft_from_alarm(&event.decode()?)).await?,
            ALARM_ESCALATED => follow_up.pushes = escalate(app, tx, event.id, &event.decode()?).await?,
            SOS => follow_up.pushes = create(app, tx, Some(telephony_rules::draft_from_sos(&event.decode()?))).await?,
            RESTART => follow_up.pushes = create(app, tx, telephony_rules::draft_from_restart(&event.decode()?)).await?,
            BROKER_SETTINGS => follow_up.pushes = create(app, tx, Some(broker_rules::draft_from_broker_settings(&event.decode()?))).await?,
            LICENSE_REMINDER => {
                let due = event.decode()?;
                license_reminder::queue_mails(app, tx, event.id, &due).await?;
                follow_up.pushes = create(app, tx, Some(license_rules::draft_from_reminder(&due))).await?;
            }
            RESERVATION_REMINDER => follow_up.pushes = create(app, tx, Some(reservation_rules::draft_from_reminder(&event.decode()?))).await?,
            GUEST_KEY_OPENED => follow_up.pushes = create(app, tx, guest_key_rules::draft_from_opening(&event.decode()?)).await?,
            MAIL => queue(app, tx, event.id, &mail_draft(event.decode()?)).await?,
            SESSION_REVOKED => push_subscription::delete_of_session(tx, &event.decode()?).await?,
            DEVICE => device::project(tx, &event.decode()?).await?,
            ALERT_OUTCOME => follow_up.pushes.extend(alert_run::write_outcomes(tx, &app.context.clock, event.decode()?).await?),
            PROJECT => drop(kit::projection::project::project(tx, &[ProjectColumn::Name], &event.decode()?).await?),
            SETTINGS => project_settings(tx, event.decode()?).await?,
            GROUP_SETTINGS => group_settings(tx, event.decode()?).await?,
            _ => self.group(tx, &event.decode()?).await?,
        }
        Ok(follow_up)
    }

    async fn follow_up(&self, follow_ups: Vec<FollowUp>) {
        if follow_ups.iter().any(|follow_up| follow_up.has_mail) {
            self.0.mail_queued.notify_one();
        }
        push::push_all(&self.0.context, follow_ups.into_iter().flat_map(|follow_up| follow_up.pushes).collect()).await;
    }
}

impl Events {
    /// Everything that belongs to a deleted group is deleted with it.
    async fn group(&self, tx: &mut Tx, changed: &GroupChanged) -> Result<()> {
        tree::apply(tx, changed).await?;
        if !changed.deleted {
            return Ok(());
        }
        delete_of_group(&self.0, tx, changed.project_id, changed.id).await?;
        alert_group::remove_group(tx, changed.project_id, changed.id).await?;
        white_label::delete_of_group(tx, changed.project_id, changed.id).await?;
        device_status_settings::delete_of_group(tx, changed.project_id, changed.id).await
    }
}

async fn project_settings(tx: &mut Tx, changed: ProjectSettingsChanged) -> Result<()> {
    let ProjectSettingsChanged { project_id, version, general, mail, whitelabel, .. } = changed;
    if let Some(general) = general {
        local_time::project(tx, project_id, version, &general).await?;
    }
    mail_settings::project(tx, project_id, version, &mail.unwrap_or_default()).await?;
    white_label::project(tx, project_id, white_label::PROJECT_GROUP, version, &whitelabel.unwrap_or_default()).await
}

async fn group_settings(tx: &mut Tx, changed: GroupSettingsChanged) -> Result<()> {
    device_status_settings::project(tx, &changed).await?;
    let GroupSettingsChanged { project_id, id, version, whitelabel, .. } = changed;
    white_label::project(tx, project_id, id, version, &whitelabel.unwrap_or_default()).await
}

fn mail_draft(mail: MailRequested) -> MailDraft {
    MailDraft {
        project_id: mail.project_id,
        mail_type_id: mail.kind,
        to_email: mail.to_email,
        to_name: mail.to_name,
        locale: mail.locale,
        group_id: (mail.domain_id != 0).then_some(mail.domain_id),
        values: mail.values.into_iter().collect(),
        expires_at: mail.expires_at.as_ref().and_then(clock::from_proto),
    }
}
