//! Pushes to browsers, sent in the background: they may be lost, and nothing waits for them.
use std::collections::HashMap;

use event_catalogue::encode::{self, TaskChange};
use kit::Context;
use kit::realtime::{Audience, Push};
use policy::Resource;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::store::lift_event::LiftEventPlace;
use crate::store::task::TaskChange as ChangedTask;

/// Beyond this many queued batches, pushes are dropped.
const MAX_QUEUED_BATCHES: usize = 1_000;
/// Tasks that one push names; further ones are left out.
const MAX_TASKS: usize = 50;

#[derive(Clone)]
pub struct Pusher(mpsc::Sender<Vec<Push>>);

impl Pusher {
    pub fn start(context: Context) -> Pusher {
        let (sender, mut receiver) = mpsc::channel::<Vec<Push>>(MAX_QUEUED_BATCHES);
        tokio::spawn(async move {
            while let Some(batch) = receiver.recv().await {
                kit::realtime::push_all(&context, batch).await;
            }
        });
        Pusher(sender)
    }

    pub fn send(&self, pushes: Vec<Push>) {
        if !pushes.is_empty() && self.0.try_send(pushes).is_err() {
            tracing::warn!("pushes to browsers are dropped: too many wait");
        }
    }
}

/// To everybody who sees the resource in the group at the end of the path.
pub fn of_resource(project_id: i64, topic: &str, resource: Resource, path: Vec<i64>, data: Value) -> Push {
    Push::new(project_id, topic, Audience::Scope { resource: resource.name().into(), path }, data)
}

/// `{type, device_id}` to everybody who sees the device.
pub fn of_device(project_id: i64, path: Vec<i64>, device_id: i64, kind: &str) -> Push {
    of_resource(project_id, "devices", Resource::Device, path, encode::device(kind, device_id))
}

/// `{type, elevator_id}` to everybody who sees the log of the elevator: it has a new line, or a command has its outcome.
pub fn of_elevator_event(place: LiftEventPlace) -> Push {
    let data = encode::elevator_event_changed(place.elevator_id);
    of_resource(place.project_id, "events.elevators", Resource::ElevatorEvent, place.path, data)
}

/// One push for each device: `{type: device_tasks.changed, device_id, items: [{id, kind, status}]}`.
pub fn of_tasks(project_id: i64, paths: &HashMap<i64, Vec<i64>>, changes: &[ChangedTask]) -> Vec<Push> {
    let mut devices: Vec<i64> = changes.iter().map(|change| change.device_id).collect();
    devices.sort_unstable();
    devices.dedup();
    let push = |device_id: i64| {
        let of_device = changes.iter().filter(|change| change.device_id == device_id).take(MAX_TASKS);
        let items = of_device.map(|change| TaskChange { id: change.id, kind: &change.kind, status: status_name(change.status) });
        let data = encode::device_tasks_changed(device_id, items);
        of_resource(project_id, "device-tasks", Resource::DeviceTask, paths.get(&device_id).cloned().unwrap_or_default(), data)
    };
    devices.into_iter().map(push).collect()
}

fn status_name(number: i16) -> &'static str {
    crate::domain::task::TaskStatus::from_number(number).map_or("", |status| status.as_str())
}
