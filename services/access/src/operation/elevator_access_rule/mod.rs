//! Elevator access rules.
mod create;
mod delete;
mod read;
mod update;

use kit::entity_fields::audit_view;
use kit::{Result, audit};
use policy::{Action, Caller, Resource};
use serde_json::Value;
use sqlx::PgConnection;

pub use create::create;
pub use delete::{delete, delete_all};
pub use read::{find, list};
pub use update::update;

use crate::app::App;
use crate::domain::elevator_access_rule::ElevatorAccessRuleDraft;
use crate::projection::USERS;
use crate::store::elevator_access_rule::{ElevatorAccessRuleRow, maps_of_visible};

const FEATURE: &str = "elevator";

/// What the rule names must be the caller's to see, and floors must be such as rules may name; what it has named before may stay.
async fn ensure_related(
    connection: &mut PgConnection,
    caller: &Caller,
    draft: &ElevatorAccessRuleDraft,
    before: &ElevatorAccessRuleDraft,
) -> Result<()> {
    let users: Vec<i64> = draft.users.iter().copied().filter(|id| !before.users.contains(id)).collect();
    if !users.is_empty() {
        USERS.ensure_visible(connection, caller, &users).await?;
    }
    let maps = maps_of_visible(connection, caller, &draft.elevator_ids()).await?;
    draft.ensure_floors_nameable(before, &maps)
}

async fn record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: Action,
    before: Option<&ElevatorAccessRuleRow>,
    after: Option<&ElevatorAccessRuleRow>,
) -> Result<()> {
    let Some(row) = after.or(before) else { return Ok(()) };
    let view = |row: Option<&ElevatorAccessRuleRow>| row.map_or(Value::Null, |row| audit_view(&row.draft()));
    let change = audit::Change::new(action, Resource::ElevatorAccessRule, row.id, &row.name, view(before), view(after));
    audit::record(connection, &app.context.clock, caller, change).await
}
