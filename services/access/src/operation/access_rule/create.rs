use kit::Result;
use policy::{Action, Authorized, action, resource};

use super::read::visible_part;
use super::{ensure_related_visible, record, wait_until_related_are_projected};
use crate::app::App;
use crate::domain::access_rule::{AccessRuleDraft, Members};
use crate::operation::device_list::bump_list_versions;
use crate::store::access_rule::{self as store, AccessRuleRow};

pub async fn create(app: &App, right: &Authorized<resource::AccessRule, action::Create>, draft: AccessRuleDraft) -> Result<AccessRuleRow> {
    let caller = right.caller();
    draft.validate(Members::First)?;
    wait_until_related_are_projected(app, caller, &draft).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    ensure_related_visible(&mut tx, caller, &draft, None).await?;
    let id = store::insert(&mut tx, right, &draft, app.context.clock.now()).await?;
    bump_list_versions(&mut tx, right.project_id(), draft.device_ids()).await?;
    let created = store::find(&mut tx, right, id, Members::First).await?;
    record(app, &mut tx, caller, Action::Create, None, Some(&created)).await?;
    let created = visible_part(&mut tx, caller, created).await?;
    tx.commit().await?;
    Ok(created)
}
