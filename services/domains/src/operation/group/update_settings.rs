//! A change of a group's settings: every area that differs afterwards needs the right of its own.
use kit::audit::{self, Change};
use kit::{Error, Fields, Mask, Result};
use license_limits::features;
use policy::{Action, Caller, Resource};
use proto::vestibule::domains::v1::Group;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::group_settings::Area;
use crate::domain::reach;
use crate::store::group::LockedGroup;
use crate::store::{dependent, group_settings};

/// `path` and `name` are the group's.
#[expect(clippy::too_many_arguments, reason = "one step of creating and of updating a group")]
pub async fn update_settings(
    connection: &mut PgConnection,
    app: &App,
    caller: &Caller,
    group: &LockedGroup,
    path: &[i64],
    name: &str,
    mask: &Mask,
    new: Group,
) -> Result<()> {
    let context = &app.context;
    let before = group_settings::find(connection, group.project_id(), group.id()).await?;
    let (mut after, mut fields) = (before.clone(), Fields::new());
    after.merge(mask, new, &mut fields);
    let areas = after.differing(&before);
    if areas.is_empty() {
        return Ok(());
    }
    if !areas.iter().all(|area| reach::may_set(caller, *area, path)) {
        return Err(Error::Forbidden);
    }
    for feature in areas.iter().filter(|area| after.is_on(**area)).filter_map(|area| area.feature()) {
        features::require_in_groups(connection, group.project_id(), &[group.id()], &[feature]).await?;
    }
    let has_users = !areas.contains(&Area::Forward) || dependent::has_users(connection, group.project_id(), group.id()).await?;
    after.validate(&mut fields, has_users);
    fields.finish()?;
    let known = before.device_status.users();
    let new_users: Vec<i64> = after.device_status.users().difference(&known).copied().collect();
    if !new_users.is_empty() {
        crate::projection::USERS.ensure_visible(connection, caller, &new_users).await?;
    }
    group_settings::update(connection, group, &after, context.clock.now()).await?;
    let change = Change::new(Action::Edit, Resource::Group, group.id(), name, before.audit_view(), after.audit_view());
    audit::record(connection, &context.clock, caller, change).await
}
