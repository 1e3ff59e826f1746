use kit::{Mask, Result};
use policy::{Action, Authorized, action, resource};

use super::read::visible_part;
use super::{FEATURE, ensure_related, record};
use crate::app::App;
use crate::domain::access_rule::Members;
use crate::domain::elevator_access_rule::ElevatorAccessRuleDraft;
use crate::projection::USERS;
use crate::store::elevator_access_rule::{self as store, ElevatorAccessRuleRow};
use crate::store::license;

/// Changes the fields that the mask names. `members`: whether the users of the draft are all that the caller sees.
pub async fn update(
    app: &App,
    right: &Authorized<resource::ElevatorAccessRule, action::Edit>,
    id: i64,
    draft: ElevatorAccessRuleDraft,
    mask: &Mask,
    members: Members,
) -> Result<ElevatorAccessRuleRow> {
    let caller = right.caller();
    USERS.wait_until_projected(&app.context, caller, &draft.users).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id, members).await?;
    if mask.is_empty() {
        return visible_part(&mut tx, caller, before.into_row()).await;
    }
    let merged = before.draft().merge(&draft, mask);
    merged.validate(members)?;
    ensure_related(&mut tx, caller, &merged, &before.draft()).await?;
    let known = before.draft().users;
    let added: Vec<i64> = merged.users.iter().copied().filter(|user| !known.contains(user)).collect();
    if !added.is_empty() {
        license::require_for_users(&mut tx, right.project_id(), &added, &[FEATURE]).await?;
    }
    let seen = visible_part(&mut tx, caller, before.row().clone()).await?;
    store::update(&mut tx, &before, &seen.user_ids, &merged, app.context.clock.now()).await?;
    let after = store::find(&mut tx, right, id, members).await?;
    record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&after)).await?;
    let after = visible_part(&mut tx, caller, after).await?;
    tx.commit().await?;
    Ok(after)
}
