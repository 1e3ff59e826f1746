//! The protocol of devices.
use std::collections::HashSet;

use kit::{Error, Result, audit, bulk};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::device::v1::DeviceProtocolResult;
use serde_json::json;
use sqlx::PgConnection;

use super::publish::publish;
use super::{build_push, secrets};
use crate::app::App;
use crate::bas_ip::settings::Server;
use crate::domain::device::{Device, Protocol};
use crate::domain::protocol_change::{CHANGE_TIMEOUT, ProtocolStep, step};
use crate::domain::task::{PlannedTask, TaskKind};
use crate::operation::task;
use crate::push;
use crate::store::device::{self, DeviceRow, SealedSecrets};
use crate::store::device_sync::{self, PendingWork};
use crate::store::item::DeviceKey;
use crate::store::task::TaskChange;
use crate::store::{device_token, group_path, protocol_change, task as task_store};

type Right = Authorized<resource::Device, action::Edit>;
type Permitted = kit::listing::Permitted<DeviceRow, action::Edit>;

/// What one item leaves to be done after the commit.
#[derive(Default)]
struct Effects {
    pushes: Vec<kit::realtime::Push>,
    serials: Vec<String>,
}

/// Each device by itself. `is_pending` of an answer: it is sent the new way and has not come by it yet.
pub async fn set_protocols(app: &App, right: &Right, ids: Vec<i64>, protocol: Protocol) -> Result<Vec<DeviceProtocolResult>> {
    let mut changes = bulk::Deletion::begin(&app.context.database, right.project_id(), ids).await?;
    let (mut pending, mut effects) = (HashSet::new(), Effects::default());
    while let Some(mut item) = changes.next().await? {
        let changed = set_protocol(app, &mut item.savepoint, right, item.id, protocol).await;
        let id = item.id;
        let changed = changed.map(|(step, of_item)| {
            if step == ProtocolStep::Gradual {
                pending.insert(id);
            }
            effects.pushes.extend(of_item.pushes);
            effects.serials.extend(of_item.serials);
        });
        item.finish(changed).await?;
    }
    let answers = changes.commit().await?;
    for serial in &effects.serials {
        app.broker_users.note(serial);
    }
    app.notify_dispatcher();
    app.pusher.send(effects.pushes);
    let answer = |item: proto::vestibule::common::v1::ItemResult| DeviceProtocolResult {
        id: item.id,
        done: item.done,
        message: item.message,
        is_pending: pending.contains(&item.id),
    };
    Ok(answers.items.into_iter().map(answer).collect())
}

async fn set_protocol(app: &App, tx: &mut PgConnection, right: &Right, id: i64, protocol: Protocol) -> Result<(ProtocolStep, Effects)> {
    let permitted = device::find_for_update(tx, right, id).await?;
    let before = permitted.device();
    let after = Device { protocol, ..before.clone() };
    let key = DeviceKey { device_id: id, project_id: permitted.project_id };
    let step = step(before.protocol, protocol, permitted.is_seen());
    let changes = match step {
        ProtocolStep::Stay => cancel(tx, app, &permitted).await?,
        ProtocolStep::Gradual => begin(tx, app, &permitted, protocol).await?,
        ProtocolStep::AtOnce => {
            protocol_change::delete(tx, &permitted).await?;
            let mut sealed = SealedSecrets::default();
            let is_elsewhere = secrets::withdraw(tx, app, permitted.row(), &after, &mut sealed, false).await?;
            device::update(tx, &permitted, &after, sealed, app.context.clock.now()).await?;
            device_token::delete_of_device(tx, key.project_id, id).await?;
            let mut changes = task::create_for_change(tx, app, key, (&before, &after), is_elsewhere).await?;
            if is_elsewhere {
                changes.extend(send_server(tx, app, key).await?);
            }
            publish(tx, key, permitted.version + 1, &after, false).await?;
            changes
        }
    };
    let (from, to) = (json!({"protocol": before.protocol}), json!({"protocol": protocol}));
    let change = audit::Change::new(Action::Edit, Resource::Device, id, &before.name, from, to);
    audit::record(tx, &app.context.clock, right.caller(), change).await?;
    let path = group_path::find(tx, permitted.domain_id).await?;
    let mut pushes = vec![build_push(tx, permitted.row(), "device.changed").await?];
    pushes.extend(push::of_tasks(key.project_id, &[(id, path)].into(), &changes));
    Ok((step, Effects { pushes, serials: vec![before.serial_number] }))
}

/// Sends the device the new way. It keeps its protocol until it has come by the new one.
pub(super) async fn begin(tx: &mut PgConnection, app: &App, permitted: &Permitted, protocol: Protocol) -> Result<Vec<TaskChange>> {
    if Server::for_protocol(protocol, app).is_none() {
        return Err(Error::conflict("error mqtt broker settings sending"));
    }
    protocol_change::insert(tx, permitted, protocol, app.context.clock.now() + CHANGE_TIMEOUT).await?;
    send_server(tx, app, DeviceKey { device_id: permitted.id, project_id: permitted.project_id }).await
}

/// A device that was sent a way that nobody wants any more is sent its own again.
pub(super) async fn cancel(tx: &mut PgConnection, app: &App, permitted: &Permitted) -> Result<Vec<TaskChange>> {
    match protocol_change::delete(tx, permitted).await? && permitted.protocol != Protocol::None as i16 {
        true => send_server(tx, app, DeviceKey { device_id: permitted.id, project_id: permitted.project_id }).await,
        false => Ok(Vec::new()),
    }
}

/// The device has another protocol at once: no change is under way any more.
pub(super) async fn forget(tx: &mut PgConnection, permitted: &Permitted) -> Result<Vec<TaskChange>> {
    protocol_change::delete(tx, permitted).await?;
    Ok(Vec::new())
}

/// A task by which the device learns where it reports to; earlier ones are stopped.
pub async fn send_server(tx: &mut PgConnection, app: &App, key: DeviceKey) -> Result<Vec<TaskChange>> {
    let now = app.context.clock.now();
    let overtaken = task_store::open_of_kinds(tx, key.device_id, &[TaskKind::ManagementServer]).await?;
    let (mut changes, _) = task_store::overtake(tx, key, &overtaken, now).await?;
    let task = PlannedTask { kind: TaskKind::ManagementServer, items: Vec::new() };
    changes.extend(task_store::insert(tx, key, &[task], 0, now).await?);
    device_sync::enqueue(tx, &[key.device_id], PendingWork::TASKS, now).await?;
    Ok(changes)
}
