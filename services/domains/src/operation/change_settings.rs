//! A change of a group's settings: every area that differs afterwards needs the right of its own.
use kit::audit::{self, Change};
use kit::{Context, Error, Fields, Mask, Result, features};
use policy::{Action, Caller, Resource};
use proto::vestibule::domains::v1::Group;
use sqlx::PgConnection;

use crate::domain::group_settings::Area;
use crate::domain::reach;
use crate::store::{dependent, group_settings};

/// `path` is the group's, which is locked; `name` goes to the audit trail.
pub async fn run(
    connection: &mut PgConnection,
    context: &Context,
    caller: &Caller,
    path: &[i64],
    name: &str,
    mask: &Mask,
    changed: Group,
) -> Result<()> {
    let group_id = *path.last().ok_or(Error::NotFound)?;
    let before = group_settings::read(connection, caller.project_id, group_id).await?;
    let mut after = before.clone();
    after.patch(mask, changed);
    let areas = after.differing(&before);
    if areas.is_empty() {
        return Ok(());
    }
    if !areas.iter().all(|area| reach::may_set(caller, *area, path)) {
        return Err(Error::Forbidden);
    }
    for feature in areas.iter().filter(|area| after.is_on(**area)).filter_map(|area| area.feature()) {
        features::require(connection, caller.project_id, &[feature]).await?;
    }
    let has_users = !areas.contains(&Area::Forward) || dependent::has_people(connection, caller.project_id, group_id).await?;
    let mut fields = Fields::new();
    after.check(&mut fields, has_users);
    fields.finish()?;
    if let Some(user) = after.device_status.user_id.filter(|user| before.device_status.user_id != Some(*user)) {
        kit::related::users(connection, caller, &[user]).await?;
    }
    group_settings::save(connection, caller.project_id, group_id, &after, context.clock.now()).await?;
    let change = Change::new(Action::Edit, Resource::Group, group_id, name, before.audited(), after.audited());
    audit::record(connection, &context.clock, caller, change).await
}
