//! Compares what a device should hold with what it holds, and makes the tasks that lead from one to the other.
use kit::{Result, Tx};
use time::OffsetDateTime;

use crate::bas_ip::CHUNK;
use crate::domain::difference::difference;
use crate::domain::task::{PlannedTask, TaskStatus};
use crate::store::item::DeviceKey;
use crate::store::task::TaskChange;
use crate::store::{device_sync, item, task};

/// Makes the tasks. Tasks of an older plan that were not carried out are stopped, unless the new plan is the same.
pub async fn plan(tx: &mut Tx, key: DeviceKey, now: OffsetDateTime) -> Result<Vec<TaskChange>> {
    task::lock_unfinished(tx, key.device_id).await?;
    let Some(version) = device_sync::lock(tx, key.device_id).await? else { return Ok(Vec::new()) };
    let is_kept = device_sync::is_list_kept(tx, key.device_id).await?;
    let planned = if is_kept {
        Vec::new()
    } else {
        let desired = item::list_desired(tx, key.device_id).await?;
        let actual = item::list_actual(tx, key.device_id).await?;
        difference(&desired, &actual, CHUNK)
    };
    let old = task::list_unfinished_list_tasks(tx, key.device_id).await?;
    if is_same(&old, &planned) {
        device_sync::record_plan(tx, key.device_id, planned.is_empty() && !is_kept).await?;
        return Ok(Vec::new());
    }
    let overtaken: Vec<i64> = old.iter().map(|(id, _, _)| *id).collect();
    let (mut changes, is_uncertain) = task::overtake(tx, key, &overtaken, now).await?;
    device_sync::record_plan(tx, key.device_id, planned.is_empty() && !is_uncertain && !is_kept).await?;
    changes.extend(task::insert(tx, key, &planned, version, now).await?);
    Ok(changes)
}

/// Whether the open tasks are those of the plan, so that they may keep their place and their pause.
fn is_same(old: &[(i64, TaskStatus, PlannedTask)], planned: &[PlannedTask]) -> bool {
    old.len() == planned.len() && old.iter().zip(planned).all(|((_, status, old), new)| *status != TaskStatus::Error && old == new)
}
