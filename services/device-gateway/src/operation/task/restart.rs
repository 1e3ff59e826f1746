//! Trying a task again that failed or was stopped.
use kit::{Error, Result};
use policy::{Authorized, action, resource};

use super::record;
use crate::app::App;
use crate::domain::task::{TaskStatus, TaskStep, after};
use crate::operation::device::ensure_has_protocol;
use crate::push;
use crate::store::device;
use crate::store::device_sync::{self, PendingWork};
use crate::store::group_path;
use crate::store::task::{self, StepDetails, TaskRow};

pub async fn restart(app: &App, right: &Authorized<resource::DeviceTask, action::Edit>, id: i64) -> Result<TaskRow> {
    let context = &app.context;
    let now = context.clock.now();
    let mut tx = context.database.tenant(right.project_id()).await?;
    let permitted = task::find_for_update(&mut tx, right, id).await?;
    let device = device::find_for_service(&mut tx, permitted.project_id(), permitted.device_id).await?.ok_or(Error::NotFound)?;
    ensure_has_protocol(&device)?;
    let allowed = TaskStatus::from_number(permitted.status).and_then(|status| after(status, TaskStep::Restart)).is_some();
    let changes = if allowed { task::advance(&mut tx, &[id], TaskStep::Restart, StepDetails::default(), now).await? } else { Vec::new() };
    if changes.is_empty() {
        return Err(Error::conflict("only a task in error or stopped can be restarted"));
    }
    device_sync::enqueue(&mut tx, &[permitted.device_id], PendingWork::TASKS, now).await?;
    record(&mut tx, &context.clock, right.caller(), "restart", permitted.row()).await?;
    let row = task::find(&mut tx, right, id).await?.ok_or(Error::NotFound)?;
    let path = group_path::find(&mut tx, row.domain_id).await?;
    let pushes = push::of_tasks(row.project_id, &[(row.device_id, path)].into(), &changes);
    tx.commit().await?;
    app.pusher.send(pushes);
    app.notify_dispatcher();
    Ok(row)
}
