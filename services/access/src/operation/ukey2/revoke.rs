use kit::Result;
use policy::{Authorized, action, resource};

use super::publish_and_record;
use super::read::visible_part;
use crate::app::App;
use crate::store::ukey2::{self as store, Ukey2Row};

/// Takes a key out of use for good. One that is revoked already stays as it is.
pub async fn revoke(app: &App, right: &Authorized<resource::Ukey2, action::Edit>, id: i64) -> Result<Ukey2Row> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    if before.revoked_at.is_some() {
        return visible_part(&mut tx, right.caller(), before.into_row()).await;
    }
    let now = app.context.clock.now();
    store::revoke(&mut tx, &before, now).await?;
    let after = Ukey2Row { revoked_at: Some(now), version: before.version + 1, ..before.row().clone() };
    publish_and_record(app, &mut tx, right.caller(), "revoke", Some(&before), &after).await?;
    let after = visible_part(&mut tx, right.caller(), after).await?;
    tx.commit().await?;
    Ok(after)
}
