//! Changing a marker.
use kit::audit::{self, Change};
use kit::{Mask, Result};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::identity::v1 as api;

use crate::app::App;
use crate::domain::marker::MarkerDraft;
use crate::store;
use crate::store::marker::MarkerRow;

pub struct MarkerEditRights {
    pub view: Authorized<resource::Marker, action::View>,
    pub edit: Authorized<resource::Marker, action::Edit>,
}

pub async fn update(app: &App, rights: &MarkerEditRights, id: i64, new: &api::Marker, mask: &Mask) -> Result<MarkerRow> {
    let right = &rights.edit;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = store::marker::find_for_update(&mut tx, right, id).await?;
    let before = found.draft();
    let after = before.clone().merge(mask, MarkerDraft::from_api(new));
    after.check()?;
    if before == after {
        return Ok(found.into_row());
    }
    store::marker::update(&mut tx, &found, &after).await?;
    let change = Change::new(Action::Edit, Resource::Marker, id, &after.name, before.audit_view(), after.audit_view());
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    let changed = store::marker::find(&mut tx, &rights.view, id).await?;
    tx.commit().await?;
    Ok(changed)
}
