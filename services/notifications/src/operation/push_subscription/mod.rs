//! Browsers that a user has chosen to receive notifications.
mod delete;
mod save;

use kit::audit::{self, Change};
use kit::{Result, Tx};
use policy::{Action, Resource, action};
use serde_json::{Value, json};
use url::Url;

pub use delete::delete;
pub use save::save;

use crate::app::App;
use crate::store::notification::Right;

/// The address is a secret: what is recorded is whose push service it is.
async fn record(app: &App, tx: &mut Tx, right: &Right<action::Edit>, before: Option<&str>, after: Option<&str>) -> Result<()> {
    let caller = right.caller();
    let view = |endpoint: Option<&str>| {
        let host = endpoint.map(|endpoint| Url::parse(endpoint).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default());
        host.map_or(Value::Null, |host| json!({ "push_service": host }))
    };
    let change = Change::new(Action::Edit, Resource::Notification, caller.user_id, &caller.user_name, view(before), view(after));
    audit::record(tx, &app.context.clock, caller, change).await
}
