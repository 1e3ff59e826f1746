//! What telephony takes from the other services.
use std::sync::{Mutex, PoisonError};

use kit::consumer::{Delivery, Handler};
use kit::{Result, Tx, features, tree};
use proto::vestibule::events::v1::{DeviceChanged, GroupChanged, ProjectSettingsChanged, UserChanged};

use crate::parts::Parts;
use crate::store::announce::Announcer;
use crate::store::{holder, projection};

pub const TOPICS: &[&str] = &[tree::TOPIC, USER, ROLE, PROJECT, DEVICE, SETTINGS, GROUP_SETTINGS, features::TOPIC];
pub const USER: &str = "identity.user.changed";
pub const ROLE: &str = "identity.role.changed";
pub const PROJECT: &str = "identity.project.changed";
pub const DEVICE: &str = "device.device.changed";
pub const SETTINGS: &str = "domains.settings.changed";
pub const GROUP_SETTINGS: &str = "domains.group_settings.changed";

pub struct Events {
    parts: Parts,
    /// Projects and numbers that lost their holders, until the batch is committed.
    released: Mutex<Vec<(i64, String)>>,
}

impl Events {
    pub fn new(parts: &Parts) -> Self {
        Events { parts: parts.clone(), released: Mutex::default() }
    }

    fn announcer(&self) -> Announcer<'_> {
        Announcer { config: &self.parts.config, now: self.parts.context.clock.now() }
    }

    /// The numbers of somebody who is gone stay, and are nobody's.
    async fn user(&self, tx: &mut Tx, user: UserChanged) -> Result<()> {
        if projection::person(tx, &user).await? && user.deleted {
            self.release(tx, holder::Gone::User(user.id)).await?;
        }
        Ok(())
    }

    async fn device(&self, tx: &mut Tx, device: DeviceChanged) -> Result<()> {
        if projection::device(tx, &device).await? && device.deleted {
            self.release(tx, holder::Gone::Device(device.id)).await?;
        }
        Ok(())
    }

    async fn release(&self, tx: &mut Tx, gone: holder::Gone) -> Result<()> {
        let numbers = holder::release(tx, &self.parts.context, &self.announcer(), gone).await?;
        self.released.lock().unwrap_or_else(PoisonError::into_inner).extend(numbers);
        Ok(())
    }

    async fn group(&self, tx: &mut Tx, group: GroupChanged) -> Result<()> {
        if tree::apply(tx, &group).await? && group.deleted {
            projection::forget_group(tx, group.id).await?;
            self.announcer().of_deleted_group(tx, group.project_id, group.id).await?;
        }
        Ok(())
    }

    /// Panels are told when the place where they register is another.
    async fn settings(&self, tx: &mut Tx, changed: ProjectSettingsChanged) -> Result<()> {
        let Some(sip) = &changed.sip else { return Ok(()) };
        let before = self.announcer().registrar(tx, changed.project_id).await?;
        if !projection::sip_settings(tx, changed.project_id, changed.version, sip).await? {
            return Ok(());
        }
        if self.announcer().registrar(tx, changed.project_id).await? != before {
            self.announcer().of_devices(tx, changed.project_id).await?;
        }
        Ok(())
    }
}

#[async_trait::async_trait]
impl Handler for Events {
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            tree::TOPIC => self.group(tx, event.decode()?).await,
            USER => self.user(tx, event.decode()?).await,
            ROLE => projection::role(tx, &event.decode()?).await,
            PROJECT => projection::project(tx, &event.decode()?).await,
            DEVICE => self.device(tx, event.decode()?).await,
            SETTINGS => self.settings(tx, event.decode()?).await,
            GROUP_SETTINGS => projection::group_settings(tx, &event.decode()?).await,
            features::TOPIC => features::apply(tx, &event.decode()?).await.map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Phones of those who are gone are rung no longer.
    async fn committed(&self, _events: &[Delivery]) {
        let released = std::mem::take(&mut *self.released.lock().unwrap_or_else(PoisonError::into_inner));
        for (project_id, number) in released {
            self.parts.forget_registrations(project_id, &number).await;
        }
    }
}
