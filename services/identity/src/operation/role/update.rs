//! Changing a role.
use kit::{Error, Mask, Result};
use policy::{Action, Authorized, action, resource};
use proto::vestibule::identity::v1 as api;

use super::{change, check_available, shown, tell};
use crate::domain::grant;
use crate::domain::role::{Draft, EDIT, Target, may_change};
use crate::parts::Parts;
use crate::store;
use crate::store::role::RoleRow;

pub struct Rights {
    pub view: Authorized<resource::Role, action::View>,
    pub edit: Authorized<resource::Role, action::Edit>,
}

/// Changes what the mask names. Whoever is signed in with the role is told.
pub async fn update_role(parts: &Parts, rights: &Rights, id: i64, role: &api::Role, mask: &Mask) -> Result<RoleRow> {
    let caller = rights.edit.caller();
    let mut tx = parts.context.database.tenant(rights.edit.project_id()).await?;
    let found = store::role::lock(&mut tx, &rights.view, id).await?;
    let available = store::role::available(&mut tx, caller.project_id, caller.role_id).await?;
    let target = Target { id, created_by: found.created_by, permissions: &found.permissions() };
    may_change(caller, &EDIT, &available, &target)?;

    let before = found.draft();
    let after = before.clone().merge(mask, Draft::of(role));
    after.check()?;
    check_administrators(&found, &before, &after)?;
    grant::may_manage(caller, &after.permission_set())?;
    check_available(&mut tx, caller, rights.view.scope(), &before.available_role_ids, &after.available_role_ids).await?;
    if before == after {
        return Ok(found);
    }
    store::role_change::update(&mut tx, &rights.edit, &found, &after, parts.context.clock.now()).await?;
    let change = change(Action::Edit, id, &after.name, shown(&before), shown(&after));
    kit::audit::record(&mut tx, &parts.context.clock, caller, change).await?;
    let changed = store::role::find(&mut tx, &rights.view, id).await?;
    tx.commit().await?;
    tell(parts, rights.edit.project_id(), id).await;
    Ok(changed)
}

/// The administrators' role always permits everything: a project must not lose its last way to repair itself.
fn check_administrators(role: &RoleRow, before: &Draft, after: &Draft) -> Result<()> {
    if role.is_administrator && before.permissions != after.permissions {
        return Err(Error::Conflict { code: "default_role", message: "action prohibited".into(), data: Default::default() });
    }
    Ok(())
}
