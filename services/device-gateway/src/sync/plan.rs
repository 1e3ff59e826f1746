//! Compares what a device should hold with what it holds, and makes the tasks that lead from one to the other.
use kit::{Result, Tx};
use time::OffsetDateTime;

use super::session;
use crate::domain::difference::{Work, difference};
use crate::domain::task::Status;
use crate::driver::bas_ip::CHUNK;
use crate::gateway::Gateway;
use crate::store::item::Holder;
use crate::store::sync::Held;
use crate::store::task::Change;
use crate::store::{item, sync, task};

/// The worker's turn.
pub async fn run(gateway: &Gateway, held: &Held) -> Result<()> {
    let mut tx = gateway.context.database.system().await?;
    let changes = make(&mut tx, held.holder, gateway.context.clock.now()).await?;
    let pushes = session::pushes(&mut tx, held, &changes).await?;
    tx.commit().await?;
    gateway.pusher.send(pushes);
    Ok(())
}

/// Makes the tasks. Those of an older plan that were not carried out are overtaken: they stop, unless the new plan
/// is the same.
pub async fn make(tx: &mut Tx, holder: Holder, now: OffsetDateTime) -> Result<Vec<Change>> {
    let Some(version) = sync::lock(tx, holder.device_id).await? else { return Ok(Vec::new()) };
    let desired = item::desired(tx, holder.device_id).await?;
    let actual = item::actual(tx, holder.device_id).await?;
    let works = difference(&desired, &actual, CHUNK);
    let old = task::of_the_list(tx, holder.device_id).await?;
    if is_same(&old, &works) {
        sync::planned(tx, holder.device_id, works.is_empty()).await?;
        return Ok(Vec::new());
    }
    let overtaken: Vec<i64> = old.iter().map(|(id, _, _)| *id).collect();
    let (mut changes, is_in_doubt) = task::overtake(tx, holder, &overtaken, now).await?;
    sync::planned(tx, holder.device_id, works.is_empty() && !is_in_doubt).await?;
    changes.extend(task::insert(tx, holder, &works, version, now).await?);
    Ok(changes)
}

/// Whether the open tasks are just those of the plan, so that they may keep their place and their pause.
fn is_same(old: &[(i64, Status, Work)], works: &[Work]) -> bool {
    old.len() == works.len() && old.iter().zip(works).all(|((_, status, old), new)| *status != Status::Error && old == new)
}
