use kit::Result;
use uuid::Uuid;

use crate::app::App;
use crate::store::delivery as store;
use crate::store::device_sync::{self, PendingWork};

/// Sends a device again what it has refused of an identifier. Nothing happens where it has refused nothing.
pub async fn retry(app: &App, project_id: i64, device_id: i64, link_id: Uuid) -> Result<()> {
    let mut tx = app.context.database.tenant(project_id).await?;
    device_sync::lock(&mut tx, device_id).await?;
    let Some(refused) = store::lock_refused(&mut tx, project_id, device_id, link_id).await? else { return Ok(()) };
    store::clear_refusal(&mut tx, &refused).await?;
    device_sync::enqueue(&mut tx, &[device_id], PendingWork::PLAN, app.context.clock.now()).await?;
    Ok(tx.commit().await?)
}
