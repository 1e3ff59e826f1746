//! Pushes about the tasks of a claimed device.
use kit::realtime::Push;
use kit::{Result, Tx};

use crate::push;
use crate::store::device_sync::ClaimedDevice;
use crate::store::group_path;
use crate::store::task::TaskChange;

/// In the trace that asked for the work, unless the push is part of another one.
pub async fn build_task_pushes(tx: &mut Tx, claimed: &ClaimedDevice, changes: &[TaskChange]) -> Result<Vec<Push>> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let path = group_path::find(tx, claimed.device.domain_id).await?;
    let pushes = push::of_tasks(claimed.key.project_id, &[(claimed.key.device_id, path)].into(), changes).into_iter();
    Ok(pushes.map(|push| Push { traceparent: push.traceparent.or_else(|| claimed.traceparent.clone()), ..push }).collect())
}
