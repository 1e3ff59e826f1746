//! Keys of mobile applications.
mod issue;
mod read;
mod revoke;

use kit::{Result, audit};
use policy::{Caller, Resource};
use serde_json::{Value, json};
use sqlx::PgConnection;

pub use issue::{IssueRequest, issue};
pub use read::{find, list};
pub use revoke::revoke;

use crate::app::App;
use crate::operation::device_list::bump_list_versions;
use crate::publish;
use crate::store::device_list::devices_by_identifier;
use crate::store::ukey2::Ukey2Row;

/// What follows a change of a key that somebody has made: new versions of lists, the event and the audit record.
async fn publish_and_record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: &str,
    before: Option<&Ukey2Row>,
    after: &Ukey2Row,
) -> Result<()> {
    let devices = devices_by_identifier(connection, after.id, after.owner_id).await?;
    bump_list_versions(connection, caller.project_id, devices).await?;
    publish::ukey2_changed(connection, after).await?;
    let view = |row: Option<&Ukey2Row>| row.map_or(Value::Null, audit_view);
    let change = audit::Change { action, resource: Resource::Ukey2, id: after.id, name: &after.name, before: view(before), after: audit_view(after) };
    audit::record(connection, &app.context.clock, caller, change).await
}

/// Without the number, which is a secret.
fn audit_view(row: &Ukey2Row) -> Value {
    json!({ "user_id": row.owner_id, "mobile_client_id": row.mobile_client_id, "revoked": row.revoked_at.is_some() })
}
