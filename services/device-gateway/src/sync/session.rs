//! One device, worked on until there is nothing to do for now.
use kit::Result;
use kit::realtime::Push;
use kit::telemetry::span;
use rand::Rng;
use time::{Duration, OffsetDateTime};
use tracing::Instrument;

use super::{fetch, plan, read_back, run_task};
use crate::domain::device::Protocol;
use crate::domain::turn::{Situation, Turn, turn};
use crate::gateway::Gateway;
use crate::push;
use crate::store::sync::Held;
use crate::store::task::Change;
use crate::store::{place, sync, task};

const AFTER_AN_ERROR: std::time::Duration = std::time::Duration::from_secs(1);
/// Before the broker's connection is looked at again.
const NO_CONNECTION: Duration = Duration::seconds(1);
/// Pauses after the list could not be fetched, or the device did not say what it holds: these, twice as long with
/// each failure, up to the longest.
const FIRST_PAUSE: Duration = Duration::seconds(1);
const LONGEST_PAUSE: Duration = Duration::seconds(8);

/// What went wrong in this session, and is not tried again within it.
#[derive(Default)]
struct Troubles {
    fetch: bool,
    read: bool,
}

/// Works on a device that this process has claimed, and gives it back.
pub async fn work(gateway: &Gateway, device_id: i64) {
    if let Err(error) = session(gateway, device_id).await {
        tracing::warn!(device_id, error = format!("{error:#}"), "the work on a device stopped");
        // The dispatcher takes up again what was not given back.
        tokio::time::sleep(AFTER_AN_ERROR).await;
    }
}

async fn session(gateway: &Gateway, device_id: i64) -> Result<()> {
    let mut troubles = Troubles::default();
    loop {
        let mut tx = gateway.context.database.system().await?;
        let now = gateway.context.clock.now();
        let Some(held) = sync::held(&mut tx, device_id, gateway.worker).await? else {
            tx.rollback().await?;
            return Ok(());
        };
        if held.device.protocol != Protocol::Mqtt {
            sync::release(&mut tx, device_id, gateway.worker, held.work_seq, None, now).await?;
            tx.commit().await?;
            return Ok(());
        }
        // Without a connection nobody knows whether the device is there: tasks stay as they are.
        let is_connected = gateway.link.is_connected();
        let changes = if is_connected || !held.is_online { task::settle(&mut tx, device_id, held.is_online, now).await? } else { Vec::new() };
        let front = task::front(&mut tx, device_id).await?;
        let situation = Situation {
            fetch: held.due.fetch && !troubles.fetch,
            read: held.due.read && !troubles.read,
            is_silent: troubles.read,
            plan: held.due.plan,
            is_online: held.is_online && is_connected,
            task: front.task,
            next_attempt_at: front.next_attempt_at,
        };
        let next = turn(&situation);
        if let Turn::Rest(pause_ends) = next {
            let waits_for_connection = !is_connected && held.is_online && (front.task.is_some() || held.due.read);
            let next = rest_until(&held, &troubles, waits_for_connection, pause_ends, now);
            sync::release(&mut tx, device_id, gateway.worker, held.work_seq, next, now).await?;
        }
        let pushes = pushes(&mut tx, &held, &changes).await?;
        tx.commit().await?;
        gateway.pusher.send(pushes);
        let part_of = |name| span::task(gateway.context.service, name, held.traceparent.as_deref());
        match next {
            Turn::Fetch => troubles.fetch = !fetch::run(gateway, &held).instrument(part_of("fetch the list of a device")).await?,
            Turn::Read => troubles.read = !read_back::run(gateway, &held).instrument(part_of("read back a device")).await?,
            Turn::Plan => plan::run(gateway, &held).instrument(part_of("plan the tasks of a device")).await?,
            Turn::Run(task) => run_task::run(gateway, &held, task).instrument(part_of("run a task of a device")).await?,
            Turn::Rest(_) => return Ok(()),
        }
    }
}

/// The soonest of the reasons to look again by itself.
fn rest_until(
    held: &Held,
    troubles: &Troubles,
    waits_for_connection: bool,
    pause_ends: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> Option<OffsetDateTime> {
    let trouble = (troubles.fetch || troubles.read).then(|| now + pause(held.failures + 1));
    let connection = waits_for_connection.then(|| now + NO_CONNECTION);
    [trouble, connection, pause_ends].into_iter().flatten().min()
}

fn pause(failures: i32) -> Duration {
    let doubled = FIRST_PAUSE * 2_i32.pow(failures.clamp(0, 10) as u32);
    doubled.min(LONGEST_PAUSE) * rand::rng().random_range(0.5..1.0)
}

/// Pushes about tasks of a device, for whoever asked for its work where no work of it makes them.
pub async fn pushes(tx: &mut kit::Tx, held: &Held, changes: &[Change]) -> Result<Vec<Push>> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let path = place::paths(tx, &[held.device.domain_id]).await?.remove(&held.device.domain_id).unwrap_or_default();
    let made = push::of_tasks(held.holder.project_id, &[(held.holder.device_id, path)].into(), changes).into_iter();
    Ok(made.map(|push| Push { traceparent: push.traceparent.or_else(|| held.traceparent.clone()), ..push }).collect())
}
