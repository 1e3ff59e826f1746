use kit::Result;
use kit::audit::{self, Change};
use policy::{Action, Resource, action};
use serde_json::Value;

use crate::app::App;
use crate::domain::group_type::GroupTypeDraft;
use crate::store::group_type::{self, GroupTypeRight, GroupTypeRow};

pub async fn create(app: &App, right: &GroupTypeRight<action::Create>, draft: GroupTypeDraft) -> Result<GroupTypeRow> {
    let draft = draft.validate()?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let id = group_type::insert(&mut tx, right, &draft, app.context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::GroupType, id, &draft.name, Value::Null, draft.audit_view());
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    let created = group_type::find(&mut tx, right, id).await?;
    tx.commit().await?;
    Ok(created)
}
