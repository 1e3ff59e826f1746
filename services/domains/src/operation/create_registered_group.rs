//! A root group for somebody who registered by themselves, asked for by identity.
use kit::audit::{self, Change};
use kit::{Context, Error, Result};
use policy::{Action, Caller, Resource};
use proto::vestibule::domains::v1::{CreateRegisteredGroupRequest, Group};
use serde_json::Value;
use uuid::Uuid;

use crate::domain::group::Draft;
use crate::store::registered_group::{self as store, Registered};
use crate::store::tree_lock;

/// The group of this key: made now, or by a call before.
pub async fn run(context: &Context, caller: &Caller, request: CreateRegisteredGroupRequest) -> Result<Registered> {
    let key = Uuid::parse_str(&request.key).map_err(|_| Error::field("key", "invalid data sent"))?;
    let draft = Draft::new(Group { name: request.name, ..Group::default() }).check(None)?;
    let mut tx = context.database.tenant(caller.project_id).await?;
    store::lock(&mut tx, key).await?;
    if let Some(made) = store::find(&mut tx, caller.project_id, key).await? {
        return Ok(made);
    }
    tree_lock::shared(&mut tx, caller.project_id).await?;
    let made = store::insert(&mut tx, caller, key, &draft, context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::Group, made.id, &made.name, Value::Null, draft.audited());
    audit::record(&mut tx, &context.clock, caller, change).await?;
    tx.commit().await?;
    Ok(made)
}
