//! Undoing an import.
use kit::Result;
use policy::{Action, Caller};
use serde_json::Value;

use super::import_id;
use crate::app::App;
use crate::operation::audit;
use crate::store::imported_user as store;

/// For the domains service, not for a user: no right is checked.
pub async fn undo(app: &App, caller: &Caller, id: &str) -> Result<()> {
    let mut tx = app.context.database.tenant(caller.project_id).await?;
    let removed = store::undo(&mut tx, caller, import_id(id)?, app.context.clock.now()).await?;
    let changes = removed.iter().map(|user| audit::user_change(Action::Delete, user.id, &user.name, Value::Null, Value::Null));
    kit::audit::record_all(&mut tx, &app.context.clock, caller, changes).await?;
    Ok(tx.commit().await?)
}
