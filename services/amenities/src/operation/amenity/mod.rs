//! Amenities.
mod create;
mod delete;
mod read;
mod rebuild_usage;
mod state;
mod update;

use kit::entity_fields::audit_view;
use kit::{Error, Result, audit, tree};
use policy::{Action, Caller, Resource, Scope};
use serde_json::Value;
use sqlx::PgConnection;

pub use create::create;
pub use delete::{delete, delete_all};
pub use read::{find, list};
pub use state::{AmenityDays, state};
pub use update::update;

use crate::app::App;
use crate::store::amenity::AmenityRow;

/// Groups that the request gives to an amenity must be in reach of the right to change amenities.
async fn ensure_groups_in_reach(connection: &mut PgConnection, scope: &Scope, caller: &Caller, groups: &[i64]) -> Result<()> {
    if groups.is_empty() {
        return Ok(());
    }
    kit::related::ensure_groups_visible(connection, caller, groups).await?;
    let mut missing = Vec::new();
    for group in groups.iter().filter(|_| !scope.all) {
        if !scope.covers_group(&tree::path(connection, *group).await?) {
            missing.push(format!("group {group}"));
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: missing }) }
}

async fn record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: Action,
    before: Option<&AmenityRow>,
    after: Option<&AmenityRow>,
) -> Result<()> {
    let Some(row) = after.or(before) else { return Ok(()) };
    let view = |row: Option<&AmenityRow>| row.map_or(Value::Null, |row| audit_view(&row.draft()));
    let change = audit::Change::new(action, Resource::Amenity, row.id, &row.name, view(before), view(after));
    audit::record(connection, &app.context.clock, caller, change).await
}
