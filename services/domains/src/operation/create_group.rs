//! A new group: a root, or below a group in reach.
use kit::audit::{self, Change};
use kit::{Context, Result, tree};
use policy::{Action, Resource, action};
use proto::vestibule::domains::v1::Group;
use serde_json::Value;

use super::checked;
use crate::domain::group::Draft;
use crate::domain::reach::{self, Proof};
use crate::store::{group, group_list, tree_lock};

pub async fn run(context: &Context, proof: &Proof<action::Create>, group: Group) -> Result<Group> {
    let mut tx = context.database.tenant(proof.project_id()).await?;
    tree_lock::shared(&mut tx, proof.project_id()).await?;
    let draft = Draft::new(group);
    match draft.parent_id {
        None => reach::check_root(proof.caller())?,
        Some(parent) => reach::check_parent(proof, parent, &tree::path(&mut tx, parent).await?)?,
    }
    let draft = checked(&mut tx, proof.project_id(), draft).await?;
    let id = group::insert(&mut tx, proof, &draft, context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::Group, id, &draft.name, Value::Null, draft.audited());
    audit::record(&mut tx, &context.clock, proof.caller(), change).await?;
    let made = group_list::read(&mut tx, proof.project_id(), &reach::view(proof.caller()), id).await?;
    tx.commit().await?;
    Ok(made)
}
