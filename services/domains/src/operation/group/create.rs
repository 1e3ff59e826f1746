//! A new group: a root, or below a group in reach.
use kit::audit::{self, Change};
use kit::{Mask, Result, tree};
use policy::{Action, Resource, action};
use proto::vestibule::domains::v1::Group;
use serde_json::Value;

use super::update_settings::update_settings;
use crate::app::App;
use crate::domain::group::GroupDraft;
use crate::domain::group_settings;
use crate::domain::reach::{self, GroupRight};
use crate::store::group::{self, GroupDetails};
use crate::store::tree_lock;

/// `new`: the fields and settings of the group, each area of settings with a right of its own.
pub async fn create(app: &App, right: &GroupRight<action::Create>, new: Group) -> Result<GroupDetails> {
    let context = &app.context;
    let caller = right.caller();
    let mut tx = context.database.tenant(right.project_id()).await?;
    tree_lock::shared(&mut tx, right.project_id()).await?;
    let draft = GroupDraft::from_api(new.clone());
    match draft.parent_id {
        None => reach::check_root(caller)?,
        Some(parent) => reach::check_parent(right, parent, &tree::path(&mut tx, parent).await?)?,
    }
    let draft = super::validate(&mut tx, right.project_id(), draft).await?;
    let group = group::insert(&mut tx, right, &draft, context.clock.now()).await?;
    let change = Change::new(Action::Create, Resource::Group, group.id(), &draft.name, Value::Null, draft.audit_view());
    audit::record(&mut tx, &context.clock, caller, change).await?;
    let path = tree::path(&mut tx, group.id()).await?;
    let mask = Mask::new(Some(prost_types::FieldMask { paths: group_settings::given(&new) }));
    update_settings(&mut tx, app, caller, &group, &path, &draft.name, &mask, new).await?;
    let created = group::find_details(&mut tx, caller, &path, group.id()).await?;
    tx.commit().await?;
    Ok(created)
}
