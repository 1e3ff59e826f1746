//! Access rules.
mod create;
mod delete;
mod read;
mod update;

use kit::entity_fields::audit_view;
use kit::projection_lag::{self, ForeignEntity};
use kit::{Result, audit};
use policy::{Action, Caller, Resource};
use serde_json::Value;
use sqlx::PgConnection;

pub use create::create;
pub use delete::{delete, delete_all};
pub use read::{find, list};
pub(super) use read::{retain_visible, visible_part};
pub use update::update;

use crate::app::App;
use crate::domain::access_rule::AccessRuleDraft;
use crate::projection::{DEVICES, USERS};
use crate::store::access_rule::AccessRuleRow;
use crate::store::related;

/// What the rule names may have been created a moment ago.
async fn wait_until_related_are_projected(app: &App, caller: &Caller, draft: &AccessRuleDraft) -> Result<()> {
    let context = &app.context;
    DEVICES.wait_until_projected(context, caller, &draft.device_ids()).await?;
    USERS.wait_until_projected(context, caller, &draft.users).await?;
    projection_lag::wait_until_projected(context, caller, ForeignEntity::Group, projection_lag::GROUPS, &draft.groups).await
}

/// What the rule names must be the caller's to see; what it has named before may stay.
pub(super) async fn ensure_related_visible(
    connection: &mut PgConnection,
    caller: &Caller,
    draft: &AccessRuleDraft,
    before: Option<&AccessRuleRow>,
) -> Result<()> {
    let added = |ids: &[i64], known: fn(&AccessRuleRow) -> &Vec<i64>| -> Vec<i64> {
        // Ids of a row are in order.
        ids.iter().copied().filter(|id| before.is_none_or(|before| known(before).binary_search(id).is_err())).collect()
    };
    let devices = added(&draft.device_ids(), |row| &row.device_ids);
    let users = added(&draft.users, |row| &row.user_ids);
    let groups = added(&draft.groups, |row| &row.group_ids);
    let identifiers = added(&draft.identifiers, |row| &row.identifier_ids);
    let time_rules = added(&draft.time_rules, |row| &row.time_rule_ids);
    if !devices.is_empty() {
        DEVICES.ensure_visible(connection, caller, &devices).await?;
    }
    if !users.is_empty() {
        USERS.ensure_visible(connection, caller, &users).await?;
    }
    if !groups.is_empty() {
        kit::related::ensure_groups_visible(connection, caller, &groups).await?;
    }
    if !identifiers.is_empty() {
        related::ensure_identifiers_visible(connection, caller, &identifiers).await?;
        related::ensure_may_be_in_rules(connection, caller, &identifiers).await?;
    }
    if !time_rules.is_empty() {
        related::ensure_time_rules_visible(connection, caller, &time_rules).await?;
    }
    Ok(())
}

async fn record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: Action,
    before: Option<&AccessRuleRow>,
    after: Option<&AccessRuleRow>,
) -> Result<()> {
    let Some(row) = after.or(before) else { return Ok(()) };
    let view = |row: Option<&AccessRuleRow>| row.map_or(Value::Null, |row| audit_view(&row.draft()));
    let change = audit::Change::new(action, Resource::AccessRule, row.id, &row.name, view(before), view(after));
    audit::record(connection, &app.context.clock, caller, change).await
}
