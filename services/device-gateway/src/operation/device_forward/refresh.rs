//! The numbers of apartments have changed: their panels are sent the table again.
use kit::Result;
use kit::realtime::Push;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::task::{PlannedTask, TaskKind};
use crate::push;
use crate::store::device_sync::{self, PendingWork};
use crate::store::item::DeviceKey;
use crate::store::task::{self, TaskChange};
use crate::store::{device, group_path, sent_forward};

/// Of these groups. A panel that has such a task waiting needs no other: the table is read when it is sent.
pub async fn refresh(tx: &mut PgConnection, app: &App, project_id: i64, groups: &[i64]) -> Result<Vec<Push>> {
    let mut pushes = Vec::new();
    for device_id in sent_forward::list_panels(tx, project_id, groups).await? {
        let changes = refresh_device(tx, app, DeviceKey { device_id, project_id }).await?;
        let Some(row) = device::find_for_service(tx, project_id, device_id).await? else { continue };
        let path = group_path::find(tx, row.domain_id).await?;
        pushes.extend(push::of_tasks(project_id, &[(device_id, path)].into(), &changes));
    }
    Ok(pushes)
}

pub async fn refresh_device(tx: &mut PgConnection, app: &App, key: DeviceKey) -> Result<Vec<TaskChange>> {
    if task::has_waiting(tx, key.device_id, TaskKind::Forwards).await? {
        return Ok(Vec::new());
    }
    let now = app.context.clock.now();
    let changes = task::insert(tx, key, &[PlannedTask { kind: TaskKind::Forwards, items: Vec::new() }], 0, now).await?;
    device_sync::enqueue(tx, &[key.device_id], PendingWork::TASKS, now).await?;
    Ok(changes)
}
