//! A root group for somebody who registered by themselves; identity asks for it.
use kit::Result;
use kit::audit::{self, Change};
use policy::{Action, Caller, Resource};
use serde_json::Value;
use uuid::Uuid;

use crate::app::App;
use crate::domain::group::GroupDraft;
use crate::store::registered_group::{self, RegisteredGroupRow};
use crate::store::tree_lock;

/// The group of this key: created now, or by an earlier call.
pub async fn create(app: &App, caller: &Caller, key: Uuid, name: String) -> Result<RegisteredGroupRow> {
    let context = &app.context;
    let draft = GroupDraft { name, ..GroupDraft::default() }.validate(None)?;
    let mut tx = context.database.tenant(caller.project_id).await?;
    registered_group::lock_key(&mut tx, key).await?;
    if let Some(group) = registered_group::find(&mut tx, caller.project_id, key).await? {
        return Ok(group);
    }
    tree_lock::shared(&mut tx, caller.project_id).await?;
    let group = registered_group::insert(&mut tx, caller, key, &draft, context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::Group, group.id, &group.name, Value::Null, draft.audit_view());
    audit::record(&mut tx, &context.clock, caller, change).await?;
    tx.commit().await?;
    Ok(group)
}
