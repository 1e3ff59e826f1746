//! A new role.
use kit::Result;
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::identity::v1 as api;
use serde_json::Value;

use super::{change, check_available, shown};
use crate::domain::{grant, role::Draft};
use crate::parts::Parts;
use crate::store;
use crate::store::role::RoleRow;

/// It permits nothing that the caller does not hold, and neither do the roles that it assigns.
pub async fn create_role(parts: &Parts, right: &Authorized<resource::Role, action::Create>, role: &api::Role) -> Result<RoleRow> {
    let draft = Draft::of(role);
    draft.check()?;
    let caller = right.caller();
    grant::may_manage(caller, &draft.permission_set())?;
    let mut tx = parts.context.database.tenant(right.project_id()).await?;
    let visible = caller.scope(Resource::Role, Action::View);
    check_available(&mut tx, caller, &visible, &Default::default(), &draft.available_role_ids).await?;
    let id = store::role_change::insert(&mut tx, right, &draft, parts.context.clock.now()).await?;
    let change = change(Action::Create, id, &draft.name, Value::Null, shown(&draft));
    kit::audit::record(&mut tx, &parts.context.clock, caller, change).await?;
    let made = store::role::made(&mut tx, right, id).await?;
    tx.commit().await?;
    Ok(made)
}
