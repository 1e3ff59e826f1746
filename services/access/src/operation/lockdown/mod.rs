//! Lockdowns: the platform itself forbids, whatever the rules grant.
use kit::Result;
use proto::vestibule::events::v1::{AlertRunChanged, LockdownApplied, LockdownDevice};
use sqlx::PgConnection;

use crate::app::App;
use crate::projection::lockdown as projection;
use crate::publish;
use crate::store::device_list::{MAX_DEVICES, increment_versions};
use crate::store::lockdown as store;

/// Lockdowns that one transaction ends.
const MAX_ENDED: i64 = 20;

/// Whether the run has anything to do with access.
pub fn is_lockdown(run: &AlertRunChanged) -> bool {
    run.door_mode == "lockdown"
}

/// Begins or ends a lockdown: the lists of its devices get new versions, and device-gateway learns which ones count.
pub async fn apply(connection: &mut PgConnection, run: &AlertRunChanged) -> Result<()> {
    if !is_lockdown(run) || !projection::project(connection, run).await? {
        return Ok(());
    }
    update_devices(connection, (run.project_id, run.id), run.status != "running").await
}

/// Ends lockdowns by the clock: doors open again although the service that ends them is away, or has forgotten them.
pub async fn end_due(app: &App) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    for run in projection::end_due(&mut tx, app.context.clock.now(), MAX_ENDED).await? {
        update_devices(&mut tx, run, true).await?;
    }
    Ok(tx.commit().await?)
}

/// `run`: its project and id.
async fn update_devices(connection: &mut PgConnection, run: (i64, i64), is_released: bool) -> Result<()> {
    let (project_id, run_id) = run;
    let devices = store::devices(connection, project_id, run_id).await?;
    for chunk in devices.chunks(MAX_DEVICES) {
        let versions = increment_versions(connection, project_id, chunk).await?;
        publish::device_lists_changed(connection, project_id, &versions).await?;
        let device = |(device_id, list_version): &(i64, i64)| LockdownDevice { device_id: *device_id, list_version: *list_version };
        let applied = LockdownApplied { project_id, run_id, is_released, devices: versions.iter().map(device).collect() };
        publish::lockdown_applied(connection, &applied).await?;
    }
    Ok(())
}
