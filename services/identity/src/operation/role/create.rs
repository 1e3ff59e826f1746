//! A new role.
use kit::Result;
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::identity::v1 as api;
use serde_json::Value;

use super::{check_available, role_change};
use crate::app::App;
use crate::domain::{grant, role::RoleDraft};
use crate::store;
use crate::store::role::RoleRow;

/// It permits nothing that the caller does not hold, and neither do the roles that it assigns.
pub async fn create(app: &App, right: &Authorized<resource::Role, action::Create>, role: &api::Role) -> Result<RoleRow> {
    let draft = RoleDraft::from_api(role);
    draft.check()?;
    let caller = right.caller();
    grant::may_manage(caller, &draft.permission_set())?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let visible = caller.scope(Resource::Role, Action::View);
    check_available(&mut tx, caller, &visible, &Default::default(), &draft.available_role_ids).await?;
    let id = store::role::insert(&mut tx, right, &draft, app.context.clock.now()).await?;
    let change = role_change(Action::Create, id, &draft.name, Value::Null, draft.audit_view());
    kit::audit::record(&mut tx, &app.context.clock, caller, change).await?;
    let made = store::role::find_created(&mut tx, right, id).await?;
    tx.commit().await?;
    Ok(made)
}
