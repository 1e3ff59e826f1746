//! What moving a group would change. Nothing is changed.
use std::collections::HashMap;

use kit::{Context, Error, Result, tree};
use policy::{Action, Resource, action};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1::MovePreview;
use sqlx::PgConnection;

use crate::domain::moving;
use crate::domain::reach::{self, Proof};
use crate::store::{dependent, group};

pub async fn run(context: &Context, proof: &Proof<action::Edit>, id: i64, parent: Option<i64>) -> Result<MovePreview> {
    let caller = proof.caller();
    let mut reader = context.database.read(proof.project_id()).await?;
    let path = tree::path(&mut reader, id).await?;
    reach::check(proof, &path)?;
    let parent_path = match parent {
        Some(parent) => tree::path(&mut reader, parent).await?,
        None => Vec::new(),
    };
    let obstacle = obstacle(&mut reader, proof, &path, parent, &parent_path).await?;
    let above = &path[..path.len() - 1];
    let names = group::names(&mut reader, proof.project_id(), &[above, parent_path.as_slice()].concat()).await?;
    // What the caller does not see is told neither by name nor by id.
    let view = reach::view(caller);
    let seen = |whole: &[i64], wanted: &[i64]| refs(&names, whole.iter().skip(reach::hidden(&view, whole)).filter(|id| wanted.contains(id)));
    let (losing, gaining) = moving::sight(above, &parent_path);
    Ok(MovePreview {
        domains: group::count_below(&mut reader, id).await? + 1,
        users: dependent::people_within(&mut reader, &caller.scope(Resource::User, Action::View), id).await?,
        devices: dependent::devices_within(&mut reader, &caller.scope(Resource::Device, Action::View), id).await?,
        old_path: seen(above, above),
        new_path: seen(&parent_path, &parent_path),
        losing: seen(above, &losing),
        gaining: seen(&parent_path, &gaining),
        obstacle,
    })
}

/// Why it cannot lie there, in the words that the move itself would be refused with.
async fn obstacle(
    connection: &mut PgConnection,
    proof: &Proof<action::Edit>,
    path: &[i64],
    parent: Option<i64>,
    parent_path: &[i64],
) -> Result<Option<String>> {
    match reach::check_move(proof, path, parent.map(|parent| (parent, parent_path))) {
        Err(Error::Invalid(fields)) => return Ok(fields.into_values().next()),
        Err(error @ (Error::Forbidden | Error::InvalidRelated { .. })) => return Ok(Some(error.to_string())),
        other => other?,
    }
    let id = path.last().copied().unwrap_or_default();
    let is_taken = group::address_is_taken(connection, proof.project_id(), id, parent).await?;
    Ok(is_taken.then(|| group::ADDRESS_TAKEN.to_string()))
}

fn refs<'a>(names: &HashMap<i64, String>, ids: impl Iterator<Item = &'a i64>) -> Vec<Ref> {
    ids.map(|id| Ref { id: *id, name: names.get(id).cloned().unwrap_or_default() }).collect()
}
