//! Schedules ("time rules").
mod create;
mod delete;
mod preview;
mod read;
mod update;

use kit::{Result, audit};
use policy::{Action, Caller, Resource};
use serde_json::{Value, json};
use sqlx::PgConnection;

pub use create::create;
pub use delete::{delete, delete_all};
pub use preview::{Preview, PreviewSource, preview};
pub use read::{find, list};
pub use update::update;

use crate::app::App;
use crate::store::time_rule::TimeRuleRow;

async fn record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: Action,
    before: Option<&TimeRuleRow>,
    after: Option<&TimeRuleRow>,
) -> Result<()> {
    let Some(row) = after.or(before) else { return Ok(()) };
    let audit_view = |row: Option<&TimeRuleRow>| {
        row.map_or(Value::Null, |row| json!({ "name": row.name, "description": row.description, "schedule": row.schedule.0 }))
    };
    let change = audit::Change::new(action, Resource::TimeRule, row.id, &row.name, audit_view(before), audit_view(after));
    audit::record(connection, &app.context.clock, caller, change).await
}
