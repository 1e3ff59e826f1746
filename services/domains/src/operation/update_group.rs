//! A change of a group; a changed parent moves it, with everything below. Its settings are changed with rights of
//! their own.
use kit::audit::{self, Change};
use kit::{Context, Mask, Result, Tx, tree};
use policy::{Action, Caller, Resource, action};
use proto::vestibule::domains::v1::Group;

use super::{change_settings, checked};
use crate::domain::group_settings::Area;
use crate::domain::reach::{self, Proof};
use crate::store::group::{self, Locked};
use crate::store::{group_list, tree_lock};

pub async fn run(context: &Context, caller: &Caller, id: i64, mask: &Mask, changed: Group) -> Result<Group> {
    let view: Proof<action::View> = caller.authorize()?;
    let sets = Area::ALL.iter().any(|area| mask.has(area.path()));
    let edit: Option<Proof<action::Edit>> = match sets && !names_the_group(mask) {
        true => None,
        false => Some(caller.authorize()?),
    };
    let mut tx = context.database.tenant(caller.project_id).await?;
    if mask.has("parent_id") {
        tree_lock::exclusive(&mut tx, caller.project_id).await?;
    }
    let group = match &edit {
        Some(edit) => group::lock(&mut tx, edit, id).await?,
        None => group::lock(&mut tx, &view, id).await?,
    };
    if let Some(edit) = &edit {
        change(&mut tx, context, edit, &group, mask, changed.clone()).await?;
    }
    let path = tree::path(&mut tx, id).await?;
    if sets {
        change_settings::run(&mut tx, context, caller, &path, &group.draft.name, mask, changed).await?;
    }
    let answer = group_list::read_whole(&mut tx, caller, &path, id).await?;
    tx.commit().await?;
    Ok(answer)
}

/// Whether the mask names anything of the group itself.
fn names_the_group(mask: &Mask) -> bool {
    ["name", "description", "parent_id", "domain_type_id", "logic_address", "sip_count", "app_count"].iter().any(|path| mask.has(path))
}

async fn change(tx: &mut Tx, context: &Context, proof: &Proof<action::Edit>, group: &Locked, mask: &Mask, changed: Group) -> Result<()> {
    let mut draft = group.draft.clone();
    if mask.has("parent_id") {
        draft.parent_id = new_parent(tx, proof, group, changed.parent_id).await?;
    }
    draft.patch(mask, changed);
    let draft = checked(tx, proof.project_id(), draft).await?;
    if draft == group.draft {
        return Ok(());
    }
    group::update(tx, proof, group, &draft, context.clock.now()).await?;
    let change = Change::new(Action::Edit, Resource::Group, group.id, &draft.name, group.draft.audited(), draft.audited());
    audit::record(tx, &context.clock, proof.caller(), change).await
}

/// Where the group shall lie. Whoever sees it as a root, because what is above is hidden, and sends it back so,
/// does not ask for a move.
async fn new_parent(tx: &mut Tx, proof: &Proof<action::Edit>, group: &Locked, wanted: Option<i64>) -> Result<Option<i64>> {
    let above = &group.path[..group.path.len().saturating_sub(1)];
    let parent_is_hidden = !above.is_empty() && !reach::view(proof.caller()).covers_group(above);
    if wanted == group.draft.parent_id || (wanted.is_none() && parent_is_hidden) {
        return Ok(group.draft.parent_id);
    }
    let path = match wanted {
        Some(parent) => tree::path(tx, parent).await?,
        None => Vec::new(),
    };
    reach::check_move(proof, &group.path, wanted.map(|parent| (parent, path.as_slice())))?;
    Ok(wanted)
}
