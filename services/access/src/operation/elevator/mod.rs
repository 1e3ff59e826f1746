//! Elevators.
mod call;
mod create;
mod delete;
mod events;
mod floors;
mod read;
mod release;
mod update;

use std::time::Duration;

use kit::entity_fields::audit_view;
use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Result, audit, tree};
use policy::{Action, ActionKind, Authorized, Caller, Resource, resource};
use serde_json::Value;
use sqlx::PgConnection;
use tokio::time::Instant;

pub use call::{ElevatorCall, call};
pub use create::create;
pub use delete::{delete, delete_all};
pub use events::{follow_group, lose_controller};
pub use floors::{FloorView, floors};
pub use read::{find, list};
pub use release::{may_release, release};
pub use update::update;

use crate::app::App;
use crate::domain::elevator::ElevatorDraft;
use crate::projection::DEVICES;
use crate::publish;
use crate::store::elevator::{self as store, ElevatorRow};
use crate::store::license;

/// Of the licence, for elevators and for floors that are not public.
const FEATURE: &str = "elevator";
/// Longest wait for the floors of controllers, and how often it is looked for them.
const FLOORS_TIMEOUT: Duration = Duration::from_secs(2);
const FLOORS_INTERVAL: Duration = Duration::from_millis(100);

/// The group and the controllers may have been created a moment ago.
async fn wait_until_related_are_projected(app: &App, caller: &Caller, draft: &ElevatorDraft) -> Result<()> {
    DEVICES.wait_until_projected(&app.context, caller, &draft.devices).await?;
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &[draft.group]).await
}

/// A group that the right reaches. It is locked, so that its deletion is projected only after the transaction, and finds the
/// elevator.
async fn ensure_group_in_reach<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::Elevator, A>, group: i64) -> Result<()> {
    tree::lock(connection, group).await?;
    match tree::covers(connection, right.scope(), group).await? {
        true => Ok(()),
        false => Err(Error::InvalidRelated { names: vec![format!("group {group}")] }),
    }
}

/// Lift controllers that the caller sees.
async fn ensure_controllers(connection: &mut PgConnection, caller: &Caller, devices: &[i64]) -> Result<()> {
    if devices.is_empty() {
        return Ok(());
    }
    DEVICES.ensure_visible(connection, caller, devices).await?;
    let controllers = store::lift_controllers(connection, caller.project_id, devices).await?;
    kit::related::complete("lift controller", devices, &controllers)
}

/// Floors that were mapped a moment ago may still be on their way.
async fn wait_until_floors_are_projected(app: &App, caller: &Caller, devices: &[i64]) -> Result<()> {
    let ends = Instant::now() + FLOORS_TIMEOUT;
    while !devices.is_empty() && Instant::now() < ends {
        let mut tx = app.context.database.tenant(caller.project_id).await?;
        let has_floor = store::has_floor(&mut tx, caller.project_id, devices).await?;
        tx.rollback().await?;
        if has_floor {
            break;
        }
        tokio::time::sleep(FLOORS_INTERVAL).await;
    }
    Ok(())
}

/// A lift without a floor takes nobody anywhere. One whose controllers lose their floors later stays, and so do its rules.
fn ensure_floors(row: &ElevatorRow) -> Result<()> {
    match row.floors().is_empty() {
        true => Err(Error::field("devices", "at least one must have a floor")),
        false => Ok(()),
    }
}

/// What follows every change: the event and the audit record.
async fn publish_and_record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: Action,
    before: Option<&ElevatorRow>,
    after: Option<&ElevatorRow>,
) -> Result<()> {
    let Some(row) = after.or(before) else { return Ok(()) };
    let version = row.version + i64::from(after.is_none());
    publish::elevator_changed(connection, caller.project_id, &row.into(), version, after.is_none()).await?;
    let view = |row: Option<&ElevatorRow>| row.map_or(Value::Null, |row| audit_view(&row.draft()));
    let change = audit::Change::new(action, Resource::Elevator, row.id, &row.name, view(before), view(after));
    audit::record(connection, &app.context.clock, caller, change).await
}

/// While the project's licence is not known, as after an upgrade, it limits nothing.
async fn is_licensed(connection: &mut PgConnection, project_id: i64) -> Result<bool> {
    license::is_in_use(connection, project_id, &[FEATURE]).await
}
