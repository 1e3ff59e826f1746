//! Moves the devices of projects to another broker, step by step, and stops when they do not come back.
mod rows;

use std::collections::HashMap;
use std::time::Duration;

use kit::{Result, Tx, clock, outbox, run_periodically};
use proto::vestibule::events::v1::DeviceBrokerSettingsSent;

use self::rows::RunningRollout;
use crate::app::App;
use crate::domain::broker_rollout::{RolloutDecision, RolloutState, RolloutStep, decide};
use crate::operation::device::send_server;
use crate::push;
use crate::store::item::DeviceKey;
use crate::store::task::TaskChange;

pub const TOPIC: &str = "device.broker_settings.sent";
/// In the catalogue's words.
const STOPPED: &str = "error mqtt broker settings sending";
const INTERVAL: Duration = Duration::from_secs(1);
/// Devices that are sent the broker in one transaction.
const MAX_DEVICES: i64 = 200;

/// What is left to be done after the commit.
#[derive(Default)]
struct Effects {
    tasks: Vec<TaskChange>,
    /// With the groups above each.
    devices: HashMap<i64, Vec<i64>>,
}

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "moves to another broker go on later", || round(&app)).await
}

async fn round(app: &App) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let projects = rows::list_running(&mut tx).await?;
    rows::delete_unused_brokers(&mut tx).await?;
    tx.commit().await?;
    for project_id in projects {
        proceed(app, project_id).await?;
    }
    Ok(())
}

async fn proceed(app: &App, project_id: i64) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let Some(rollout) = rows::lock(&mut tx, project_id).await? else { return Ok(tx.rollback().await?) };
    rows::record_moved(&mut tx, project_id).await?;
    let mut effects = Effects::default();
    if !send_next(app, &mut tx, &rollout, &mut effects).await? {
        conclude(app, &mut tx, &rollout, &mut effects).await?;
    }
    tx.commit().await?;
    app.notify_dispatcher();
    app.pusher.send(push::of_tasks(project_id, &effects.devices, &effects.tasks));
    Ok(())
}

/// Sends the broker to devices of the step. Returns whether there were any, or some are waited for.
async fn send_next(app: &App, tx: &mut Tx, rollout: &RunningRollout, effects: &mut Effects) -> Result<bool> {
    let step = RolloutStep::from_number(rollout.step);
    let (devices, in_step) = rows::count(tx, rollout).await?;
    let wanted = step.size(devices).map_or(MAX_DEVICES, |size| (size - in_step).clamp(0, MAX_DEVICES));
    let chosen = rows::insert_moves(tx, rollout, wanted, step == RolloutStep::All).await?;
    if chosen.is_empty() {
        // The first device is waited for: nothing is known of the broker before one has come over it.
        return Ok(step == RolloutStep::Canary && in_step == 0 && rows::has_candidates(tx, rollout).await?);
    }
    rows::start_step(tx, rollout.project_id, app.context.clock.now()).await?;
    send(app, tx, rollout.project_id, &chosen, effects).await?;
    Ok(true)
}

async fn conclude(app: &App, tx: &mut Tx, rollout: &RunningRollout, effects: &mut Effects) -> Result<()> {
    let now = app.context.clock.now();
    let (sent, moved) = rows::count_step(tx, rollout).await?;
    let step = RolloutStep::from_number(rollout.step);
    let decision = decide(sent, moved, now - rollout.step_started_at.unwrap_or(now));
    match (decision, step.next()) {
        (RolloutDecision::Wait, _) => return Ok(()),
        (RolloutDecision::Proceed, Some(next)) => rows::set_step(tx, rollout.project_id, next).await?,
        (RolloutDecision::Proceed, None) => rows::finish(tx, rollout.project_id, RolloutState::Completed, None, now).await?,
        (RolloutDecision::Stop, _) => rows::finish(tx, rollout.project_id, RolloutState::Stopped, Some(STOPPED), now).await?,
    }
    let is_stopped = decision == RolloutDecision::Stop;
    // They are sent where they were before. Those that are away and have not been sent anything are forgotten only by a stop.
    let failed = rows::fail(tx, rollout, is_stopped).await?;
    send(app, tx, rollout.project_id, &failed, effects).await?;
    if is_stopped || step.next().is_none() {
        tracing::info!(project_id = rollout.project_id, is_stopped, "the move of devices to another broker has ended");
        publish(app, tx, rollout, is_stopped).await?;
    }
    Ok(())
}

/// By a task: the devices may be away.
async fn send(app: &App, tx: &mut Tx, project_id: i64, devices: &[i64], effects: &mut Effects) -> Result<()> {
    for device_id in devices {
        effects.tasks.extend(send_server(tx, app, DeviceKey { device_id: *device_id, project_id }).await?);
    }
    effects.devices.extend(rows::group_paths(tx, devices).await?);
    Ok(())
}

async fn publish(app: &App, tx: &mut Tx, rollout: &RunningRollout, is_stopped: bool) -> Result<()> {
    let (moved, failed) = rows::count_outcomes(tx, rollout.project_id).await?;
    let event = DeviceBrokerSettingsSent {
        project_id: rollout.project_id,
        user_id: rollout.user_id,
        user_name: rollout.user_name.clone(),
        url: rollout.url.clone().unwrap_or_default(),
        devices: rows::count(tx, rollout).await?.0,
        moved,
        failed,
        is_stopped,
        at: Some(clock::to_proto(app.context.clock.now())),
    };
    outbox::emit(tx, rollout.project_id, TOPIC, &format!("broker:{}", rollout.project_id), &event).await
}
