//! Events of other services: groups, identifiers, projects, SIP numbers, licences, and changed lists of devices.
use kit::consumer::{Delivery, Handler};
use kit::projection::topic::PROJECT;
use kit::realtime::Push;
use kit::{Result, Tx, features, tree};
use proto::vestibule::events::v1::{DeviceListChanged, ElevatorChanged, GroupChanged, IdentifierChanged, ProjectChanged};

use crate::app::App;
use crate::operation::lift::{self, LiftCommand};
use crate::operation::{device, sip_account};
use crate::projection::{elevator, identifier, project};
use crate::store::device_sync::{self, PendingWork};

const LIST_CHANGED: &str = "access.device_list.changed";
const IDENTIFIER_CHANGED: &str = "access.identifier.changed";
const ELEVATOR_CHANGED: &str = "access.elevator.changed";
const ELEVATOR_RELEASED: &str = "access.elevator.released";
const NUMBER_CHANGED: &str = "telephony.number.changed";
pub const TOPICS: &[&str] =
    &[tree::TOPIC, LIST_CHANGED, IDENTIFIER_CHANGED, ELEVATOR_CHANGED, ELEVATOR_RELEASED, PROJECT, NUMBER_CHANGED, features::TOPIC];

/// What an event leaves to be done after its commit.
#[derive(Default)]
pub struct FollowUp {
    /// To browsers.
    pushes: Vec<Push>,
    lift_commands: Vec<LiftCommand>,
}

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
    type FollowUp = FollowUp;

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<FollowUp> {
        let (mut pushes, mut lift_commands) = (Vec::new(), Vec::new());
        let now = self.app.context.clock.now();
        match event.topic.as_str() {
            tree::TOPIC => {
                let group: GroupChanged = event.decode()?;
                if tree::apply(tx, &group).await? && group.deleted {
                    pushes = device::leave_deleted_group(tx, &self.app, group.project_id, group.id).await?;
                }
            }
            ELEVATOR_CHANGED => elevator::project(tx, &event.decode::<ElevatorChanged>()?).await?,
            ELEVATOR_RELEASED => lift_commands = lift::begin_release(tx, &event.decode()?, now).await?,
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
        Ok(FollowUp { pushes, lift_commands })
    }

    async fn follow_up(&self, follow_ups: Vec<FollowUp>) {
        self.app.notify_dispatcher();
        let mut pushes = Vec::new();
        for follow_up in follow_ups {
            pushes.extend(follow_up.pushes);
            lift::send_in_background(&self.app, follow_up.lift_commands);
        }
        self.app.pusher.send(pushes);
    }
}
