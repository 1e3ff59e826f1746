use kit::Result;
use policy::Caller;
use uuid::Uuid;

use crate::app::App;
use crate::store::imported_identifier as store;

/// Ends an import: it cannot be undone any more. `caller` is the service that imports.
pub async fn finish(app: &App, caller: &Caller, import_id: Uuid) -> Result<()> {
    let mut tx = app.context.database.tenant(caller.project_id).await?;
    store::finish(&mut tx, caller, import_id, app.context.clock.now()).await?;
    Ok(tx.commit().await?)
}
