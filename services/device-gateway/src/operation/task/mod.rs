//! Tasks of devices: what a device is to be sent.
mod create;
mod delete;
mod plan;
mod restart;

use kit::{Clock, Result, audit};
use policy::{Caller, Resource};
use serde_json::json;
use sqlx::PgConnection;

pub use create::{create_for_change, create_for_new_device};
pub use delete::{delete, delete_all};
pub use plan::plan;
pub use restart::restart;

use crate::domain::task::TaskStatus;
use crate::store::task::TaskRow;

async fn record(connection: &mut PgConnection, clock: &Clock, caller: &Caller, action: &str, row: &TaskRow) -> Result<()> {
    let change = audit::Change {
        action,
        resource: Resource::DeviceTask,
        id: row.id,
        name: &row.device_name,
        before: json!({"kind": row.kind, "status": TaskStatus::from_number(row.status).map(TaskStatus::as_str)}),
        after: json!({}),
    };
    audit::record(connection, clock, caller, change).await
}
