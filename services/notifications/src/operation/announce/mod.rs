//! Announces: information for many people, and polls.
mod advance;
mod create;
mod delete;
mod export;
mod preview;
mod read;
mod remind;
mod results;
mod send;
mod start;
mod stop;
mod update;

use std::collections::HashMap;

use kit::entity_fields::audit_view;
use kit::realtime::{Audience, Push};
use kit::{Error, Result, audit};
use policy::{Action, Caller, Resource, Scope};
use serde_json::{Value, json};
use sqlx::PgConnection;

pub use advance::{advance_due, advance_project};
pub use create::create;
pub use delete::{delete, delete_all};
pub use export::answer_texts;
pub use export::export;
pub use preview::preview;
pub use read::{AnnounceView, find, list};
pub use remind::remind;
pub use results::{recipients, responses, results};
pub use send::{BatchOutcome, sender_name, work_batch};
use start::ensure_may_be_sent;
pub use start::start;
pub use stop::stop;
pub use update::update;

use crate::domain::announce::AnnounceDraft;
use crate::projection::user::USERS;
use crate::store::announce::{self as store, AnnounceRow};
use crate::store::announce_recipient;

/// Recipients of one announce.
pub const MAX_RECIPIENTS: i64 = 50_000;

/// Groups and people that an announce goes to must be in reach of the right to send announces, and be seen.
async fn ensure_recipients_in_reach(connection: &mut PgConnection, scope: &Scope, caller: &Caller, draft: &AnnounceDraft) -> Result<()> {
    let visible_groups = if draft.groups.is_empty() { Vec::new() } else { kit::related::visible_groups(connection, caller, &draft.groups).await? };
    let paths = if scope.all { HashMap::new() } else { announce_recipient::group_paths(connection, &visible_groups).await? };
    let is_in_reach = |group: &i64| visible_groups.contains(group) && (scope.all || paths.get(group).is_some_and(|path| scope.covers_group(path)));
    let mut missing: Vec<String> = draft.groups.iter().filter(|group| !is_in_reach(group)).map(|group| format!("group {group}")).collect();
    let visible = if draft.users.is_empty() { Vec::new() } else { USERS.visible(connection, caller, &draft.users).await? };
    let beyond =
        if scope.all || draft.users.is_empty() { Vec::new() } else { announce_recipient::beyond_groups(connection, caller, &draft.users).await? };
    missing.extend(draft.users.iter().filter(|user| !visible.contains(user) || beyond.contains(user)).map(|user| format!("user {user}")));
    if missing.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: missing }) }
}

/// Of what one has made the right does not say whom one reaches now: what others manage since is not the author's alone.
async fn ensure_reached_by_author(connection: &mut PgConnection, scope: &Scope, caller: &Caller, row: &AnnounceRow) -> Result<()> {
    let is_reached = scope.all || row.created_by != caller.user_id || store::is_reached_by_author(connection, row).await?;
    if is_reached { Ok(()) } else { Err(Error::Forbidden) }
}

async fn record(
    app: &crate::app::App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: Action,
    before: Option<&AnnounceRow>,
    after: Option<&AnnounceRow>,
) -> Result<()> {
    let Some(row) = after.or(before) else { return Ok(()) };
    let view = |row: Option<&AnnounceRow>| {
        row.map_or(Value::Null, |row| {
            let mut view = audit_view(&row.draft());
            view["status"] = json!(row.status().word());
            view
        })
    };
    let change = audit::Change::new(action, Resource::Announce, row.id, &row.name, view(before), view(after));
    audit::record(connection, &app.context.clock, caller, change).await
}

/// Pushes to consoles that an announce, its turnout or its results have changed: to its author, and to those who manage
/// announces to one of its groups. Read the path of each group before the transaction ends.
pub async fn changed_pushes(connection: &mut PgConnection, row: &AnnounceRow) -> Result<Vec<Push>> {
    let data = event_catalogue::encode::announce_changed(row.id, row.status().word());
    let mut pushes = vec![Push::new(row.project_id, format!("private-users.{}", row.created_by), Audience::User(row.created_by), data.clone())];
    let groups = row.group_ids.get(..MAX_PUSHED_GROUPS).unwrap_or(&row.group_ids);
    for path in announce_recipient::group_paths(connection, groups).await?.into_values() {
        let audience = Audience::Scope { resource: Resource::AnnounceResponse.name().into(), path };
        pushes.push(Push::new(row.project_id, "announces", audience, data.clone()));
    }
    Ok(pushes)
}

/// Of an announce to more groups the others learn at their next look.
const MAX_PUSHED_GROUPS: usize = 20;
