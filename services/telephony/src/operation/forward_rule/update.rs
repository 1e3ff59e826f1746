use kit::{Mask, Result};
use policy::{Authorized, action, resource};

use super::{ForwardRules, record, related};
use crate::app::App;
use crate::domain::forward_rule::ForwardRuleDraft;
use crate::store::{features, forward_rule as store};

/// Takes the fields of the mask.
pub async fn update(
    app: &App,
    right: &Authorized<resource::ForwardRule, action::Edit>,
    id: i64,
    draft: ForwardRuleDraft,
    mask: &Mask,
) -> Result<ForwardRules> {
    let (caller, project_id) = (right.caller(), right.project_id());
    related::wait_until_projected(app, caller, &draft).await?;
    let mut tx = app.context.database.tenant(project_id).await?;
    features::require(&mut tx, project_id, features::SIP).await?;
    let row = store::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        return ForwardRules::commit(tx, caller, id).await;
    }
    let before = row.draft();
    let mut after = before.clone();
    after.merge(draft, mask);
    after.validate()?;
    related::ensure_related_visible(&mut tx, caller, right.scope(), Some(&before), &after).await?;
    store::update(&mut tx, &row, &after, app.context.clock.now()).await?;
    record(&mut tx, app, caller, id, (Some(&before), Some(&after))).await?;
    ForwardRules::commit(tx, caller, id).await
}
