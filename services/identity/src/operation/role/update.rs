//! Changing a role.
use kit::{Error, Mask, Result};
use policy::{Action, Authorized, action, resource};
use proto::vestibule::identity::v1 as api;

use super::{check_available, push_changed, role_change};
use crate::app::App;
use crate::domain::grant;
use crate::domain::role::{EDIT, RoleDraft, RoleTarget, ensure_can_change};
use crate::store;
use crate::store::role::RoleRow;

pub struct RoleEditRights {
    pub view: Authorized<resource::Role, action::View>,
    pub edit: Authorized<resource::Role, action::Edit>,
}

/// Changes what the mask names. The API gateways look up sessions with the role again, and browsers get a push.
pub async fn update(app: &App, rights: &RoleEditRights, id: i64, role: &api::Role, mask: &Mask) -> Result<RoleRow> {
    let caller = rights.edit.caller();
    let mut tx = app.context.database.tenant(rights.edit.project_id()).await?;
    let found = store::role::find_for_update(&mut tx, &rights.edit, id).await?;
    let available = store::role::available(&mut tx, caller.project_id, caller.role_id).await?;
    let target = RoleTarget { id, created_by: found.created_by, permissions: &found.permissions() };
    ensure_can_change(caller, &EDIT, &available, &target)?;

    let before = found.draft();
    let after = before.clone().merge(mask, RoleDraft::from_api(role));
    after.check()?;
    check_administrators(&found, &before, &after)?;
    grant::may_manage(caller, &after.permission_set())?;
    check_available(&mut tx, caller, rights.view.scope(), &before.available_role_ids, &after.available_role_ids).await?;
    if before == after {
        return Ok(found.into_row());
    }
    store::role::update(&mut tx, &found, &after, app.context.clock.now()).await?;
    let change = role_change(Action::Edit, id, &after.name, before.audit_view(), after.audit_view());
    kit::audit::record(&mut tx, &app.context.clock, caller, change).await?;
    let changed = store::role::find(&mut tx, &rights.view, id).await?;
    tx.commit().await?;
    push_changed(app, rights.edit.project_id(), id).await;
    Ok(changed)
}

/// The administrators' role always permits everything: a project must not lose its last way to repair itself.
fn check_administrators(role: &RoleRow, before: &RoleDraft, after: &RoleDraft) -> Result<()> {
    if role.is_administrator && before.permissions != after.permissions {
        return Err(Error::Conflict { code: "default_role", message: "action prohibited".into(), data: Default::default() });
    }
    Ok(())
}
