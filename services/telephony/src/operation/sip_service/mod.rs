//! The SIP service as its operators see it: its state, its accounts, the restart of its edge.
mod reinit;
mod restart;
mod status;

use kit::audit::Change;
use policy::{Action, Resource};
use serde_json::{Value, json};

pub use reinit::reinit;
pub use restart::{finish_restart, restart};
pub use status::{ServiceStatus, status};

/// Audit record of an action on the service itself.
fn change(action: &'static str, after: Value) -> Change<'static> {
    Change { action, ..Change::new(Action::Edit, Resource::SipService, 0, "SIP service", json!({}), after) }
}
