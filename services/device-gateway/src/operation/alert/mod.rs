//! Emergency alerts: what notifications decides, and what devices do.
mod apply;
mod lockdown;

pub use apply::apply;
pub use lockdown::{apply_lockdown, ensure_not_locked_down};

use kit::{Result, outbox};
use proto::vestibule::events::v1::{AlertOutcomesChanged, AlertRunChanged};
use sqlx::PgConnection;

use crate::app::App;
use crate::store::alert_run as store;

const OUTCOME_CHANGED: &str = "device.alert_outcome.changed";

/// As `apply`, in a transaction of its own, for a call that does not wait for the event.
pub async fn apply_at_once(app: &App, run: &AlertRunChanged) -> Result<()> {
    let mut tx = app.context.database.tenant(run.project_id).await?;
    apply(&mut tx, run, app.context.clock.now()).await?;
    tx.commit().await?;
    app.alert_work.notify_one();
    Ok(())
}

/// What devices of a run have done, in the transaction of the change. None: all devices.
pub async fn publish_outcomes(connection: &mut PgConnection, project_id: i64, run_id: i64, device_ids: Option<&[i64]>) -> Result<()> {
    let locked = store::lock_devices(connection, run_id, device_ids).await?;
    let items = store::snapshots(connection, &locked).await?;
    if items.is_empty() {
        return Ok(());
    }
    let event = AlertOutcomesChanged { project_id, run_id, items };
    outbox::emit(connection, project_id, OUTCOME_CHANGED, &format!("alert-run:{run_id}"), &event).await
}
