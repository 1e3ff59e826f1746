//! Lockdowns: the platform itself forbids, whatever the rules grant.
use std::collections::BTreeMap;

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
    if run.status == "running" {
        return follow_devices(connection, run.project_id, None).await;
    }
    let devices = store::devices(connection, run.project_id, run.id).await?;
    update_devices(connection, (run.project_id, run.id), &devices, true).await
}

/// A device that comes into a group with a lockdown is shut, too. One that leaves stays shut until the end: nobody gets around a
/// lockdown by moving a door. `devices`: None for all of the project.
pub async fn follow_devices(connection: &mut PgConnection, project_id: i64, devices: Option<&[i64]>) -> Result<()> {
    let mut by_run: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for (run_id, device_id) in projection::add_devices(connection, project_id, devices).await? {
        by_run.entry(run_id).or_default().push(device_id);
    }
    for (run_id, mut devices) in by_run {
        devices.sort_unstable();
        update_devices(connection, (project_id, run_id), &devices, false).await?;
    }
    Ok(())
}

/// Ends lockdowns by the clock: doors open again although the service that ends them is away, or has forgotten them.
pub async fn end_due(app: &App) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    for (project_id, run_id) in projection::end_due(&mut tx, app.context.clock.now(), MAX_ENDED).await? {
        let devices = store::devices(&mut tx, project_id, run_id).await?;
        update_devices(&mut tx, (project_id, run_id), &devices, true).await?;
    }
    Ok(tx.commit().await?)
}

/// `run`: its project and id.
async fn update_devices(connection: &mut PgConnection, run: (i64, i64), devices: &[i64], is_released: bool) -> Result<()> {
    let (project_id, run_id) = run;
    for chunk in devices.chunks(MAX_DEVICES) {
        let versions = increment_versions(connection, project_id, chunk).await?;
        publish::device_lists_changed(connection, project_id, &versions).await?;
        let device = |(device_id, list_version): &(i64, i64)| LockdownDevice { device_id: *device_id, list_version: *list_version };
        let applied = LockdownApplied { project_id, run_id, is_released, devices: versions.iter().map(device).collect() };
        publish::lockdown_applied(connection, &applied).await?;
    }
    Ok(())
}
