//! A device is deleted: its alarms end with it, and nobody is notified of them any more.
use kit::Result;
use kit::listing::Permitted;
use kit::realtime::Push;
use policy::action;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::publish::{self, ChangedAlarm};
use crate::domain::device_alarm::{AlarmChange, AlarmState};
use crate::store::device::DeviceRow;
use crate::store::{device_alarm, group_path};

/// In the transaction that deletes the device, and before it is deleted. Returns the pushes to browsers, to be sent after the commit.
pub async fn close_of_device(
    connection: &mut PgConnection,
    permitted: &Permitted<DeviceRow, action::Delete>,
    now: OffsetDateTime,
) -> Result<Vec<Push>> {
    let rows = device_alarm::close_of_device(connection, permitted, now).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let (change, state, user) = (AlarmChange::Processed, AlarmState::Processed, Some(permitted.caller()));
    let changed: Vec<ChangedAlarm<'_>> = rows.iter().map(|row| ChangedAlarm { row, change, state, is_late: false, user, event_id: 0 }).collect();
    publish::publish_all(connection, &changed, now).await?;
    let path = group_path::find(connection, permitted.domain_id).await?;
    Ok(rows.iter().map(|row| publish::build_push(row, change.as_str(), false, path.clone())).collect())
}
