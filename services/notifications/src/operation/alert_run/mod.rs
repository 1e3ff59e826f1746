//! Runs of emergency alerts.
mod advance;
mod follow_up;
mod outcomes;
mod read;
mod start;
mod stop;

pub use advance::advance_due;
pub use outcomes::write_outcomes;
pub use read::{AlertRunView, find, list, live_runs};
pub use start::start;
pub use stop::stop;

use kit::{Result, audit};
use policy::{Action, Caller, Resource};
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::alert_run::AlertRunStatus;
use crate::domain::emergency_alert::DoorMode;
use crate::store::alert_run::LockedRun;

async fn record(app: &App, connection: &mut PgConnection, caller: &Caller, action: Action, run: &LockedRun) -> Result<()> {
    let now = app.context.clock.now();
    let view = |status: AlertRunStatus| json!({"status": status.word(), "is_drill": run.is_drill, "open_locks": run.open_locks, "door_mode": run.door_mode().word()});
    let before = if action == Action::Create { Value::Null } else { view(AlertRunStatus::Running) };
    let change = audit::Change::new(action, Resource::AlertRun, run.alert_id, &run.alert_name, before, view(run.status(now)));
    audit::record(connection, &app.context.clock, caller, change).await
}

/// Whether somebody with the role may; an empty list is of everybody.
fn has_role(roles: &[i64], caller: &Caller) -> bool {
    roles.is_empty() || roles.contains(&caller.role_id)
}

/// Who may end a run: a lockdown, whoever the alert names.
fn may_stop(run: &LockedRun, release_roles: &[i64], caller: &Caller) -> bool {
    run.is_drill || run.door_mode() != DoorMode::Lockdown || has_role(release_roles, caller)
}
