//! Events of other services: groups, identifiers, projects, SIP numbers, licences, and changed lists of devices.
use kit::consumer::{Delivery, Handler};
use kit::projection::topic::PROJECT;
use kit::realtime::Push;
use kit::{Result, Tx, features, tree};
use proto::vestibule::events::v1::{DeviceListChanged, GroupChanged, IdentifierChanged, ProjectChanged};

use crate::app::App;
use crate::operation::{device, sip_account};
use crate::projection::{identifier, project};
use crate::store::device_sync::{self, PendingWork};

const LIST_CHANGED: &str = "access.device_list.changed";
const IDENTIFIER_CHANGED: &str = "access.identifier.changed";
const NUMBER_CHANGED: &str = "telephony.number.changed";
pub const TOPICS: &[&str] = &[tree::TOPIC, LIST_CHANGED, IDENTIFIER_CHANGED, PROJECT, NUMBER_CHANGED, features::TOPIC];

pub struct EventHandler {
    app: App,
}

impl EventHandler {
    pub fn new(app: App) -> Self {
        EventHandler { app }
    }
}

#[async_trait::async_trait]
impl Handler for EventHandler {
    /// To browsers.
    type FollowUp = Vec<Push>;

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<Vec<Push>> {
        let mut pushes = Vec::new();
        let now = self.app.context.clock.now();
        match event.topic.as_str() {
            tree::TOPIC => {
                let group: GroupChanged = event.decode()?;
                if tree::apply(tx, &group).await? && group.deleted {
                    pushes = device::leave_deleted_group(tx, &self.app, group.project_id, group.id).await?;
                }
            }
            IDENTIFIER_CHANGED => identifier::project(tx, &event.decode::<IdentifierChanged>()?).await?,
            PROJECT => {
                let changed: ProjectChanged = event.decode()?;
                if project::project(tx, &changed).await? {
                    // Schedules are sent as instants of the project's time zone.
                    let devices = device_sync::list_by_project(tx, changed.id).await?;
                    device_sync::enqueue(tx, &devices, PendingWork::FETCH, now).await?;
                }
            }
            NUMBER_CHANGED => pushes = sip_account::update_devices(tx, &self.app, &event.decode()?).await?,
            LIST_CHANGED => {
                let changed: DeviceListChanged = event.decode()?;
                device_sync::enqueue(tx, &[changed.device_id], PendingWork::FETCH, now).await?;
            }
            features::TOPIC => {
                features::apply(tx, &event.decode()?).await?;
            }
            topic => tracing::warn!(topic, "an event of a topic that this service does not subscribe to"),
        }
        Ok(pushes)
    }

    async fn follow_up(&self, pushes: Vec<Vec<Push>>) {
        self.app.notify_dispatcher();
        self.app.pusher.send(pushes.into_iter().flatten().collect());
    }
}
