//! What the service hears: of people and groups, to know whom to tell; of doors and calls, to have something to tell; of
//! mails that are to be sent, and of the settings they are sent by.
use std::collections::HashMap;
use std::sync::Mutex;

use kit::audit::{self, Change};
use kit::consumer::{Delivery, Handler};
use kit::realtime::Push;
use kit::{Context, Result, Tx, tree};
use policy::{Action, Caller, Resource};
use proto::vestibule::events::v1::{GroupChanged, GroupSettingsChanged, ProjectSettingsChanged};
use serde_json::Value;
use uuid::Uuid;

use crate::domain::device_status::Trouble;
use crate::domain::news::News;
use crate::domain::{occasion, telephony};
use crate::mail::post::Post;
use crate::push;
use crate::store::{device_status, local_time, mail, mail_settings, mail_template, person, project, recipient, role, white_label};

pub const TOPICS: &[&str] = &[tree::TOPIC, USER, ROLE, EVENT, STATUS, TASK_FAILED, MAIL, PROJECT, SETTINGS, GROUP_SETTINGS, SOS, RESTART];
pub const USER: &str = "identity.user.changed";
pub const ROLE: &str = "identity.role.changed";
pub const EVENT: &str = "device.event.arrived";
pub const STATUS: &str = "device.status.changed";
pub const TASK_FAILED: &str = "device.task.failed";
pub const MAIL: &str = "mail.requested";
pub const PROJECT: &str = "identity.project.changed";
pub const SETTINGS: &str = "domains.settings.changed";
pub const GROUP_SETTINGS: &str = "domains.group_settings.changed";
pub const SOS: &str = "telephony.sos.called";
pub const RESTART: &str = "telephony.service.restart";

pub struct Events {
    context: Context,
    post: Post,
    /// For browsers, by the event that made them, until its transaction commits.
    waiting: Mutex<HashMap<Uuid, Vec<Push>>>,
}

impl Events {
    pub fn new(context: Context, post: Post) -> Self {
        Events { context, post, waiting: Mutex::default() }
    }

    /// What a group had of its own goes with it. Its templates are changes of their own, by nobody in particular.
    async fn group(&self, tx: &mut Tx, changed: &GroupChanged) -> Result<()> {
        tree::apply(tx, changed).await?;
        if !changed.deleted {
            return Ok(());
        }
        let templates = mail_template::forget_group(tx, changed.project_id, changed.id).await?;
        let platform = Caller { project_id: changed.project_id, ..Caller::default() };
        let gone = templates
            .iter()
            .map(|(id, draft)| Change::new(Action::Delete, Resource::MailTemplate, *id, &draft.mail_type_id, draft.audited(), Value::Null));
        audit::record_all(tx, &self.context.clock, &platform, gone).await?;
        white_label::forget_group(tx, changed.project_id, changed.id).await?;
        device_status::forget_group(tx, changed.project_id, changed.id).await
    }

    async fn tell(&self, tx: &mut Tx, id: Uuid, news: Option<News>) -> Result<()> {
        let Some(news) = news else { return Ok(()) };
        let told = recipient::tell(tx, news, self.context.clock.now()).await?;
        self.waiting.lock().expect("not poisoned").insert(id, told.iter().map(push::of).collect());
        Ok(())
    }

    /// Mails to those whom the settings of the device's groups name.
    async fn warn(&self, tx: &mut Tx, id: Uuid, trouble: Option<Trouble>) -> Result<()> {
        let Some(trouble) = trouble else { return Ok(()) };
        device_status::tell(tx, &self.context.sealer, id, &trouble, self.context.clock.now()).await
    }

    /// Batches come one after the other, so whatever waits for another event belongs to a batch that failed.
    fn take(&self, events: &[Delivery]) -> Vec<Push> {
        let mut waiting = std::mem::take(&mut *self.waiting.lock().expect("not poisoned"));
        events.iter().filter_map(|event| waiting.remove(&event.id)).flatten().collect()
    }
}

#[async_trait::async_trait]
impl Handler for Events {
    /// Of most that happens at doors nobody is told.
    fn wants(&self, event: &Delivery) -> bool {
        event.topic != EVENT || event.decode().map_or(true, |event| occasion::news_of(&event).is_some())
    }

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            USER => person::apply(tx, &event.decode()?).await,
            ROLE => role::apply(tx, &event.decode()?).await,
            EVENT => self.tell(tx, event.id, occasion::news_of(&event.decode()?)).await,
            STATUS => self.warn(tx, event.id, Trouble::of_status(event.decode()?)).await,
            TASK_FAILED => self.warn(tx, event.id, Some(Trouble::of_task(event.decode()?))).await,
            SOS => self.tell(tx, event.id, Some(telephony::sos(&event.decode()?))).await,
            RESTART => self.tell(tx, event.id, telephony::restart(&event.decode()?)).await,
            MAIL => mail::insert(tx, &self.context.sealer, event.id, &event.decode()?, self.context.clock.now()).await,
            PROJECT => project::apply(tx, &event.decode()?).await,
            SETTINGS => settings(tx, event.decode()?).await,
            GROUP_SETTINGS => group_settings(tx, event.decode()?).await,
            _ => self.group(tx, &event.decode()?).await,
        }
    }

    async fn committed(&self, events: &[Delivery]) {
        if events.iter().any(|event| [MAIL, STATUS, TASK_FAILED].contains(&event.topic.as_str())) {
            self.post.wake();
        }
        push::all(&self.context, self.take(events)).await;
    }
}

async fn settings(tx: &mut Tx, changed: ProjectSettingsChanged) -> Result<()> {
    let ProjectSettingsChanged { project_id, version, general, mail, whitelabel, .. } = changed;
    if let Some(general) = general {
        local_time::apply(tx, project_id, version, &general).await?;
    }
    mail_settings::apply(tx, project_id, version, &mail.unwrap_or_default()).await?;
    white_label::apply(tx, project_id, white_label::PROJECT, version, &whitelabel.unwrap_or_default()).await
}

async fn group_settings(tx: &mut Tx, changed: GroupSettingsChanged) -> Result<()> {
    device_status::apply(tx, &changed).await?;
    let GroupSettingsChanged { project_id, id, version, whitelabel, .. } = changed;
    white_label::apply(tx, project_id, id, version, &whitelabel.unwrap_or_default()).await
}
