use kit::{Result, audit};
use policy::{Action, Caller};
use serde_json::Value;
use uuid::Uuid;

use super::{audit_change, bump_lists_of_owners};
use crate::app::App;
use crate::publish;
use crate::store::imported_identifier as store;

/// Deletes what an import has created, and refuses its later calls. `caller` is the service that imports.
pub async fn undo(app: &App, caller: &Caller, import_id: Uuid) -> Result<()> {
    let (project_id, now) = (caller.project_id, app.context.clock.now());
    let mut tx = app.context.database.tenant(project_id).await?;
    let removed = store::undo(&mut tx, caller, import_id, now).await?;
    publish::identifiers_removed(&mut tx, project_id, &removed, now).await?;
    bump_lists_of_owners(&mut tx, project_id, removed.iter().filter_map(|row| row.owner_id).collect()).await?;
    let changes = removed.iter().map(|row| audit_change(Action::Delete, row.id, &row.name, Value::Null));
    audit::record_all(&mut tx, &app.context.clock, caller, changes).await?;
    Ok(tx.commit().await?)
}
