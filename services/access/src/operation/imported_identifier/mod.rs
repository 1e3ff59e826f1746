//! Identifiers that come with a structure, as domains imports it: looked at or created in parts, undone or finished as a
//! whole.
mod finish;
mod import;
mod undo;

pub use finish::finish;
pub use import::{ImportedResult, import};
pub use undo::undo;

use kit::Result;
use kit::audit;
use policy::{Action, Resource};
use serde_json::Value;
use sqlx::PgConnection;

use crate::operation::device_list::bump_list_versions;
use crate::store::device_list::devices_by_users;

/// Devices that the owners open. An owner who is not known here yet brings their devices with the snapshot.
async fn bump_lists_of_owners(connection: &mut PgConnection, project_id: i64, mut owners: Vec<i64>) -> Result<()> {
    owners.sort_unstable();
    owners.dedup();
    let devices = devices_by_users(connection, &owners).await?;
    bump_list_versions(connection, project_id, devices).await
}

fn audit_change(action: Action, id: i64, name: &str, after: Value) -> audit::Change<'_> {
    audit::Change::new(action, Resource::Identifier, id, name, Value::Null, after)
}
