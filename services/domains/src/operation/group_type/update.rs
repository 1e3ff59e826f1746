use kit::audit::{self, Change};
use kit::{Mask, Result};
use policy::{Action, Resource, action};

use crate::app::App;
use crate::domain::group_type::GroupTypeDraft;
use crate::store::group_type::{self, GroupTypeRight, GroupTypeRow};

pub async fn update(app: &App, right: &GroupTypeRight<action::Edit>, id: i64, mask: &Mask, new: GroupTypeDraft) -> Result<GroupTypeRow> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let group_type = group_type::find_for_update(&mut tx, right, id).await?;
    let before = group_type.draft();
    let mut draft = before.clone();
    draft.merge(mask, new);
    let draft = draft.validate()?;
    if draft.kind != before.kind {
        group_type::refuse_while_used(&mut tx, &group_type, "action prohibited: group type is used").await?;
    }
    if draft != before {
        group_type::update(&mut tx, &group_type, &draft, app.context.clock.now()).await?;
        let change = Change::new(Action::Edit, Resource::GroupType, id, &draft.name, before.audit_view(), draft.audit_view());
        audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    }
    let updated = group_type::find(&mut tx, right, id).await?;
    tx.commit().await?;
    Ok(updated)
}
