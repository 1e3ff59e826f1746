//! Pushes to browsers, behind the back of whoever makes them: they may be lost, and nothing waits for them.
use std::collections::HashMap;

use futures::StreamExt;
use kit::Context;
use kit::realtime::{Audience, Push};
use policy::Resource;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::store::task::Change;

/// Batches that wait; beyond that pushes are dropped.
const QUEUE: usize = 1_000;
/// Pushes under way at once.
const AT_ONCE: usize = 64;
/// Tasks named in one push; of more, only that there are some.
const TASKS_NAMED: usize = 50;

#[derive(Clone)]
pub struct Pusher(mpsc::Sender<Vec<Push>>);

impl Pusher {
    pub fn start(context: Context) -> Pusher {
        let (sender, mut receiver) = mpsc::channel::<Vec<Push>>(QUEUE);
        tokio::spawn(async move {
            while let Some(batch) = receiver.recv().await {
                futures::stream::iter(batch).for_each_concurrent(AT_ONCE, |push| kit::realtime::push(&context, push)).await;
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

/// For whoever sees the resource in the group at the end of the path.
pub fn of_resource(project_id: i64, topic: &str, resource: Resource, path: Vec<i64>, data: Value) -> Push {
    Push::new(project_id, topic, Audience::Scope { resource: resource.name().into(), path }, data)
}

/// `{type, device_id}` to whoever sees the device.
pub fn of_device(project_id: i64, path: Vec<i64>, device_id: i64, kind: &str) -> Push {
    of_resource(project_id, "devices", Resource::Device, path, json!({"type": kind, "device_id": device_id}))
}

/// One push for each device: `{type: device_tasks.changed, device_id, items: [{id, kind, status}]}`.
pub fn of_tasks(project_id: i64, paths: &HashMap<i64, Vec<i64>>, changes: &[Change]) -> Vec<Push> {
    let mut devices: Vec<i64> = changes.iter().map(|change| change.device_id).collect();
    devices.sort_unstable();
    devices.dedup();
    let push = |device_id: i64| {
        let items: Vec<Value> = changes
            .iter()
            .filter(|change| change.device_id == device_id)
            .take(TASKS_NAMED)
            .map(|change| json!({"id": change.id, "kind": change.kind, "status": status_word(change.status)}))
            .collect();
        let data = json!({"type": "device_tasks.changed", "device_id": device_id, "items": items});
        of_resource(project_id, "device-tasks", Resource::DeviceTask, paths.get(&device_id).cloned().unwrap_or_default(), data)
    };
    devices.into_iter().map(push).collect()
}

fn status_word(number: i16) -> &'static str {
    crate::domain::task::Status::from_number(number).map_or("", |status| status.word())
}
