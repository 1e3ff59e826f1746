//! The work on one device, until nothing is left to do for now.
use kit::Result;
use kit::telemetry::span;
use rand::Rng;
use time::{Duration, OffsetDateTime};
use tracing::Instrument;

use super::pushes::build_task_pushes;
use super::{fetch_list, queue, read_back, run_task, send_clock};
use crate::app::App;
use crate::domain::device::Protocol;
use crate::domain::next_step::{NextStep, Situation, next_step};
use crate::operation::task::plan;
use crate::store::device_sync::{self, ClaimedDevice};
use crate::store::task;

const ERROR_PAUSE: std::time::Duration = std::time::Duration::from_secs(1);
/// How soon the connection to the broker is checked again.
const RECONNECT_CHECK_INTERVAL: Duration = Duration::seconds(1);
/// Pause after the list could not be fetched or the device could not be read: it doubles with each failure, up to the
/// longest.
const FIRST_PAUSE: Duration = Duration::seconds(1);
const MAX_PAUSE: Duration = Duration::seconds(8);

/// What failed in this session, and is not tried again within it.
#[derive(Default)]
struct SessionFailures {
    fetch: bool,
    clock: bool,
    read: bool,
}

/// Works on a device that this process has claimed, and releases it.
pub async fn work(app: &App, device_id: i64) {
    if let Err(error) = session(app, device_id).await {
        tracing::warn!(device_id, error = format!("{error:#}"), "the work on a device failed");
        // The dispatcher claims a device again that was not released.
        tokio::time::sleep(ERROR_PAUSE).await;
    }
}

async fn session(app: &App, device_id: i64) -> Result<()> {
    let mut failures = SessionFailures::default();
    loop {
        let mut tx = app.context.database.system().await?;
        let now = app.context.clock.now();
        let Some(claimed) = device_sync::load_claimed(&mut tx, device_id, app.worker).await? else {
            tx.rollback().await?;
            return Ok(());
        };
        if claimed.device.protocol == Protocol::None {
            queue::release(&mut tx, device_id, app.worker, claimed.work_seq, None, now).await?;
            tx.commit().await?;
            return Ok(());
        }
        let reach = Reach::of(app, &claimed, now);
        let changes = match reach {
            Reach::Unknown => Vec::new(),
            _ => task::reconcile_with_status(&mut tx, device_id, reach == Reach::Open, now).await?,
        };
        let front = task::front(&mut tx, device_id).await?;
        let situation = Situation {
            fetch: claimed.pending.fetch && !failures.fetch,
            // A device that did not answer the time would not answer this either.
            read: claimed.pending.read && !failures.read && !failures.clock,
            clock: claimed.is_clock_due && !failures.clock,
            is_silent: failures.clock || failures.read,
            plan: claimed.pending.plan,
            is_online: reach == Reach::Open,
            task: front.task,
            next_attempt_at: front.next_attempt_at,
        };
        let next = next_step(&situation);
        if let NextStep::Wait(pause_ends) = next {
            let has_work = front.task.is_some() || claimed.pending.read || claimed.is_clock_due || task::has_open(&mut tx, device_id).await?;
            let next = wait_until(&claimed, &failures, if has_work { reach } else { Reach::Closed }, pause_ends, now);
            queue::release(&mut tx, device_id, app.worker, claimed.work_seq, next, now).await?;
        }
        let pushes = build_task_pushes(&mut tx, &claimed, &changes).await?;
        tx.commit().await?;
        app.pusher.send(pushes);
        let part_of = |name| span::task(app.context.service, name, claimed.traceparent.as_deref());
        match next {
            NextStep::Fetch => failures.fetch = !fetch_list::run(app, &claimed).instrument(part_of("fetch the list of a device")).await?,
            NextStep::SendClock => failures.clock = !send_clock::run(app, &claimed).instrument(part_of("send a device the time")).await?,
            NextStep::Read => failures.read = !read_back::run(app, &claimed).instrument(part_of("read back a device")).await?,
            NextStep::Plan => plan_tasks(app, &claimed).instrument(part_of("plan the tasks of a device")).await?,
            NextStep::Run(task) => run_task::run(app, &claimed, task).instrument(part_of("run a task of a device")).await?,
            NextStep::Wait(_) => return Ok(()),
        }
    }
}

/// Whether something can be sent to a device now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Open,
    Closed,
    /// Not before then: the last call did not reach it.
    ClosedUntil(OffsetDateTime),
    /// Without a connection to the broker it is unknown whether the device is online: tasks stay as they are.
    Unknown,
}

impl Reach {
    /// A device that speaks MQTT says whether it is online. One that speaks HTTP is called, whether or not it calls by itself.
    fn of(app: &App, claimed: &ClaimedDevice, now: OffsetDateTime) -> Reach {
        match (claimed.device.protocol, claimed.contact_at) {
            (Protocol::Mqtt, _) if !claimed.is_online => Reach::Closed,
            (Protocol::Mqtt, _) if !app.mqtt_of(claimed.broker_id).is_some_and(|mqtt| mqtt.is_connected()) => Reach::Unknown,
            (Protocol::Http, Some(at)) if at > now => Reach::ClosedUntil(at),
            (Protocol::None, _) => Reach::Closed,
            _ => Reach::Open,
        }
    }
}

/// When the device is due again without new work: the soonest of the reasons for that.
fn wait_until(
    claimed: &ClaimedDevice,
    failures: &SessionFailures,
    reach: Reach,
    pause_ends: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> Option<OffsetDateTime> {
    let is_unreached = matches!(reach, Reach::ClosedUntil(_));
    let trouble = (failures.fetch || (failures.clock || failures.read) && !is_unreached).then(|| now + pause(claimed.failures + 1));
    let contact = match reach {
        Reach::Unknown => Some(now + RECONNECT_CHECK_INTERVAL),
        Reach::ClosedUntil(at) => Some(at),
        Reach::Open | Reach::Closed => None,
    };
    [trouble, contact, pause_ends].into_iter().flatten().min()
}

fn pause(failures: i32) -> Duration {
    let doubled = FIRST_PAUSE * 2_i32.pow(failures.clamp(0, 10) as u32);
    doubled.min(MAX_PAUSE) * rand::rng().random_range(0.5..1.0)
}

async fn plan_tasks(app: &App, claimed: &ClaimedDevice) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let changes = plan(&mut tx, claimed.key, app.context.clock.now()).await?;
    let pushes = build_task_pushes(&mut tx, claimed, &changes).await?;
    tx.commit().await?;
    app.pusher.send(pushes);
    Ok(())
}
