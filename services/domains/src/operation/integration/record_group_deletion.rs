use kit::Result;
use kit::audit::{self, Change};
use policy::{Action, Caller, Resource};
use serde_json::Value;
use sqlx::PgConnection;

use crate::app::App;
use crate::store::integration::{self, IntegrationRow};

/// Records, before a group is deleted, what that does to integrations: those that belong to the group are deleted with
/// it, those that it uses lose it.
pub async fn record_group_deletion(connection: &mut PgConnection, app: &App, caller: &Caller, group: i64) -> Result<()> {
    let rows = integration::lock_of_group(connection, caller.project_id, group).await?;
    audit::record_all(connection, &app.context.clock, caller, rows.iter().map(|row| change(row, group))).await
}

fn change(row: &IntegrationRow, deleted_group: i64) -> Change<'_> {
    let before = row.draft();
    let mut after = before.clone();
    after.groups.remove(&deleted_group);
    let (action, after) = match row.domain_id == Some(deleted_group) {
        true => (Action::Delete, Value::Null),
        false => (Action::Edit, after.audit_view()),
    };
    Change::new(action, Resource::Integration, row.id, &row.name, before.audit_view(), after)
}
