//! A new marker.
use kit::Result;
use kit::audit::{self, Change};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::identity::v1 as api;
use serde_json::Value;

use crate::app::App;
use crate::domain::marker::MarkerDraft;
use crate::store;
use crate::store::marker::MarkerRow;

pub async fn create(app: &App, right: &Authorized<resource::Marker, action::Create>, new: &api::Marker) -> Result<MarkerRow> {
    let draft = MarkerDraft::from_api(new);
    draft.check()?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let id = store::marker::insert(&mut tx, right, &draft, app.context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::Marker, id, &draft.name, Value::Null, draft.audit_view());
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    let made = store::marker::find_created(&mut tx, right, id).await?;
    tx.commit().await?;
    Ok(made)
}
