//! Emergency alerts: what notifications decides, and what devices do.
mod apply;
mod lockdown;

pub use apply::apply;
pub use lockdown::{apply_lockdown, ensure_not_locked_down};

use kit::{Result, outbox};
use proto::vestibule::events::v1::AlertOutcomesChanged;
use sqlx::PgConnection;

use crate::store::alert_run as store;

const OUTCOME_CHANGED: &str = "device.alert_outcome.changed";

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
