//! Alarms of devices: what people do to them, and what their devices make of them.
mod apply_events;
mod close;
mod delete;
mod escalate;
mod process;
mod publish;
mod release;
mod take;

use kit::{Clock, Result, audit};
use policy::{Caller, Resource};
use serde_json::Value;
use sqlx::PgConnection;

pub use apply_events::apply_events;
pub use close::close_of_device;
pub use delete::{delete, delete_all};
pub use escalate::escalate_due;
pub use process::process;
pub use publish::build_push;
pub use release::release_of_user;
pub use take::take;

use crate::store::device_alarm::DeviceAlarmRow;

async fn record(
    connection: &mut PgConnection,
    clock: &Clock,
    caller: &Caller,
    action: &str,
    row: &DeviceAlarmRow,
    views: (Value, Value),
) -> Result<()> {
    let (before, after) = views;
    let change = audit::Change { action, resource: Resource::DeviceAlarm, id: row.id, name: &row.device_name, before, after };
    audit::record(connection, clock, caller, change).await
}
