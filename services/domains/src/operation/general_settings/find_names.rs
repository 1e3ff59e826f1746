use std::collections::HashMap;

use kit::{Result, tree};
use policy::{Action, Caller, Resource};

use crate::app::App;
use crate::domain::settings::general::General;
use crate::peers::roles;
use crate::store::group;

/// Names of what the settings refer to.
pub struct SettingsNames {
    /// By id; empty while identity cannot be reached.
    pub roles: HashMap<i64, String>,
    /// Empty where the caller does not see the group.
    pub group: String,
}

pub async fn find_names(app: &App, caller: &Caller, general: &General) -> Result<SettingsNames> {
    let ids: Vec<i64> = general.roles().into_iter().collect();
    let roles = roles::names(&app.context, caller, &ids).await;
    let group = match general.registration.domain_id {
        Some(group) => group_name(app, caller, group).await?,
        None => String::new(),
    };
    Ok(SettingsNames { roles, group })
}

async fn group_name(app: &App, caller: &Caller, group: i64) -> Result<String> {
    let mut reader = app.context.database.read(caller.project_id).await?;
    let is_visible = tree::covers(&mut reader, &caller.scope(Resource::Group, Action::View), group).await?;
    let name = if is_visible { group::name(&mut reader, caller.project_id, group).await? } else { None };
    Ok(name.unwrap_or_default())
}
