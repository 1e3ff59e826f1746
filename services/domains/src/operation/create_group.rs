//! A new group: a root, or below a group in reach.
use kit::audit::{self, Change};
use kit::{Context, Mask, Result, tree};
use policy::{Action, Resource, action};
use proto::vestibule::domains::v1::Group;
use serde_json::Value;

use super::{change_settings, checked};
use crate::domain::group::Draft;
use crate::domain::group_settings;
use crate::domain::reach::{self, Proof};
use crate::store::{group, group_list, tree_lock};

pub async fn run(context: &Context, proof: &Proof<action::Create>, new: Group) -> Result<Group> {
    let caller = proof.caller();
    let mut tx = context.database.tenant(proof.project_id()).await?;
    tree_lock::shared(&mut tx, proof.project_id()).await?;
    let draft = Draft::new(new.clone());
    match draft.parent_id {
        None => reach::check_root(caller)?,
        Some(parent) => reach::check_parent(proof, parent, &tree::path(&mut tx, parent).await?)?,
    }
    let draft = checked(&mut tx, proof.project_id(), draft).await?;
    let id = group::insert(&mut tx, proof, &draft, context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::Group, id, &draft.name, Value::Null, draft.audited());
    audit::record(&mut tx, &context.clock, caller, change).await?;
    let path = tree::path(&mut tx, id).await?;
    let given = Mask::new(Some(prost_types::FieldMask { paths: group_settings::given(&new) }));
    change_settings::run(&mut tx, context, caller, &path, &draft.name, &given, new).await?;
    let made = group_list::read_whole(&mut tx, caller, &path, id).await?;
    tx.commit().await?;
    Ok(made)
}
