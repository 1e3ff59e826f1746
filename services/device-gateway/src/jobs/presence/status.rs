//! Stores statuses of devices, and publishes the changes.
use std::collections::{HashMap, HashSet};

use device_protocol::Presence;
use event_catalogue::encode;
use kit::{Result, clock, outbox};
use policy::Resource;
use proto::vestibule::events::v1::DeviceStatusChanged;

use super::buffer::Update;
use super::device_status::{self, StatusChange, StatusReason};
use crate::app::App;
use crate::domain::device::Protocol;
use crate::jobs::protocol_change;
use crate::mqtt::BrokerScope;
use crate::push;
use crate::store::device::{OFFLINE, ONLINE};
use crate::store::device_sync::{self, PendingWork};
use crate::store::{group_path, task};

const TOPIC: &str = "device.status.changed";

/// Returns which of these serial numbers devices have of which the broker may report.
pub async fn store(app: &App, scope: BrokerScope, updates: &HashMap<String, Update>) -> Result<HashSet<String>> {
    if updates.is_empty() {
        return Ok(HashSet::new());
    }
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let known = device_status::list_known(&mut tx, scope, &updates.keys().cloned().collect::<Vec<_>>()).await?;
    if known.is_empty() {
        return Ok(known);
    }
    let serials: Vec<String> = known.iter().cloned().collect();
    let statuses: Vec<i16> = serials.iter().map(|serial| if updates[serial].presence == Presence::Online { ONLINE } else { OFFLINE }).collect();
    let connected: Vec<String> = serials.iter().filter(|serial| updates[*serial].has_connected).cloned().collect();
    device_status::lock(&mut tx, &connected, &serials, &statuses).await?;
    let completed = protocol_change::complete(&mut tx, app, &connected, Protocol::Mqtt).await?;
    device_status::set_brokers(&mut tx, scope, &connected, &serials, &statuses).await?;
    let changes = device_status::set_statuses(&mut tx, scope, &serials, &statuses, now).await?;
    // A device may have been reset, restored or replaced while it was away: it is read back. A retained status that says what is
    // stored already is no return: every replica gets one of each device with every connection.
    let mut returned = device_status::ids(&mut tx, &connected).await?;
    returned.extend(changes.iter().filter(|change| change.status == ONLINE).map(|change| change.id));
    returned.sort_unstable();
    returned.dedup();
    task::end_pauses(&mut tx, &returned).await?;
    device_sync::enqueue(&mut tx, &returned, PendingWork::READ, now).await?;
    publish_and_commit(app, tx, changes, StatusReason::Broker).await?;
    completed.follow_up(app);
    Ok(known)
}

/// Marks devices as offline that did not answer.
pub async fn mark_offline(app: &App, device_ids: &[i64]) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let changes = device_status::set_offline(&mut tx, device_ids, app.context.clock.now()).await?;
    publish_and_commit(app, tx, changes, StatusReason::NoAnswer).await
}

pub async fn publish_and_commit(app: &App, mut tx: kit::Tx, changes: Vec<StatusChange>, reason: StatusReason) -> Result<()> {
    if changes.is_empty() {
        return Ok(tx.commit().await?);
    }
    let now = app.context.clock.now();
    let ids: Vec<i64> = changes.iter().map(|change| change.id).collect();
    device_status::insert_changes(&mut tx, &changes, reason, now).await?;
    device_sync::enqueue(&mut tx, &ids, PendingWork::TASKS, now).await?;
    let events: Vec<_> = changes.iter().map(|change| event(change, now)).collect();
    outbox::emit_all(&mut tx, TOPIC, &events).await?;
    let groups: Vec<i64> = changes.iter().map(|change| change.domain_id).collect();
    let paths = group_path::find_many(&mut tx, &groups).await?;
    tx.commit().await?;
    app.notify_dispatcher();
    let push = |change: &StatusChange| {
        let data = encode::device_status_changed(&event(change, now).event);
        push::of_resource(change.project_id, "devices", Resource::Device, paths.get(&change.domain_id).cloned().unwrap_or_default(), data)
    };
    app.pusher.send(changes.iter().map(push).collect());
    Ok(())
}

fn event(change: &StatusChange, now: time::OffsetDateTime) -> outbox::Outgoing<DeviceStatusChanged> {
    outbox::Outgoing {
        project_id: change.project_id,
        aggregate: format!("device:{}", change.id),
        event: DeviceStatusChanged {
            project_id: change.project_id,
            device_id: change.id,
            device_name: change.name.clone(),
            domain_id: change.domain_id,
            online: change.status == ONLINE,
            at: Some(clock::to_proto(now)),
        },
    }
}
