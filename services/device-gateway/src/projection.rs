//! What other services say: groups, identifiers, projects, numbers, licences, and that a device's list is another.
use std::sync::{Mutex, MutexGuard, PoisonError};

use kit::consumer::{Delivery, Handler};
use kit::realtime::Push;
use kit::{Result, Tx, features, tree};
use proto::vestibule::events::v1::{DeviceListChanged, GroupChanged, IdentifierChanged, ProjectChanged};

use crate::gateway::Gateway;
use crate::numbers;
use crate::store::sync::Due;
use crate::store::{identifier, project, sync};

pub const LIST_CHANGED: &str = "access.device_list.changed";
pub const IDENTIFIER_CHANGED: &str = "access.identifier.changed";
pub const PROJECT_CHANGED: &str = "identity.project.changed";
pub const NUMBER_CHANGED: &str = "telephony.number.changed";
pub const TOPICS: &[&str] = &[tree::TOPIC, LIST_CHANGED, IDENTIFIER_CHANGED, PROJECT_CHANGED, NUMBER_CHANGED, features::TOPIC];

pub struct Projection {
    gateway: Gateway,
    /// For browsers, until the batch is committed.
    pushes: Mutex<Vec<Push>>,
}

impl Projection {
    pub fn new(gateway: Gateway) -> Self {
        Projection { gateway, pushes: Mutex::default() }
    }

    fn pushes(&self) -> MutexGuard<'_, Vec<Push>> {
        self.pushes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait::async_trait]
impl Handler for Projection {
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        let now = self.gateway.context.clock.now();
        match event.topic.as_str() {
            tree::TOPIC => {
                tree::apply(tx, &event.decode::<GroupChanged>()?).await?;
            }
            IDENTIFIER_CHANGED => identifier::apply(tx, &event.decode::<IdentifierChanged>()?).await?,
            PROJECT_CHANGED => {
                let changed: ProjectChanged = event.decode()?;
                if project::apply(tx, &changed).await? {
                    // Schedules are sent as instants of the project's zone.
                    let devices = sync::of_project(tx, changed.id).await?;
                    sync::wake(tx, &devices, Due::FETCH, now).await?;
                }
            }
            NUMBER_CHANGED => {
                let pushes = numbers::changed(tx, &self.gateway, &event.decode()?).await?;
                self.pushes().extend(pushes);
            }
            LIST_CHANGED => {
                let changed: DeviceListChanged = event.decode()?;
                sync::wake(tx, &[changed.device_id], Due::FETCH, now).await?;
            }
            features::TOPIC => {
                features::apply(tx, &event.decode()?).await?;
            }
            topic => tracing::warn!(topic, "an event that nobody asked for"),
        }
        Ok(())
    }

    async fn committed(&self, _events: &[Delivery]) {
        self.gateway.there_is_work();
        self.gateway.pusher.send(std::mem::take(&mut self.pushes()));
    }
}
