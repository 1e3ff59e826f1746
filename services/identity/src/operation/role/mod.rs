//! Making, changing and removing roles.
pub(crate) mod assignable;
mod create;
mod delete;
mod update;

pub use create::create;
pub use delete::{RoleDelete, delete, delete_all};
pub use update::{RoleEditRights, update};

use std::collections::BTreeSet;

use kit::realtime::{Audience, Push, push};
use kit::{Error, Result};
use policy::{Action, Caller, Resource, Scope};
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::grant;
use crate::invalidation::{self, SessionChange};
use crate::store;

/// The topic to which every browser of a project listens.
const TOPIC: &str = "private-app-changes";

fn role_change<'a>(action: Action, id: i64, name: &'a str, before: Value, after: Value) -> kit::audit::Change<'a> {
    kit::audit::Change::new(action, Resource::Role, id, name, before, after)
}

/// The roles that become assignable must be visible, and permit nothing that the caller could not give: else one would
/// give it through somebody else.
async fn check_available(connection: &mut PgConnection, caller: &Caller, scope: &Scope, before: &BTreeSet<i64>, after: &BTreeSet<i64>) -> Result<()> {
    let gained: Vec<i64> = after.difference(before).copied().collect();
    if gained.is_empty() {
        return Ok(());
    }
    let visible = store::role::visible(connection, caller.project_id, scope, &gained).await?;
    let invisible: Vec<String> = gained.iter().filter(|id| !visible.contains(id)).map(i64::to_string).collect();
    if !invisible.is_empty() {
        return Err(Error::InvalidRelated { names: invisible });
    }
    for (_, permissions) in store::role::permissions_of_all(connection, caller.project_id, &gained).await? {
        grant::may_manage(caller, &permissions)?;
    }
    Ok(())
}

/// Tells those who are signed in: gateways ask again what a session may do, and then browsers do.
async fn push_changed(app: &App, project_id: i64, id: i64) {
    invalidation::publish(&app.context, &[SessionChange::RoleId(id)]).await;
    let data = json!({ "type": "RoleChangedEvent", "roleId": id });
    push(&app.context, Push::new(project_id, TOPIC, Audience::Project, data)).await;
}
