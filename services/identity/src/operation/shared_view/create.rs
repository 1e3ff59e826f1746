//! A view that somebody shares.
use kit::audit::{self, Change};
use kit::{Error, Result};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::identity::v1 as api;
use serde_json::Value;

use crate::app::App;
use crate::domain::shared_view::{self, MAX_OWN_VIEWS, MAX_VIEWS, SharedViewDraft};
use crate::store;
use crate::store::shared_view::SharedViewRow;

pub async fn create(app: &App, right: &Authorized<resource::SharedView, action::Create>, new: &api::SharedView) -> Result<SharedViewRow> {
    let draft = SharedViewDraft::from_api(new);
    draft.check()?;
    if !shared_view::is_shared_with(right.caller(), &draft.list) {
        return Err(Error::Forbidden);
    }
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    if store::shared_view::count(&mut tx, right, &draft.list).await? >= MAX_VIEWS {
        return Err(Error::field("list", format!("too many items: at most {MAX_VIEWS}")));
    }
    if store::shared_view::count_own(&mut tx, right, &draft.list).await? >= MAX_OWN_VIEWS {
        return Err(Error::field("list", format!("too many items: at most {MAX_OWN_VIEWS}")));
    }
    let made = store::shared_view::insert(&mut tx, right, &draft, app.context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::SharedView, made.id, &draft.name, Value::Null, draft.audit_view());
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    tx.commit().await?;
    Ok(made)
}
