use kit::{Error, Result};
use policy::{Action, Authorized, action, resource};

use super::{GuestKeyView, publish_and_record, view};
use crate::app::App;
use crate::operation::device_list::bump_list_versions;
use crate::store::device_list::devices_by_identifier;
use crate::store::guest_key as store;

/// Takes a key out of use for good. One that is revoked already stays as it is.
pub async fn revoke(app: &App, right: &Authorized<resource::GuestKey, action::Edit>, id: i64) -> Result<GuestKeyView> {
    let (caller, project_id) = (right.caller(), right.project_id());
    let mut tx = app.context.database.tenant(project_id).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    if before.revoked_at.is_none() {
        let devices = devices_by_identifier(&mut tx, id, before.owner_id).await?;
        store::revoke(&mut tx, &before, app.context.clock.now()).await?;
        bump_list_versions(&mut tx, project_id, devices).await?;
    }
    let after = store::find_in_project(&mut tx, project_id, id).await?.ok_or(Error::NotFound)?;
    if before.revoked_at.is_none() {
        publish_and_record(app, &mut tx, caller, Action::Edit, Some(&before), &after).await?;
    }
    let after = view(app, &mut tx, caller, after).await?;
    tx.commit().await?;
    Ok(after)
}
