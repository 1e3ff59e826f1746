use kit::{Error, Result};
use policy::Caller;

use crate::app::App;
use crate::store::call_reach::CallReach;
use crate::store::contact::{self as store, ContactRow};
use crate::store::features;

const MAX_SEARCH: usize = 100;

/// A user without the right to call has an empty list, and no error.
pub async fn list(app: &App, caller: &Caller, search: &str) -> Result<Vec<ContactRow>> {
    let reach = CallReach::new(caller);
    if search.chars().count() > MAX_SEARCH {
        return Err(Error::field("search", format!("maximum length is {MAX_SEARCH}")));
    }
    if reach.is_empty() {
        return Ok(Vec::new());
    }
    let mut reader = app.context.database.read(caller.project_id).await?;
    for feature in [features::SIP, features::WEB_DIALER] {
        features::require_for_user(&mut reader, caller.project_id, caller.user_id, feature).await?;
    }
    store::list(&mut reader, caller, &reach, search.trim()).await
}
