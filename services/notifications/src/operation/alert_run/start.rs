use kit::{Error, Result};
use policy::{Action, Authorized, action, resource};
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::follow_up::AlertRunFollowUp;
use super::read::{AlertRunView, view_of};
use super::{has_role, may_stop, record};
use crate::app::App;
use crate::domain::alert_run::{AlertRunStatus, AlertRunTimes, MAX_DEVICES, STOPPING_TIMEOUT};
use crate::domain::emergency_alert::DoorMode;
use crate::operation::alert_file;
use crate::publish::{self, StartedRun};
use crate::store::alert_run::{self as store, AlertRunRow, AlertTargetRow};
use crate::store::emergency_alert::{self, EmergencyAlertRow};

/// Starts a run of the whole alert, or a drill on one of its devices. Whoever starts what runs already gets that run: two people
/// who press at once have one run. A run ends the drill.
pub async fn start(app: &App, right: &Authorized<resource::AlertRun, action::Create>, id: i64, drill_device_id: i64) -> Result<AlertRunView> {
    let (caller, now, is_drill) = (right.caller(), app.context.clock.now(), drill_device_id != 0);
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let alert = emergency_alert::find_for_update(&mut tx, right, id).await?;
    if !has_role(&mut tx, &alert.start_roles, caller).await? {
        return Err(Error::Forbidden);
    }
    let mut follow_up = AlertRunFollowUp::default();
    for run in store::lock_running(&mut tx, &alert).await? {
        match run.status(now) {
            AlertRunStatus::Running if !run.is_drill && is_drill => return Err(Error::conflict("can't perform action")),
            AlertRunStatus::Running if !run.is_drill => return view_of(app, &mut tx, &run).await,
            AlertRunStatus::Running => {
                let stopped_by = Some((caller.user_id, caller.user_name.as_str()));
                let stopped = store::set_status(&mut tx, &run, AlertRunStatus::Stopping, Some(now + STOPPING_TIMEOUT), stopped_by, now).await?;
                follow_up.add(publish::alert_run_changed(&mut tx, &stopped, None, now).await?);
            }
            ended => {
                let ended = store::set_status(&mut tx, &run, ended, None, None, now).await?;
                follow_up.add(publish::alert_run_changed(&mut tx, &ended, None, now).await?);
            }
        }
    }
    let targets = store::targets(&mut tx, &alert, drill_device_id).await?;
    ensure_startable(&targets)?;
    ensure_opens_no_lockdown(&mut tx, right, &targets, now).await?;
    let sound = alert.file_key.map(|_| alert.playback_duration);
    let times = AlertRunTimes::new(now, sound, alert.door_mode(), alert.door_duration);
    let run = store::insert(&mut tx, &alert, is_drill, times, &targets, now).await?;
    let started = started_run(app, &run, &alert, targets);
    follow_up.add(publish::alert_run_changed(&mut tx, &run, Some(started), now).await?);
    record(app, &mut tx, caller, Action::Create, &run).await?;
    let view = view_of(app, &mut tx, &run).await?;
    tx.commit().await?;
    follow_up.run_in_background(app);
    Ok(view)
}

/// What the first snapshot of a run says. The targets of a drill are its device.
pub fn started_run(app: &App, run: &AlertRunRow, alert: &EmergencyAlertRow, targets: Vec<AlertTargetRow>) -> StartedRun {
    let is_lockdown = run.door_mode() == DoorMode::Lockdown;
    StartedRun {
        audio_url: alert.file_key.map(|key| alert_file::link_for_run(app, run.id, run.sound_ends_at, key)).unwrap_or_default(),
        // A drill of a lockdown is about its device alone.
        group_ids: if is_lockdown && !run.is_drill { alert.group_ids.clone() } else { Vec::new() },
        device_ids: match (is_lockdown, run.is_drill) {
            (false, _) => Vec::new(),
            (true, true) => targets.iter().map(|target| target.device_id).collect(),
            (true, false) => alert.device_ids.clone(),
        },
        pass_group_ids: alert.pass_group_ids.clone(),
        targets,
    }
}

/// There is something to do, and not more than a run may have.
fn ensure_startable(targets: &[AlertTargetRow]) -> Result<()> {
    if targets.is_empty() {
        return Err(Error::conflict("can't perform action"));
    }
    if targets.len() as i64 > MAX_DEVICES {
        let message = format!("too many items: at most {MAX_DEVICES}");
        return Err(Error::Conflict { code: "too_many_items", message, data: Value::Null });
    }
    Ok(())
}

/// Locks that a lockdown keeps shut are opened by those alone who may release it.
async fn ensure_opens_no_lockdown(
    connection: &mut PgConnection,
    right: &Authorized<resource::AlertRun, action::Create>,
    targets: &[AlertTargetRow],
    now: OffsetDateTime,
) -> Result<()> {
    let opened: Vec<i64> = targets.iter().filter(|target| target.lock_count > 0).map(|target| target.device_id).collect();
    if opened.is_empty() {
        return Ok(());
    }
    for lockdown in store::lockdowns_of(connection, right.project_id(), &opened, now).await? {
        let may_release = match emergency_alert::find_for_update(connection, right, lockdown.alert_id).await {
            Ok(alert) => may_stop(connection, &lockdown, &alert.release_roles, right.caller()).await?,
            Err(Error::NotFound | Error::Forbidden) => false,
            Err(error) => return Err(error),
        };
        if !may_release {
            return Err(Error::Conflict { code: "lockdown", message: "a lockdown keeps these doors shut".into(), data: Value::Null });
        }
    }
    Ok(())
}
