//! The shared views of a list.
use kit::{Fields, Result};
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::domain::shared_view;
use crate::store;
use crate::store::shared_view::SharedViewRow;

/// None for somebody who sees nothing of others in that list.
pub async fn list(app: &App, right: &Authorized<resource::SharedView, action::View>, list: &str) -> Result<Vec<SharedViewRow>> {
    let mut fields = Fields::new();
    fields.check(!list.is_empty(), "list", "required");
    fields.finish()?;
    if !shared_view::is_shared_with(right.caller(), list) {
        return Ok(Vec::new());
    }
    let mut reader = app.context.database.read(right.project_id()).await?;
    store::shared_view::list(&mut reader, right, list).await
}
