//! What of the entities that another service names its caller sees.
use kit::{Error, Result};
use policy::{Authorized, action, resource};

pub use super::related::NamedIds;
use super::related::visible;
use crate::app::App;
use crate::store::related::VisibleIds;

const MAX_IDS: usize = 2_000;

pub async fn list(app: &App, right: &Authorized<resource::AccessRule, action::View>, named: NamedIds) -> Result<VisibleIds> {
    for (field, ids) in [("identifier_ids", &named.identifiers), ("time_rule_ids", &named.time_rules), ("access_rule_ids", &named.access_rules)] {
        if ids.len() > MAX_IDS {
            return Err(Error::field(field, format!("maximum length is {MAX_IDS}")));
        }
    }
    let mut reader = app.context.database.read(right.project_id()).await?;
    visible(&mut reader, right.caller(), named).await
}
