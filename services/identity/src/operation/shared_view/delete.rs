//! Removing a shared view.
use kit::Result;
use kit::audit::{self, Change};
use policy::{Action, Authorized, Resource, action, resource};
use serde_json::Value;

use crate::app::App;
use crate::store;

pub async fn delete(app: &App, right: &Authorized<resource::SharedView, action::Delete>, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = store::shared_view::find_for_update(&mut tx, right, id).await?;
    store::shared_view::delete(&mut tx, &found).await?;
    let change = Change::new(Action::Delete, Resource::SharedView, id, &found.name, found.draft().audit_view(), Value::Null);
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    Ok(tx.commit().await?)
}
