use std::collections::HashSet;

use kit::{Error, Mask, Result};
use policy::{Action, Authorized, action, resource};

use super::read::visible_part;
use super::{ensure_related_visible, record, wait_until_related_are_projected};
use crate::app::App;
use crate::domain::access_rule::{AccessRuleDraft, Members};
use crate::operation::device_list::bump_list_versions;
use crate::peers::amenity;
use crate::store::access_rule::{self as store, AccessRuleRow};

/// Changes the fields that the mask names. `members`: whether the users and identifiers of the draft are all that the caller sees.
pub async fn update(
    app: &App,
    right: &Authorized<resource::AccessRule, action::Edit>,
    id: i64,
    draft: AccessRuleDraft,
    mask: &Mask,
    members: Members,
) -> Result<AccessRuleRow> {
    let caller = right.caller();
    wait_until_related_are_projected(app, caller, &draft).await?;
    let used = match mask.has("prohibition") && draft.fields.prohibition {
        true => amenity::used_rules(&app.context, right.project_id(), &[id]).await?,
        false => HashSet::new(),
    };
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id, members).await?;
    if mask.is_empty() {
        return visible_part(&mut tx, caller, before.into_row()).await;
    }
    let merged = before.draft().merge(&draft, mask);
    merged.validate(members)?;
    if merged.fields.prohibition && !before.prohibition && used.contains(&id) {
        // Who has reserved would stand outside.
        return Err(Error::conflict("the access rule is used by amenities"));
    }
    ensure_related_visible(&mut tx, caller, &merged, Some(&before)).await?;
    store::update(&mut tx, &before, &merged.fields, app.context.clock.now()).await?;
    let visible_before = visible_part(&mut tx, caller, before.row().clone()).await?.draft();
    store::set_relations(&mut tx, &before, &visible_before, &merged, |path| mask.has(path)).await?;
    if merged.fields.prohibition && !before.prohibition {
        store::remove_given(&mut tx, &before).await?;
    }
    bump_list_versions(&mut tx, right.project_id(), [before.device_ids.clone(), merged.device_ids()].concat()).await?;
    let after = store::find(&mut tx, right, id, members).await?;
    record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&after)).await?;
    let after = visible_part(&mut tx, caller, after).await?;
    tx.commit().await?;
    Ok(after)
}
