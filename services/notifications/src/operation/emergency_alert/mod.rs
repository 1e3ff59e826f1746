//! Emergency alerts.
mod create;
mod delete;
mod read;
mod update;

use kit::entity_fields::audit_view;
use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Result, audit, related, tree};
use policy::{Action, Caller, Resource, Scope};
use serde_json::Value;
use sqlx::PgConnection;

pub use create::create;
pub use delete::{delete, delete_all};
pub use read::{EmergencyAlertView, find, list};
pub use update::update;

use crate::app::App;
use crate::domain::emergency_alert::{DOORS, EmergencyAlertDraft, PLAYERS};
use crate::projection::device;
use crate::store::alert_file;
use crate::store::emergency_alert::{self as store, EmergencyAlertRow};

/// What a request newly names of other entities.
#[derive(Debug, Default)]
struct NamedEntities {
    groups: Vec<i64>,
    pass_groups: Vec<i64>,
    devices: Vec<i64>,
    roles: Vec<i64>,
    file: Option<uuid::Uuid>,
}

impl NamedEntities {
    fn of_new(draft: &EmergencyAlertDraft) -> NamedEntities {
        NamedEntities {
            groups: draft.groups.clone(),
            pass_groups: draft.pass_groups.clone(),
            devices: draft.devices.clone(),
            roles: [&draft.start_roles[..], &draft.release_roles].concat(),
            file: draft.file_key(),
        }
    }

    fn of_change(before: &EmergencyAlertDraft, after: &EmergencyAlertDraft) -> NamedEntities {
        let added = |before: &[i64], after: &[i64]| after.iter().copied().filter(|id| !before.contains(id)).collect();
        NamedEntities {
            groups: added(&before.groups, &after.groups),
            pass_groups: added(&before.pass_groups, &after.pass_groups),
            devices: added(&before.devices, &after.devices),
            roles: [added(&before.start_roles, &after.start_roles), added(&before.release_roles, &after.release_roles)].concat(),
            file: after.file_key().filter(|key| before.file_key() != Some(*key)),
        }
    }

    /// They may be so new that their events have not come yet. Before the transaction.
    async fn wait_until_projected(&self, app: &App, caller: &Caller) -> Result<()> {
        let groups = [&self.groups[..], &self.pass_groups].concat();
        projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &groups).await?;
        device::DEVICES.wait_until_projected(&app.context, caller, &self.devices).await
    }

    /// Recipients must be within reach of the right; groups that pass, and devices, must be visible; the sound must be the caller's.
    async fn ensure_in_reach(&self, connection: &mut PgConnection, scope: &Scope, caller: &Caller) -> Result<()> {
        related::ensure_groups_visible(connection, caller, &[&self.groups[..], &self.pass_groups].concat()).await?;
        let mut missing = Vec::new();
        for group in self.groups.iter().filter(|_| !scope.all) {
            if !scope.covers_group(&tree::path(connection, *group).await?) {
                missing.push(format!("group {group}"));
            }
        }
        device::DEVICES.ensure_visible(connection, caller, &self.devices).await?;
        let outside = device::outside_of_scope(connection, caller.project_id, scope, &self.devices).await?;
        let unsuitable = store::unsuitable_devices(connection, caller.project_id, &self.devices, &[PLAYERS, DOORS].concat()).await?;
        missing.extend(outside.into_iter().chain(unsuitable).map(|id| format!("device {id}")));
        missing.extend(store::missing_roles(connection, caller.project_id, &self.roles).await?.into_iter().map(|id| format!("role {id}")));
        if !missing.is_empty() {
            return Err(Error::InvalidRelated { names: missing });
        }
        match self.file {
            Some(key) if !alert_file::is_callers(connection, caller, key).await? => Err(Error::field("filename", "invalid data sent")),
            _ => Ok(()),
        }
    }
}

async fn record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: Action,
    before: Option<&EmergencyAlertRow>,
    after: Option<&EmergencyAlertRow>,
) -> Result<()> {
    let Some(row) = after.or(before) else { return Ok(()) };
    let view = |row: Option<&EmergencyAlertRow>| row.map_or(Value::Null, |row| audit_view(&row.draft()));
    let change = audit::Change::new(action, Resource::EmergencyAlert, row.id, &row.name, view(before), view(after));
    audit::record(connection, &app.context.clock, caller, change).await
}
