use kit::Result;
use policy::{Action, action};

use super::record;
use crate::app::App;
use crate::store::webhook::{self as store, Right};

/// With its deliveries.
pub async fn delete(app: &App, right: &Right<action::Delete>, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let row = store::find_for_update(&mut tx, right, id).await?;
    store::delete(&mut tx, &row).await?;
    record(app, &mut tx, right.caller(), Action::Delete, Some(&row), None).await?;
    Ok(tx.commit().await?)
}
