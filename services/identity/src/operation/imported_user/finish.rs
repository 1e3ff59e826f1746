//! Finishing an import: its users are invited.
use kit::Result;
use policy::Caller;

use super::import_id;
use crate::app::App;
use crate::operation::invitation;
use crate::store::imported_user as store;

/// For the domains service, not for a user: no right is checked.
pub async fn finish(app: &App, caller: &Caller, id: &str) -> Result<()> {
    let mut tx = app.context.database.tenant(caller.project_id).await?;
    let finished = store::finish(&mut tx, caller, import_id(id)?, app.context.clock.now()).await?;
    if let Some((inviter, invited)) = finished {
        invitation::send(app, &mut tx, caller.project_id, &inviter, &invited).await?;
    }
    Ok(tx.commit().await?)
}
