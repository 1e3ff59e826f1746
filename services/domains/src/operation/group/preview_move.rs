//! What moving a group would change. Nothing is changed.
use std::collections::HashMap;

use kit::{Error, Result, tree};
use policy::{Action, Resource, action};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::moving;
use crate::domain::reach::{self, GroupRight};
use crate::peers::group_license::check_move;
use crate::store::{dependent, group};

/// Ids and names of groups, from the root on.
type Path = Vec<(i64, String)>;

pub struct MovePreview {
    /// Groups that move, the group itself among them.
    pub domains: i64,
    /// Users and devices in these groups; None where the caller may see none.
    pub users: Option<i64>,
    pub devices: Option<i64>,
    pub old_path: Path,
    pub new_path: Path,
    /// Groups whose administrators stop seeing what moves, and those whose administrators begin to.
    pub losing: Path,
    pub gaining: Path,
    pub obstacle: Option<String>,
}

pub async fn preview_move(app: &App, right: &GroupRight<action::Edit>, id: i64, parent: Option<i64>) -> Result<MovePreview> {
    let caller = right.caller();
    let mut reader = app.context.database.read(right.project_id()).await?;
    let path = tree::path(&mut reader, id).await?;
    reach::check(right, &path)?;
    let parent_path = match parent {
        Some(parent) => tree::path(&mut reader, parent).await?,
        None => Vec::new(),
    };
    let mut obstacle = obstacle(&mut reader, right, &path, parent, &parent_path).await?;
    let above = &path[..path.len() - 1];
    let names = group::names(&mut reader, right.project_id(), &[above, parent_path.as_slice()].concat()).await?;
    // Of groups that the caller does not see neither names nor ids are answered.
    let view = reach::view(caller);
    let visible = |whole: &[i64], ids: &[i64]| with_names(&names, whole.iter().skip(reach::hidden(&view, whole)).filter(|id| ids.contains(id)));
    let (losing, gaining) = moving::sight(above, &parent_path);
    let domains = group::count_below(&mut reader, id).await? + 1;
    let users = dependent::count_users(&mut reader, &caller.scope(Resource::User, Action::View), id).await?;
    let devices = dependent::count_devices(&mut reader, &caller.scope(Resource::Device, Action::View), id).await?;
    // No connection is held while licensing is asked.
    drop(reader);
    if obstacle.is_none() && parent != above.last().copied() {
        obstacle = obstacle_of_licenses(app, right, id, parent).await?;
    }
    Ok(MovePreview {
        domains,
        users,
        devices,
        old_path: visible(above, above),
        new_path: visible(&parent_path, &parent_path),
        losing: visible(above, &losing),
        gaining: visible(&parent_path, &gaining),
        obstacle,
    })
}

/// Why the group cannot be moved there, with the message that the move itself would be refused with.
async fn obstacle(
    connection: &mut PgConnection,
    right: &GroupRight<action::Edit>,
    path: &[i64],
    parent: Option<i64>,
    parent_path: &[i64],
) -> Result<Option<String>> {
    match reach::check_move(right, path, parent.map(|parent| (parent, parent_path))) {
        Err(Error::Invalid(fields)) => return Ok(fields.into_values().next()),
        Err(error @ (Error::Forbidden | Error::InvalidRelated { .. })) => return Ok(Some(error.to_string())),
        other => other?,
    }
    let id = path.last().copied().unwrap_or_default();
    let is_taken = group::is_address_taken(connection, right.project_id(), id, parent).await?;
    Ok(is_taken.then(|| group::ADDRESS_TAKEN.to_string()))
}

/// As the move itself asks.
async fn obstacle_of_licenses(app: &App, right: &GroupRight<action::Edit>, id: i64, parent: Option<i64>) -> Result<Option<String>> {
    match check_move(&app.context, right.caller(), id, parent).await {
        Ok(()) => Ok(None),
        Err(Error::Peer(refusal)) => Ok(Some(refusal.message().to_owned())),
        Err(error) => Err(error),
    }
}

fn with_names<'a>(names: &HashMap<i64, String>, ids: impl Iterator<Item = &'a i64>) -> Path {
    ids.map(|id| (*id, names.get(id).cloned().unwrap_or_default())).collect()
}
