use kit::{Mask, Result};
use policy::{Action, Authorized, action, resource};

use super::read::visible_part;
use super::record;
use crate::app::App;
use crate::domain::time_rule::TimeRuleDraft;
use crate::operation::device_list::bump_list_versions;
use crate::projection::project::time_zone_for_share;
use crate::store::device_list::devices_by_time_rule;
use crate::store::time_rule::{self as store, TimeRuleRow};

/// Changes the fields that the mask names.
pub async fn update(
    app: &App,
    right: &Authorized<resource::TimeRule, action::Edit>,
    id: i64,
    draft: TimeRuleDraft,
    mask: &Mask,
) -> Result<TimeRuleRow> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let zone = time_zone_for_share(&mut tx, right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        return visible_part(&mut tx, right.caller(), before.into_row()).await;
    }
    let mut merged = before.draft();
    merged.merge(draft, mask);
    let mut after = before.row().clone();
    after.schedule = merged.validate(&zone)?.into();
    after.has_own_zone = !merged.time_zone.is_empty();
    (after.name, after.description, after.updated_at) = (merged.name.trim().into(), merged.description, app.context.clock.now());
    store::update(&mut tx, &before, &after).await?;
    if after.schedule != before.schedule || after.name != before.name {
        let devices = devices_by_time_rule(&mut tx, id).await?;
        bump_list_versions(&mut tx, right.project_id(), devices).await?;
    }
    record(app, &mut tx, right.caller(), Action::Edit, Some(&before), Some(&after)).await?;
    let after = visible_part(&mut tx, right.caller(), after).await?;
    tx.commit().await?;
    Ok(after)
}
