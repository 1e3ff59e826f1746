use kit::Result;
use policy::{Action, Authorized, action, resource};

use super::publish_and_record;
use super::read::visible_part;
use crate::app::App;
use crate::operation::device_list::bump_list_versions;
use crate::store::device_list::devices_by_identifier;
use crate::store::identifier::{self as store, IdentifierRow};

/// Takes an identifier out of use for good. One that is revoked already stays as it is.
pub async fn revoke(app: &App, right: &Authorized<resource::Identifier, action::Edit>, id: i64) -> Result<IdentifierRow> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    if before.revoked_at.is_some() {
        return visible_part(&mut tx, right.caller(), before.into_row()).await;
    }
    let now = app.context.clock.now();
    let after = IdentifierRow { revoked_at: Some(now), updated_at: now, version: before.version + 1, ..before.row().clone() };
    store::update(&mut tx, &before, &after).await?;
    let devices = devices_by_identifier(&mut tx, id, after.owner_id).await?;
    bump_list_versions(&mut tx, right.project_id(), devices).await?;
    publish_and_record(app, &mut tx, right.caller(), Action::Edit, Some(&before), Some(&after)).await?;
    let after = visible_part(&mut tx, right.caller(), after).await?;
    tx.commit().await?;
    Ok(after)
}
