use kit::Result;

use super::start::started_run;
use crate::app::App;
use crate::publish;
use crate::store::{alert_run as store, emergency_alert};

/// Runs of one transaction: each names all of its devices.
pub const BATCH: i64 = 20;

/// Publishes runs that last once more, with the versions that they have: who has them ignores them, and who never had them, or
/// has lost them, does what is left to do. Those of all projects with a lower id than `before_id`, the newest first. Returns the
/// lowest id, or None where there are no more.
pub async fn repeat_running(app: &App, before_id: i64) -> Result<Option<i64>> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let runs = store::lock_all_running(&mut tx, now, before_id, BATCH).await?;
    for run in &runs {
        let alert = emergency_alert::find_of_run(&mut tx, run.project_id, run.alert_id).await?;
        let targets = store::targets_of_run(&mut tx, run).await?;
        publish::alert_run_repeated(&mut tx, run, started_run(app, run, &alert, targets), now).await?;
    }
    tx.commit().await?;
    Ok(runs.last().map(|run| run.id))
}
