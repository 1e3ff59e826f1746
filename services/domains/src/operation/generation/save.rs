use kit::Result;
use kit::audit::{self, Change};
use policy::{Action, Resource, action};
use proto::vestibule::domains::v1::PlannedGroup;
use serde_json::Value;

use super::{audit_view, kind_within};
use crate::app::App;
use crate::domain::generation;
use crate::domain::reach::GroupRight;
use crate::store::{group, group_type, tree_lock};

/// Creates all groups of the plan or none, and answers how many.
pub async fn save(app: &App, right: &GroupRight<action::Create>, id: i64, items: Vec<PlannedGroup>) -> Result<usize> {
    let context = &app.context;
    let mut tx = context.database.tenant(right.project_id()).await?;
    tree_lock::shared(&mut tx, right.project_id()).await?;
    kind_within(&mut tx, right, id).await?;
    let kinds = group_type::find_kinds(&mut tx, right.project_id()).await?;
    let taken = group::taken_addresses(&mut tx, right.project_id(), id).await?;
    let groups = generation::validate(items, id, &kinds, &taken, group::ADDRESS_TAKEN)?;
    let ids = group::allocate_ids(&mut tx, groups.len()).await?;
    group::insert_all(&mut tx, right, &groups, &ids, context.clock.now()).await?;
    let changes =
        ids.iter().zip(&groups).map(|(id, group)| Change::new(Action::Create, Resource::Group, *id, &group.name, Value::Null, audit_view(group)));
    audit::record_all(&mut tx, &context.clock, right.caller(), changes).await?;
    tx.commit().await?;
    Ok(ids.len())
}
