//! A change of a group; a changed parent moves it, with everything below. Its settings are changed with rights of
//! their own.
use std::collections::BTreeSet;

use kit::audit::{self, Change};
use kit::listing::Permitted;
use kit::{Mask, Result, Tx, tree};
use policy::{Action, Caller, Resource, action};
use proto::vestibule::domains::v1::Group;

use super::update_settings::update_settings;
use crate::app::App;
use crate::domain::group::GroupDraft;
use crate::domain::group_settings::Area;
use crate::domain::reach::{self, GroupRight};
use crate::peers::group_license::check_move;
use crate::projection::license;
use crate::store::group::{self, GroupDetails, GroupRow, LockedGroup};
use crate::store::tree_lock;

pub async fn update(app: &App, caller: &Caller, id: i64, mask: &Mask, new: Group) -> Result<GroupDetails> {
    let has_settings = Area::ALL.iter().any(|area| mask.has(area.path()));
    // Whoever changes settings only needs no right to edit the group itself.
    let edit: Option<GroupRight<action::Edit>> = match has_settings && !has_own_fields(mask) {
        true => None,
        false => Some(caller.authorize()?),
    };
    if let Some(right) = edit.as_ref().filter(|_| mask.has("parent_id")) {
        ask_licensing(app, right, id, new.parent_id).await?;
    }
    let mut tx = app.context.database.tenant(caller.project_id).await?;
    if mask.has("parent_id") {
        tree_lock::exclusive(&mut tx, caller.project_id).await?;
    }
    let (group, name) = match &edit {
        Some(right) => {
            let group = group::find_for_update(&mut tx, right, id).await?;
            update_fields(&mut tx, app, right, &group, mask, GroupDraft::from_api(new.clone())).await?;
            (LockedGroup::from(&group), group.into_row().name)
        }
        None => {
            let view: GroupRight<action::View> = caller.authorize()?;
            let group = group::find_for_update(&mut tx, &view, id).await?;
            (LockedGroup::from(&group), group.into_row().name)
        }
    };
    let path = tree::path(&mut tx, id).await?;
    if has_settings {
        update_settings(&mut tx, app, caller, &group, &path, &name, mask, new).await?;
    }
    let updated = group::find_details(&mut tx, caller, &path, id).await?;
    tx.commit().await?;
    Ok(updated)
}

/// Whether the mask names a field of the group itself.
fn has_own_fields(mask: &Mask) -> bool {
    ["name", "description", "parent_id", "domain_type_id", "logic_address", "sip_count", "app_count"].iter().any(|path| mask.has(path))
}

async fn update_fields(
    tx: &mut Tx,
    app: &App,
    right: &GroupRight<action::Edit>,
    group: &Permitted<GroupRow, action::Edit>,
    mask: &Mask,
    new: GroupDraft,
) -> Result<()> {
    let before = group.draft();
    let mut draft = before.clone();
    if mask.has("parent_id") {
        draft.parent_id = new_parent(tx, right, group, new.parent_id).await?;
    }
    draft.merge(mask, new);
    let draft = super::validate(tx, right.project_id(), draft).await?;
    if draft == before {
        return Ok(());
    }
    let is_moved = draft.parent_id != before.parent_id;
    // Of what lies below it too: the nearest limits are those of another group afterwards.
    let labelled = if is_moved { license::labelled(tx, right.project_id(), Some(group.id)).await? } else { BTreeSet::new() };
    group::update(tx, group, &draft, app.context.clock.now()).await?;
    if is_moved {
        license::republish_changed(tx, right.project_id(), Some(group.id), &labelled).await?;
    }
    let change = Change::new(Action::Edit, Resource::Group, group.id, &draft.name, before.audit_view(), draft.audit_view());
    audit::record(tx, &app.context.clock, right.caller(), change).await
}

/// Before the change, so that no lock is held meanwhile; after the caller's right to move the group, because a refusal says
/// what groups have.
async fn ask_licensing(app: &App, right: &GroupRight<action::Edit>, id: i64, parent: Option<i64>) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let group = group::find_for_update(&mut tx, right, id).await?;
    let parent = new_parent(&mut tx, right, &group, parent).await?;
    tx.rollback().await?;
    if parent == group.parent_id {
        return Ok(());
    }
    check_move(&app.context, right.caller(), id, parent).await
}

/// The parent after the change. A caller who sees the group as a root, because its parent is hidden from them, sends
/// `parent_id: null` back without asking for a move.
async fn new_parent(tx: &mut Tx, right: &GroupRight<action::Edit>, group: &GroupRow, parent: Option<i64>) -> Result<Option<i64>> {
    let above = &group.path_ids;
    let parent_is_hidden = !above.is_empty() && !reach::view(right.caller()).covers_group(above);
    if parent == group.parent_id || (parent.is_none() && parent_is_hidden) {
        return Ok(group.parent_id);
    }
    let path = match parent {
        Some(parent) => tree::path(tx, parent).await?,
        None => Vec::new(),
    };
    reach::check_move(right, &group.path(), parent.map(|parent| (parent, path.as_slice())))?;
    Ok(parent)
}
