//! Events of other services: topic -> projection or operation.
use kit::consumer::{Delivery, Handler};
use kit::projection::ProjectColumn;
pub use kit::projection::topic::{DEVICE, PROJECT, ROLE, USER};
use kit::realtime::Push;
use kit::{Result, Tx, clock, tree};
use proto::vestibule::events::v1::{
    AlertRunChanged, DeviceAlarmChanged, DeviceChanged, EventArrived, GroupChanged, GroupSettingsChanged, LicenseReminderDue, MailRequested,
    ProjectSettingsChanged, RoleChanged,
};

use crate::app::App;
use crate::domain::device_problem::DeviceProblem;
use crate::domain::emergency_alert_rules::{EmptiedAlert, class_of_run};
use crate::domain::local_time::LocalTime;
use crate::domain::mail::draft::MailDraft;
use crate::domain::webhook::DisabledReason;
pub use crate::domain::webhook_event::{
    ALARM, ALERT_RUN, ANNOUNCE, BACKUP_APPLIED, BACKUP_MADE, CONVERSATION, ELEVATOR_RELEASED, EVENT, GUEST_KEY_CHANGED, GUEST_KEY_OPENED, IDENTIFIER,
    SOS, STATUS, TASK_FAILED,
};
use crate::domain::webhook_event::{ONLY_FOR_WEBHOOKS, WebhookEvent, from_delivery};
use crate::domain::{
    broker_rules, device_alarm_rules, emergency_alert_rules, event_rules, guest_key_rules, import_rules, license_rules, reservation_rules,
    telephony_rules, wallet_certificate_rules, webhook_rules,
};
use crate::operation::alert_run;
use crate::operation::device_alarm::escalate::escalate;
use crate::operation::device_problem::queue_mails::queue_mails;
use crate::operation::mail::queue::queue;
use crate::operation::mail_template::delete_of_group::delete_of_group;
use crate::operation::notification::create::create;
use crate::operation::reminder::{Reminder, remind};
use crate::projection::{
    device, device_status_settings, emergency_alert, local_time, mail_settings, processed_alarm, push_subscription, user, webhook, webhook_delivery,
    white_label,
};
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
    WALLET_CERTIFICATE_REMINDER,
    BROKER_SETTINGS,
    RESERVATION_REMINDER,
    GUEST_KEY_OPENED,
    IMPORT_FINISHED,
    SESSION_REVOKED,
    ELEVATOR_RELEASED,
    IDENTIFIER,
    GUEST_KEY_CHANGED,
    ALERT_RUN,
    ANNOUNCE,
    CONVERSATION,
    BACKUP_MADE,
    BACKUP_APPLIED,
];
pub const MAIL: &str = "mail.requested";
pub const SETTINGS: &str = "domains.settings.changed";
pub const GROUP_SETTINGS: &str = "domains.group_settings.changed";
pub const ALARM_ESCALATED: &str = "device.alarm.escalated";
pub const RESTART: &str = "telephony.service.restart";
pub const SESSION_REVOKED: &str = "identity.session.revoked";
pub const LICENSE_REMINDER: &str = "licensing.reminder.due";
pub const WALLET_CERTIFICATE_REMINDER: &str = "domains.wallet_certificate.reminder_due";
pub const RESERVATION_REMINDER: &str = "amenities.reservation.reminder_due";
pub const IMPORT_FINISHED: &str = "access.import.finished";
pub const BROKER_SETTINGS: &str = "device.broker_settings.sent";
pub const ALERT_OUTCOME: &str = "device.alert_outcome.changed";

pub struct Events(pub App);

/// What is left to do once an event is committed.
#[derive(Default)]
pub struct FollowUp {
    has_mail: bool,
    has_webhook_delivery: bool,
    pushes: Vec<Push>,
}

#[async_trait::async_trait]
impl Handler for Events {
    type FollowUp = FollowUp;

    /// Most events of devices cause no notification, and most projects have no webhooks.
    fn wants(&self, event: &Delivery) -> bool {
        match event.topic.as_str() {
            EVENT => {
                let wants = |arrived: EventArrived| event_rules::draft_from_event(&arrived).is_some() || self.has_webhooks(arrived.project_id);
                event.decode().map_or(true, wants)
            }
            ALERT_RUN => {
                let wants = |run: AlertRunChanged| class_of_run(&run).is_some() || self.has_webhooks(run.project_id);
                event.decode().map_or(true, wants)
            }
            topic if ONLY_FOR_WEBHOOKS.contains(&topic) => {
                from_delivery(event).map_or(true, |event| event.is_some_and(|event| self.has_webhooks(event.project_id)))
            }
            _ => true,
        }
    }

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<FollowUp> {
        let app = &self.0;
        let has_mail = [MAIL, STATUS, TASK_FAILED, ALARM_ESCALATED, LICENSE_REMINDER, WALLET_CERTIFICATE_REMINDER].contains(&event.topic.as_str());
        let mut follow_up = FollowUp { has_mail, ..FollowUp::default() };
        let of_webhooks = from_delivery(event)?.filter(|event| self.has_webhooks(event.project_id));
        let (before, after): (Option<WebhookEvent>, Option<WebhookEvent>) = match of_webhooks {
            Some(deleted) if deleted.is_deletion => (Some(deleted), None),
            other => (None, other),
        };
        follow_up.has_webhook_delivery |= self.enqueue(tx, before, event).await?;
        match event.topic.as_str() {
            USER => user::project(tx, &event.decode()?).await?,
            ROLE => follow_up.pushes = self.role(tx, &event.decode()?).await?,
            EVENT => follow_up.pushes = create(app, tx, event_rules::draft_from_event(&event.decode()?)).await?,
            STATUS => queue_mails(app, tx, event.id, DeviceProblem::from_status(event.decode()?)).await?,
            TASK_FAILED => queue_mails(app, tx, event.id, Some(DeviceProblem::from_failed_task(event.decode()?))).await?,
            ALARM => follow_up.pushes = self.alarm(tx, &event.decode()?).await?,
            ALARM_ESCALATED => follow_up.pushes = escalate(app, tx, event.id, &event.decode()?).await?,
            SOS => follow_up.pushes = create(app, tx, Some(telephony_rules::draft_from_sos(&event.decode()?))).await?,
            RESTART => follow_up.pushes = create(app, tx, telephony_rules::draft_from_restart(&event.decode()?)).await?,
            BROKER_SETTINGS => follow_up.pushes = create(app, tx, Some(broker_rules::draft_from_broker_settings(&event.decode()?))).await?,
            LICENSE_REMINDER => {
                let due: LicenseReminderDue = event.decode()?;
                let (draft, values) = (license_rules::draft_from_reminder(&due), |local: &LocalTime| license_rules::mail_values(&due, local));
                let reminder = Reminder { draft, mail_type: license_rules::MAIL_TYPE, values, is_for_members: due.is_inherited };
                follow_up.pushes = remind(app, tx, event.id, reminder).await?;
            }
            WALLET_CERTIFICATE_REMINDER => {
                let due = event.decode()?;
                let draft = wallet_certificate_rules::draft_from_reminder(&due);
                let values = |local: &LocalTime| wallet_certificate_rules::mail_values(&due, local);
                let reminder = Reminder { draft, mail_type: wallet_certificate_rules::MAIL_TYPE, values, is_for_members: false };
                follow_up.pushes = remind(app, tx, event.id, reminder).await?;
            }
            RESERVATION_REMINDER => follow_up.pushes = create(app, tx, Some(reservation_rules::draft_from_reminder(&event.decode()?))).await?,
            GUEST_KEY_OPENED => follow_up.pushes = create(app, tx, guest_key_rules::draft_from_opening(&event.decode()?)).await?,
            IMPORT_FINISHED => follow_up.pushes = create(app, tx, Some(import_rules::draft_from_import(&event.decode()?))).await?,
            MAIL => queue(app, tx, event.id, &mail_draft(event.decode()?)).await?,
            SESSION_REVOKED => push_subscription::delete_of_session(tx, &event.decode()?).await?,
            DEVICE => follow_up.pushes = self.device(tx, &event.decode()?).await?,
            ALERT_RUN => follow_up.pushes = alert_run::notify(app, tx, &event.decode()?).await?,
            ALERT_OUTCOME => follow_up.pushes.extend(alert_run::write_outcomes(tx, &app.context.clock, event.decode()?).await?),
            PROJECT => drop(kit::projection::project::project(tx, &[ProjectColumn::Name, ProjectColumn::IsSuspended], &event.decode()?).await?),
            SETTINGS => project_settings(tx, event.decode()?).await?,
            GROUP_SETTINGS => group_settings(tx, event.decode()?).await?,
            tree::TOPIC => follow_up.pushes = self.group(tx, &event.decode()?).await?,
            _ => {}
        }
        follow_up.has_webhook_delivery |= self.enqueue(tx, after, event).await?;
        Ok(follow_up)
    }

    async fn follow_up(&self, follow_ups: Vec<FollowUp>) {
        if follow_ups.iter().any(|follow_up| follow_up.has_mail) {
            self.0.mail_queued.notify_one();
        }
        if follow_ups.iter().any(|follow_up| follow_up.has_webhook_delivery) {
            self.0.webhook_queued.notify_one();
        }
        push::push_all(&self.0.context, follow_ups.into_iter().flat_map(|follow_up| follow_up.pushes).collect()).await;
    }
}

impl Events {
    fn has_webhooks(&self, project_id: i64) -> bool {
        self.0.webhook_projects.may_have(project_id)
    }

    /// For webhooks. What is deleted is looked at before it is gone.
    async fn enqueue(&self, tx: &mut Tx, event: Option<WebhookEvent>, delivery: &Delivery) -> Result<bool> {
        match event {
            Some(event) => webhook_delivery::enqueue(tx, &event, delivery, self.0.context.clock.now()).await,
            None => Ok(false),
        }
    }

    async fn role(&self, tx: &mut Tx, changed: &RoleChanged) -> Result<Vec<Push>> {
        let is_newer = kit::projection::role::project(tx, changed).await?;
        let emptied = if is_newer && changed.deleted { emergency_alert::emptied_by_role(tx, changed).await? } else { Vec::new() };
        self.tell_of_emptied(tx, emptied).await
    }

    async fn device(&self, tx: &mut Tx, changed: &DeviceChanged) -> Result<Vec<Push>> {
        let reaching = emergency_alert::reaching_device(tx, changed).await?;
        let is_newer = device::DEVICES.project(tx, changed).await?;
        let mut emptied = if is_newer && changed.deleted { emergency_alert::emptied_by_device(tx, changed).await? } else { Vec::new() };
        emptied.extend(emergency_alert::idle(tx, changed.project_id, reaching, changed.domain_id).await?);
        self.tell_of_emptied(tx, emptied).await
    }

    /// What an alert no longer does is known before the emergency.
    async fn tell_of_emptied(&self, tx: &mut Tx, emptied: Vec<EmptiedAlert>) -> Result<Vec<Push>> {
        let mut pushes = Vec::new();
        for alert in &emptied {
            pushes.extend(create(&self.0, tx, Some(emergency_alert_rules::draft_from_emptied(alert))).await?);
        }
        Ok(pushes)
    }

    /// An alarm that somebody has processed is an alarm for nobody any more.
    async fn alarm(&self, tx: &mut Tx, changed: &DeviceAlarmChanged) -> Result<Vec<Push>> {
        let mut pushes = create(&self.0, tx, device_alarm_rules::draft_from_alarm(changed)).await?;
        if changed.change == device_alarm_rules::PROCESSED {
            let readers = processed_alarm::mark_read(tx, changed.project_id, changed.alarm_id, self.0.context.clock.now()).await?;
            pushes.extend(readers.into_iter().map(|user_id| push::read_for(changed.project_id, user_id)));
        }
        Ok(pushes)
    }

    /// Everything that belongs to a deleted group is deleted with it; its webhooks are disabled.
    async fn group(&self, tx: &mut Tx, changed: &GroupChanged) -> Result<Vec<Push>> {
        let reaching = emergency_alert::reaching_group(tx, changed).await?;
        let is_newer = tree::apply(tx, changed).await?;
        let idle = emergency_alert::idle(tx, changed.project_id, reaching, changed.parent_id).await?;
        let mut pushes = self.tell_of_emptied(tx, idle).await?;
        if !changed.deleted {
            return Ok(pushes);
        }
        for problem in webhook::disable_of_group(tx, changed.project_id, changed.id, self.0.context.clock.now()).await? {
            let draft = webhook_rules::draft_from_problem(problem, DisabledReason::GroupDeleted.word());
            pushes.extend(create(&self.0, tx, Some(draft)).await?);
        }
        delete_of_group(&self.0, tx, changed.project_id, changed.id).await?;
        let emptied = if is_newer { emergency_alert::emptied_by_group(tx, changed).await? } else { Vec::new() };
        pushes.extend(self.tell_of_emptied(tx, emptied).await?);
        white_label::delete_of_group(tx, changed.project_id, changed.id).await?;
        device_status_settings::delete_of_group(tx, changed.project_id, changed.id).await?;
        Ok(pushes)
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
        by_installation: mail.by_installation,
    }
}
