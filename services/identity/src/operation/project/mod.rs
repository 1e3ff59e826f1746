//! What dealers do with projects.
mod bootstrap;
mod create;
mod support;
mod update;

pub use bootstrap::{Bootstrapped, bootstrap};
pub use create::create;
pub use support::{record_ended, start_support_session};
pub use update::update;

use kit::{Error, Result};
use policy::{Action, Caller, CallerKind, Resource};
use serde_json::Value;

/// The dealer who calls. The projects are those of the dealer, whichever project they are signed in to.
pub fn dealer(caller: &Caller) -> Result<i64> {
    match caller.kind {
        CallerKind::User if caller.user_id != 0 && caller.dealer_id != 0 => Ok(caller.dealer_id),
        CallerKind::User if caller.user_id != 0 => Err(Error::Forbidden),
        _ => Err(Error::Unauthenticated),
    }
}

/// The dealer as the audit log of a project names them: by name, for their user is another project's.
fn in_project(caller: &Caller, project_id: i64) -> Caller {
    Caller {
        kind: CallerKind::User,
        project_id,
        user_name: caller.user_name.clone(),
        ip: caller.ip.clone(),
        request_id: caller.request_id.clone(),
        ..Caller::default()
    }
}

fn project_change<'a>(action: Action, id: i64, name: &'a str, before: Value, after: Value) -> kit::audit::Change<'a> {
    kit::audit::Change::new(action, Resource::Project, id, name, before, after)
}
