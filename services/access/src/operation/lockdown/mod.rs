//! Lockdowns: the platform itself forbids, whatever the rules grant.
use kit::Result;
use proto::vestibule::events::v1::{AlertRunChanged, LockdownApplied, LockdownDevice};
use sqlx::PgConnection;

use crate::projection::lockdown as projection;
use crate::publish;
use crate::store::device_list::{MAX_DEVICES, increment_versions};
use crate::store::lockdown as store;

/// Whether the run has anything to do with access.
pub fn is_lockdown(run: &AlertRunChanged) -> bool {
    run.door_mode == "lockdown"
}

/// Begins or ends a lockdown: the lists of its devices get new versions, and device-gateway learns which ones count.
pub async fn apply(connection: &mut PgConnection, run: &AlertRunChanged) -> Result<()> {
    if !is_lockdown(run) || !projection::project(connection, run).await? {
        return Ok(());
    }
    let devices = store::devices(connection, run.project_id, run.id).await?;
    for chunk in devices.chunks(MAX_DEVICES) {
        let versions = increment_versions(connection, run.project_id, chunk).await?;
        publish::device_lists_changed(connection, run.project_id, &versions).await?;
        let device = |(device_id, list_version): &(i64, i64)| LockdownDevice { device_id: *device_id, list_version: *list_version };
        let applied = LockdownApplied {
            project_id: run.project_id,
            run_id: run.id,
            is_released: run.status != "running",
            devices: versions.iter().map(device).collect(),
        };
        publish::lockdown_applied(connection, &applied).await?;
    }
    Ok(())
}
