use kit::Result;
use policy::{Authorized, action, resource};

use super::{GuestKeyView, view};
use crate::app::App;
use crate::operation::related::{NamedIds, visible};
use crate::store::guest_key as store;

/// Whoever has made or given a key knows its rules; others see of them what they see elsewhere.
pub async fn find(app: &App, right: &Authorized<resource::Identifier, action::View>, id: i64) -> Result<GuestKeyView> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut row = store::find(&mut reader, right, id).await?;
    if !row.is_of(right.caller().user_id) {
        let named = NamedIds { access_rules: row.rule_ids.clone(), ..NamedIds::default() };
        row.retain_visible(&visible(&mut reader, right.caller(), named).await?);
    }
    view(app, &mut reader, right.caller(), row).await
}
