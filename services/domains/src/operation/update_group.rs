//! A change of a group; a changed parent moves it, with everything below.
use kit::audit::{self, Change};
use kit::{Context, Mask, Result, Tx, tree};
use policy::{Action, Resource, action};
use proto::vestibule::domains::v1::Group;

use super::checked;
use crate::domain::reach::{self, Proof};
use crate::store::group::{self, Locked};
use crate::store::{group_list, tree_lock};

pub async fn run(context: &Context, proof: &Proof<action::Edit>, id: i64, mask: &Mask, changed: Group) -> Result<Group> {
    let project_id = proof.project_id();
    let mut tx = context.database.tenant(project_id).await?;
    if mask.has("parent_id") {
        tree_lock::exclusive(&mut tx, project_id).await?;
    }
    let group = group::lock(&mut tx, proof, id).await?;
    let mut draft = group.draft.clone();
    if mask.has("parent_id") {
        draft.parent_id = new_parent(&mut tx, proof, &group, changed.parent_id).await?;
    }
    draft.patch(mask, changed);
    let draft = checked(&mut tx, project_id, draft).await?;
    if draft != group.draft {
        group::update(&mut tx, proof, &group, &draft, context.clock.now()).await?;
        let change = Change::new(Action::Edit, Resource::Group, id, &draft.name, group.draft.audited(), draft.audited());
        audit::record(&mut tx, &context.clock, proof.caller(), change).await?;
    }
    let answer = group_list::read(&mut tx, project_id, &reach::view(proof.caller()), id).await?;
    tx.commit().await?;
    Ok(answer)
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
