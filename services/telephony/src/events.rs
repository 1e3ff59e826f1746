//! Events of the other services.
use kit::consumer::{Delivery, Handler};
use kit::projection::topic::{DEVICE, PROJECT, ROLE, USER};
use kit::{Result, Tx, features, tree};
use proto::vestibule::events::v1::{DeviceChanged, GroupChanged, LicenseChanged, ProjectSettingsChanged, UserChanged, UserLicenseChanged};

use crate::app::App;
use crate::projection::number_holder::{self, DeletedHolder};
use crate::projection::{DEVICES, PROJECT_COLUMNS, alarm_call, deleted_group, group_settings, sip_settings, user};
use crate::publish;
use crate::store::license::{self, NUMBERS};
use crate::store::registrar;

pub const TOPICS: &[&str] =
    &[tree::TOPIC, USER, ROLE, PROJECT, DEVICE, SETTINGS, GROUP_SETTINGS, features::TOPIC, license_limits::USER_TOPIC, ALARM_ESCALATED];
pub const SETTINGS: &str = "domains.settings.changed";
pub const GROUP_SETTINGS: &str = "domains.group_settings.changed";
pub const ALARM_ESCALATED: &str = "device.alarm.escalated";

pub struct Events {
    app: App,
}

/// Project and number of those whose holder was deleted: their registrations end after the commit.
type ReleasedNumbers = Vec<(i64, String)>;

impl Events {
    pub fn new(app: &App) -> Self {
        Events { app: app.clone() }
    }

    async fn user(&self, tx: &mut Tx, user: UserChanged) -> Result<ReleasedNumbers> {
        if user::project(tx, &user).await? && user.deleted {
            return number_holder::release_numbers(tx, &self.app, DeletedHolder::User(user.id)).await;
        }
        Ok(ReleasedNumbers::new())
    }

    async fn device(&self, tx: &mut Tx, device: DeviceChanged) -> Result<ReleasedNumbers> {
        if DEVICES.project(tx, &device).await? && device.deleted {
            return number_holder::release_numbers(tx, &self.app, DeletedHolder::Device(device.id)).await;
        }
        Ok(ReleasedNumbers::new())
    }

    async fn group(&self, tx: &mut Tx, group: GroupChanged) -> Result<()> {
        if tree::apply(tx, &group).await? && group.deleted {
            deleted_group::remove(tx, group.id).await?;
            deleted_group::switch_off_numbers(tx, &self.app, group.project_id, group.id).await?;
        }
        Ok(())
    }

    /// Registrations of numbers that are suspended now end after the commit.
    async fn license(&self, tx: &mut Tx, changed: LicenseChanged) -> Result<ReleasedNumbers> {
        features::apply(tx, &changed).await?;
        license_limits::project(tx, &NUMBERS, &changed).await?;
        self.reconcile_numbers(tx, changed.project_id).await
    }

    async fn user_license(&self, tx: &mut Tx, changed: &UserLicenseChanged) -> Result<ReleasedNumbers> {
        if license_limits::project_user(tx, &NUMBERS, changed).await? {
            return self.reconcile_numbers(tx, changed.project_id).await;
        }
        Ok(ReleasedNumbers::new())
    }

    async fn reconcile_numbers(&self, tx: &mut Tx, project_id: i64) -> Result<ReleasedNumbers> {
        let ids = license_limits::reconcile(tx, &NUMBERS, project_id, self.app.context.clock.now()).await?;
        license::numbers_by_ids(tx, &ids).await
    }

    /// Publishes the numbers of panels again when the place where they register has changed.
    async fn settings(&self, tx: &mut Tx, changed: ProjectSettingsChanged) -> Result<()> {
        let Some(sip) = &changed.sip else { return Ok(()) };
        let before = registrar::find(tx, &self.app.config, changed.project_id).await?;
        if !sip_settings::project(tx, changed.project_id, changed.version, sip).await? {
            return Ok(());
        }
        if registrar::find(tx, &self.app.config, changed.project_id).await? != before {
            publish::device_numbers_changed(tx, &self.app.config, changed.project_id).await?;
        }
        Ok(())
    }
}

#[async_trait::async_trait]
impl Handler for Events {
    type FollowUp = ReleasedNumbers;

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<ReleasedNumbers> {
        match event.topic.as_str() {
            tree::TOPIC => self.group(tx, event.decode()?).await?,
            USER => return self.user(tx, event.decode()?).await,
            ROLE => drop(kit::projection::role::project(tx, &event.decode()?).await?),
            PROJECT => drop(kit::projection::project::project(tx, PROJECT_COLUMNS, &event.decode()?).await?),
            DEVICE => return self.device(tx, event.decode()?).await,
            SETTINGS => self.settings(tx, event.decode()?).await?,
            GROUP_SETTINGS => group_settings::project(tx, &event.decode()?).await?,
            features::TOPIC => return self.license(tx, event.decode()?).await,
            license_limits::USER_TOPIC => return self.user_license(tx, &event.decode()?).await,
            ALARM_ESCALATED => alarm_call::insert(tx, &event.decode()?, self.app.context.clock.now()).await?,
            _ => {}
        }
        Ok(ReleasedNumbers::new())
    }

    /// Ends the registrations of released numbers, so that their old phones do not ring any more.
    async fn follow_up(&self, released: Vec<ReleasedNumbers>) {
        for (project_id, number) in released.into_iter().flatten() {
            self.app.remove_registrations(project_id, &number).await;
        }
    }
}
