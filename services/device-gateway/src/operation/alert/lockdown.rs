use kit::{Error, Result};
use proto::vestibule::events::v1::LockdownApplied;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::publish_outcomes;
use crate::projection::alert_run as projection;
use crate::store::alert_run as store;
use crate::store::device::DeviceRow;

/// From access: which versions of the lists of devices count, and which devices came into a lockdown that runs.
pub async fn apply_lockdown(connection: &mut PgConnection, applied: &LockdownApplied, now: OffsetDateTime) -> Result<()> {
    projection::set_list_versions(connection, applied, now).await?;
    add_doors(connection, applied.project_id, applied.run_id).await
}

/// Doors that access has shut and the run does not have yet are on its board from now on.
pub(super) async fn add_doors(connection: &mut PgConnection, project_id: i64, run_id: i64) -> Result<()> {
    let added = projection::add_doors(connection, project_id, run_id).await?;
    if added.is_empty() {
        return Ok(());
    }
    publish_outcomes(connection, project_id, run_id, Some(&added)).await
}

/// Refuses to open a device of a lockdown for anybody but people of the groups that still pass.
pub async fn ensure_not_locked_down(connection: &mut PgConnection, device: &DeviceRow, user_groups: &[i64], now: OffsetDateTime) -> Result<()> {
    match store::is_locked_down(connection, device.project_id, (device.id, device.domain_id), user_groups, now).await? {
        true => Err(Error::Conflict { code: "lockdown", message: "can't perform action".into(), data: Value::Null }),
        false => Ok(()),
    }
}
