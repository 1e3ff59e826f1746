use kit::Result;
use policy::{Action, Authorized, action, resource};

use super::read::visible_part;
use super::{FEATURE, ensure_related, record};
use crate::app::App;
use crate::domain::access_rule::Members;
use crate::domain::elevator_access_rule::ElevatorAccessRuleDraft;
use crate::projection::USERS;
use crate::store::elevator_access_rule::{self as store, ElevatorAccessRuleRow};
use crate::store::license;

pub async fn create(
    app: &App,
    right: &Authorized<resource::ElevatorAccessRule, action::Create>,
    draft: ElevatorAccessRuleDraft,
) -> Result<ElevatorAccessRuleRow> {
    let caller = right.caller();
    draft.validate(Members::First)?;
    USERS.wait_until_projected(&app.context, caller, &draft.users).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    license::require_for_users(&mut tx, right.project_id(), &draft.users, &[FEATURE]).await?;
    ensure_related(&mut tx, caller, &draft, &ElevatorAccessRuleDraft::default()).await?;
    let id = store::insert(&mut tx, right, &draft, app.context.clock.now()).await?;
    let created = store::find(&mut tx, right, id, Members::First).await?;
    record(app, &mut tx, caller, Action::Create, None, Some(&created)).await?;
    let created = visible_part(&mut tx, caller, created).await?;
    tx.commit().await?;
    Ok(created)
}
