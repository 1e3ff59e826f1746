use kit::{Error, Result};
use policy::Caller;

use crate::app::App;
use crate::operation::related::visible;
use crate::store::call_reach::CallReach;
use crate::store::contact::{self as store, ContactRow};
use crate::store::features;
use crate::store::visible::NamedIds;

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
    let mut contacts = store::list(&mut reader, caller, &reach, search.trim()).await?;
    let groups = contacts.iter().map(|contact| contact.domain_id).collect();
    let seen = visible(&mut reader, caller, NamedIds { groups, ..NamedIds::default() }).await?;
    // Who calls a general number calls the group: its name is the contact's.
    for contact in contacts.iter_mut().filter(|contact| !contact.is_general && !seen.groups.contains(&contact.domain_id)) {
        contact.domain_name = None;
    }
    Ok(contacts)
}
