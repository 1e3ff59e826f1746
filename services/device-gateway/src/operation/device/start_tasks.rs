//! The actions of a device that start tasks: apply, init, restart the queue.
use kit::{Error, Result, Tx, audit};
use policy::{Authorized, Resource, action, resource};
use serde_json::json;

use crate::app::App;
use crate::bas_ip::settings::{self, Server};
use crate::domain::device::Protocol;
use crate::domain::forward;
use crate::domain::task::{PlannedTask, TaskKind, TaskStatus, TaskStep};
use crate::operation::task::plan;
use crate::push;
use crate::store::device::{self, DeviceRow};
use crate::store::device_clock;
use crate::store::device_sync::{self, PendingWork};
use crate::store::group_path;
use crate::store::item::{self, DeviceKey};
use crate::store::sent_forward;
use crate::store::task::{self, StepDetails, TaskChange};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum DeviceAction {
    /// Sends everything again.
    Apply,
    /// Clears the device, and then sends everything.
    Init,
    /// Tries failed tasks again and makes none.
    RestartQueue,
}

impl DeviceAction {
    /// As the audit log has it.
    fn as_str(self) -> &'static str {
        match self {
            DeviceAction::Apply => "apply",
            DeviceAction::Init => "init",
            DeviceAction::RestartQueue => "restart_queue",
        }
    }
}

/// Returns how many tasks were made or queued again.
pub async fn start_tasks(app: &App, right: &Authorized<resource::Device, action::Edit>, id: i64, action: DeviceAction) -> Result<i64> {
    let context = &app.context;
    let mut tx = context.database.tenant(right.project_id()).await?;
    let row = device::find_for_update(&mut tx, right, id).await?.into_row();
    ensure_has_protocol(&row)?;
    if action == DeviceAction::Init && row.keep_list {
        // It would lose what it keeps.
        return Err(Error::conflict("can't perform action"));
    }
    let changes = match action {
        DeviceAction::Apply | DeviceAction::Init => send_everything(app, &mut tx, right, &row, action).await?,
        DeviceAction::RestartQueue => {
            let failed = task::failed_ids(&mut tx, row.id).await?;
            task::advance(&mut tx, &failed, TaskStep::Restart, StepDetails::default(), context.clock.now()).await?
        }
    };
    device_sync::enqueue(&mut tx, &[row.id], PendingWork::TASKS, context.clock.now()).await?;
    let change =
        audit::Change { action: action.as_str(), resource: Resource::Device, id: row.id, name: &row.name, before: json!({}), after: json!({}) };
    audit::record(&mut tx, &context.clock, right.caller(), change).await?;
    let path = group_path::find(&mut tx, row.domain_id).await?;
    tx.commit().await?;
    app.notify_dispatcher();
    app.pusher.send(push::of_tasks(row.project_id, &[(row.id, path)].into(), &changes));
    let started = changes.iter().filter(|change| [TaskStatus::New as i16, TaskStatus::Queued as i16].contains(&change.status)).count();
    Ok(started as i64)
}

/// A device without a protocol is sent nothing.
pub fn ensure_has_protocol(row: &DeviceRow) -> Result<()> {
    match Protocol::from_number(row.protocol) {
        Protocol::Mqtt | Protocol::Http => Ok(()),
        Protocol::None => Err(Error::conflict("device protocol none prevents init, queue restart and sync")),
    }
}

async fn send_everything(
    app: &App,
    tx: &mut Tx,
    right: &Authorized<resource::Device, action::Edit>,
    row: &DeviceRow,
    action: DeviceAction,
) -> Result<Vec<TaskChange>> {
    let now = app.context.clock.now();
    let key = DeviceKey { device_id: row.id, project_id: row.project_id };
    // Planning waits, so that nothing is planned between the steps below.
    task::lock_unfinished(tx, row.id).await?;
    device_sync::lock(tx, row.id).await?;
    let overtaken = task::open_of_kinds(tx, row.id, &TaskKind::ALL).await?;
    let (mut changes, _) = task::overtake(tx, key, &overtaken, now).await?;
    device_clock::set_due(tx, row.id).await?;
    let device = row.device();
    let mut kinds = settings::tasks(&device, Server::for_protocol(device.protocol, app).is_some());
    if forward::is_supported(&device) {
        kinds.push(TaskKind::Forwards);
        sent_forward::mark_uncertain(tx, right, row.id).await?;
    }
    if action == DeviceAction::Init {
        kinds.insert(0, TaskKind::Clear);
        item::delete_all_actual(tx, row.id).await?;
    } else {
        item::clear_refusals(tx, row.id, true).await?;
        item::mark_all_uncertain(tx, row.id).await?;
    }
    let (network, others): (Vec<PlannedTask>, Vec<PlannedTask>) =
        kinds.into_iter().map(|kind| PlannedTask { kind, items: Vec::new() }).partition(|task| task.kind == TaskKind::Network);
    changes.extend(task::insert(tx, key, &others, 0, now).await?);
    changes.extend(plan(tx, key, now).await?);
    // The network comes last, because the device may not be reached after it.
    changes.extend(task::insert(tx, key, &network, 0, now).await?);
    Ok(changes)
}
