use kit::{Error, Result};
use policy::{Action, Authorized, action, resource};

use super::follow_up::AlertRunFollowUp;
use super::read::{AlertRunView, view_of};
use super::{may_stop, record};
use crate::app::App;
use crate::domain::alert_run::{AlertRunStatus, STOPPING_TIMEOUT};
use crate::publish;
use crate::store::{alert_run as store, emergency_alert};

/// Ends the run and the drill of an alert. Where none runs it does nothing, and answers the newest run.
pub async fn stop(app: &App, right: &Authorized<resource::AlertRun, action::Edit>, id: i64) -> Result<Option<AlertRunView>> {
    let (caller, now) = (right.caller(), app.context.clock.now());
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let alert = emergency_alert::find_for_update(&mut tx, right, id).await?;
    let mut follow_up = AlertRunFollowUp::default();
    for run in store::lock_running(&mut tx, &alert).await? {
        if run.status(now) != AlertRunStatus::Running {
            continue;
        }
        if !may_stop(&mut tx, &run, &alert.release_roles, caller).await? {
            return Err(Error::Forbidden);
        }
        let stopped_by = Some((caller.user_id, caller.user_name.as_str()));
        let stopped = store::set_status(&mut tx, &run, AlertRunStatus::Stopping, Some(now + STOPPING_TIMEOUT), stopped_by, now).await?;
        follow_up.add(publish::alert_run_changed(&mut tx, &stopped, None, now).await?);
        record(app, &mut tx, caller, Action::Edit, &stopped).await?;
    }
    let (newest, _) = store::list(&mut tx, right.project_id(), id, 1, 1).await?;
    let view = match newest.first() {
        Some(run) => Some(view_of(app, &mut tx, run).await?),
        None => None,
    };
    tx.commit().await?;
    follow_up.run_in_background(app);
    Ok(view)
}
