//! Runs of emergency alerts.
mod advance;
mod follow_up;
mod notify;
mod outcomes;
mod read;
mod repeat;
mod start;
mod stop;

pub use advance::advance_due;
pub use notify::notify;
pub use outcomes::write_outcomes;
pub use read::{AlertRunView, find, list, live_runs};
pub use repeat::{BATCH as REPEATED_AT_ONCE, repeat_running};
pub use start::start;
pub use stop::stop;

use kit::{Result, audit};
use policy::{Action, Caller, Resource};
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::alert_run::AlertRunStatus;
use crate::domain::emergency_alert::DoorMode;
use crate::store::alert_run::{AlertRunRow, LockedRun};
use crate::store::emergency_alert::missing_roles;

async fn record(app: &App, connection: &mut PgConnection, caller: &Caller, action: Action, run: &LockedRun) -> Result<()> {
    let now = app.context.clock.now();
    let view = |status: AlertRunStatus| json!({"status": status.word(), "is_drill": run.is_drill, "open_locks": run.open_locks, "door_mode": run.door_mode().word()});
    let before = if action == Action::Create { Value::Null } else { view(AlertRunStatus::Running) };
    let change = audit::Change::new(action, Resource::AlertRun, run.alert_id, &run.alert_name, before, view(run.status(now)));
    audit::record(connection, &app.context.clock, caller, change).await
}

/// Whether somebody with the role may; an empty list is of everybody. Where all of the roles were deleted, whoever may change
/// the alert may: a lockdown never stays for want of somebody to release it.
pub async fn has_role(connection: &mut PgConnection, roles: &[i64], caller: &Caller) -> Result<bool> {
    if roles.is_empty() || roles.contains(&caller.role_id) {
        return Ok(true);
    }
    let missing = missing_roles(connection, caller.project_id, roles).await?;
    let are_deleted = roles.iter().all(|role| missing.contains(role));
    Ok(are_deleted && !caller.scope(Resource::EmergencyAlert, Action::Edit).is_empty())
}

/// Who may end a run: a lockdown, whoever the alert names.
async fn may_stop(connection: &mut PgConnection, run: &AlertRunRow, release_roles: &[i64], caller: &Caller) -> Result<bool> {
    Ok(run.is_drill || run.door_mode() != DoorMode::Lockdown || has_role(connection, release_roles, caller).await?)
}
