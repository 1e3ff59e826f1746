//! Events of other services: groups, users, identifiers, projects, SIP numbers, licences, and changed lists of devices.
use kit::consumer::{Delivery, Handler};
use kit::projection::topic::{PROJECT, USER};
use kit::realtime::Push;
use kit::{Result, Tx, features, tree};
use proto::vestibule::events::v1::{
    ApartmentNumbersChanged, DeviceListChanged, ElevatorChanged, GroupChanged, IdentifierChanged, ProjectChanged, UserChanged,
};

use crate::app::App;
use crate::operation::alert;
use crate::operation::lift::{self, LiftCommand};
use crate::operation::{device, device_alarm, device_forward, sip_account};
use crate::projection::{alarm_escalation, elevator, event_retention, group_address, identifier, project, user};
use crate::store::device_sync::{self, PendingWork};

const LIST_CHANGED: &str = "access.device_list.changed";
const IDENTIFIER_CHANGED: &str = "access.identifier.changed";
const ELEVATOR_CHANGED: &str = "access.elevator.changed";
const ELEVATOR_RELEASED: &str = "access.elevator.released";
const SETTINGS_CHANGED: &str = "domains.settings.changed";
const GROUP_SETTINGS_CHANGED: &str = "domains.group_settings.changed";
const ALERT_RUN_CHANGED: &str = "notifications.alert_run.changed";
const LOCKDOWN_APPLIED: &str = "access.lockdown.applied";
const NUMBER_CHANGED: &str = "telephony.number.changed";
const APARTMENT_NUMBERS_CHANGED: &str = "telephony.apartment_numbers.changed";
pub const TOPICS: &[&str] = &[
    tree::TOPIC,
    LIST_CHANGED,
    IDENTIFIER_CHANGED,
    ELEVATOR_CHANGED,
    ELEVATOR_RELEASED,
    PROJECT,
    USER,
    NUMBER_CHANGED,
    APARTMENT_NUMBERS_CHANGED,
    features::TOPIC,
    SETTINGS_CHANGED,
    GROUP_SETTINGS_CHANGED,
    ALERT_RUN_CHANGED,
    LOCKDOWN_APPLIED,
];

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
                if tree::apply(tx, &group).await? {
                    let has_another_address = group_address::project(tx, &group).await?;
                    if has_another_address && !group.deleted {
                        pushes = device_forward::refresh(tx, &self.app, group.project_id, &[group.id]).await?;
                    }
                    if group.deleted {
                        alarm_escalation::delete_of_group(tx, group.project_id, group.id).await?;
                        pushes = device::leave_deleted_group(tx, &self.app, group.project_id, group.id).await?;
                    }
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
            USER => {
                let changed: UserChanged = event.decode()?;
                if user::project(tx, &changed).await? {
                    pushes = device_alarm::release_of_user(tx, &self.app, changed.project_id, changed.id).await?;
                }
            }
            ALERT_RUN_CHANGED => alert::apply(tx, &event.decode()?, now).await?,
            LOCKDOWN_APPLIED => alert::apply_lockdown(tx, &event.decode()?, now).await?,
            NUMBER_CHANGED => pushes = sip_account::update_devices(tx, &self.app, &event.decode()?).await?,
            APARTMENT_NUMBERS_CHANGED => {
                let changed: ApartmentNumbersChanged = event.decode()?;
                pushes = device_forward::refresh(tx, &self.app, changed.project_id, &changed.group_ids).await?;
            }
            LIST_CHANGED => {
                let changed: DeviceListChanged = event.decode()?;
                device_sync::enqueue(tx, &[changed.device_id], PendingWork::FETCH, now).await?;
            }
            SETTINGS_CHANGED => event_retention::project(tx, &event.decode()?).await?,
            GROUP_SETTINGS_CHANGED => alarm_escalation::project(tx, event.decode()?).await?,
            features::TOPIC => license_limits::project_features(tx, &event.decode()?).await?,
            topic => tracing::warn!(topic, "an event of a topic that this service does not subscribe to"),
        }
        Ok(FollowUp { pushes, lift_commands })
    }

    async fn follow_up(&self, follow_ups: Vec<FollowUp>) {
        self.app.notify_dispatcher();
        self.app.alert_work.notify_one();
        let mut pushes = Vec::new();
        for follow_up in follow_ups {
            pushes.extend(follow_up.pushes);
            lift::send_in_background(&self.app, follow_up.lift_commands);
        }
        self.app.pusher.send(pushes);
    }
}
