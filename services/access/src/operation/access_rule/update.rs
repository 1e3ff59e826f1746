use kit::{Mask, Result};
use policy::{Action, Authorized, action, resource};

use super::read::visible_part;
use super::{ensure_related_visible, record, wait_until_related_are_projected};
use crate::app::App;
use crate::domain::access_rule::AccessRuleDraft;
use crate::operation::device_list::bump_list_versions;
use crate::store::access_rule::{self as store, AccessRuleRow};

/// Changes the fields that the mask names.
pub async fn update(
    app: &App,
    right: &Authorized<resource::AccessRule, action::Edit>,
    id: i64,
    draft: AccessRuleDraft,
    mask: &Mask,
) -> Result<AccessRuleRow> {
    let caller = right.caller();
    wait_until_related_are_projected(app, caller, &draft).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    let merged = before.draft().merge(&draft, mask);
    merged.validate()?;
    ensure_related_visible(&mut tx, caller, &merged, Some(&before)).await?;
    store::update(&mut tx, &before, &merged.fields, app.context.clock.now()).await?;
    let visible_before = visible_part(&mut tx, caller, before.row().clone()).await?.draft();
    store::set_relations(&mut tx, &before, &visible_before, &merged, |path| mask.has(path)).await?;
    bump_list_versions(&mut tx, right.project_id(), [before.device_ids.clone(), merged.device_ids()].concat()).await?;
    let after = store::find(&mut tx, right, id).await?;
    record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&after)).await?;
    let after = visible_part(&mut tx, caller, after).await?;
    tx.commit().await?;
    Ok(after)
}
