use kit::{Error, Result};
use proto::vestibule::events::v1::LockdownApplied;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::projection::alert_run as projection;
use crate::store::alert_run as store;
use crate::store::device::DeviceRow;

/// From access: which versions of the lists of devices count.
pub async fn apply_lockdown(connection: &mut PgConnection, applied: &LockdownApplied) -> Result<()> {
    projection::set_list_versions(connection, applied).await
}

/// Refuses to open a device of a lockdown for anybody but people of the groups that still pass.
pub async fn ensure_not_locked_down(connection: &mut PgConnection, device: &DeviceRow, user_groups: &[i64], now: OffsetDateTime) -> Result<()> {
    match store::is_locked_down(connection, device.project_id, (device.id, device.domain_id), user_groups, now).await? {
        true => Err(Error::Conflict { code: "lockdown", message: "can't perform action".into(), data: Value::Null }),
        false => Ok(()),
    }
}
