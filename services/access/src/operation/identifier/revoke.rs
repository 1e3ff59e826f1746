use kit::{Error, Result};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;

use super::publish_and_record;
use super::read::visible_part;
use crate::app::App;
use crate::domain::identifier::{IdentifierType, Origin};
use crate::operation::device_list::bump_list_versions;
use crate::store::device_list::devices_by_identifier;
use crate::store::identifier::{self as store, IdentifierRow};
use crate::store::ukey2;

/// The key of an application is revoked with the right to that, in whichever form.
async fn ensure_may_revoke(connection: &mut PgConnection, caller: &Caller, row: &IdentifierRow) -> Result<()> {
    if row.kind() != IdentifierType::Ukey2 {
        return Ok(());
    }
    let may_revoke = !caller.scope(Resource::Ukey2, Action::Edit).is_empty();
    let is_in_reach = may_revoke && !ukey2::LISTING.visible(connection, caller, Resource::Ukey2, &[row.id]).await?.is_empty();
    if is_in_reach { Ok(()) } else { Err(Error::Forbidden) }
}

/// Takes an identifier out of use for good. One that is revoked already stays as it is.
pub async fn revoke(app: &App, right: &Authorized<resource::Identifier, action::Edit>, id: i64) -> Result<IdentifierRow> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    if before.revoked_at.is_some() {
        return visible_part(&mut tx, right.caller(), before.into_row()).await;
    }
    ensure_may_revoke(&mut tx, right.caller(), &before).await?;
    let now = app.context.clock.now();
    let mut after = IdentifierRow { revoked_at: Some(now), updated_at: now, version: before.version + 1, ..before.row().clone() };
    store::update(&mut tx, &before, &after).await?;
    let devices = devices_by_identifier(&mut tx, id, after.owner_id).await?;
    if before.origin() == Origin::Guest {
        // It has ended for good: every list that is made of a rule would read it.
        store::set_rules(&mut tx, &before, &[]).await?;
        after.rule_ids.clear();
        after.rule_names.clear();
    }
    bump_list_versions(&mut tx, right.project_id(), devices).await?;
    publish_and_record(app, &mut tx, right.caller(), Action::Edit, Some(&before), Some(&after)).await?;
    let after = visible_part(&mut tx, right.caller(), after).await?;
    tx.commit().await?;
    Ok(after)
}
