use kit::{Error, Result};
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::operation::related::{NamedIds, visible};
use crate::peers::delivery::{self, IdentifierDelivery};
use crate::store::identifier as identifiers;

/// Answered at most.
const MAX_DEVICES: usize = 500;

/// What devices have made of an identifier.
pub struct IdentifierDevices {
    /// Of the devices that the caller sees.
    pub items: Vec<IdentifierDelivery>,
    /// Over all devices: those that should hold it, and those of them that do.
    pub wanted: usize,
    pub held: usize,
}

pub async fn devices(app: &App, right: &Authorized<resource::Identifier, action::View>, id: i64) -> Result<IdentifierDevices> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = identifiers::find(&mut reader, right, id).await?;
    drop(reader);
    let mut items = delivery::list(&app.context, right.project_id(), row.link_id, row.kind()).await?;
    items.retain(|item| item.is_wanted || item.is_refused());
    let wanted = items.len();
    let held = items.iter().filter(|item| item.is_held()).count();
    let mut reader = app.context.database.read(right.project_id()).await?;
    let named = NamedIds { devices: items.iter().map(|item| item.device_id).collect(), ..NamedIds::default() };
    let seen = visible(&mut reader, right.caller(), named).await?.devices;
    items.retain(|item| seen.contains(&item.device_id));
    items.truncate(MAX_DEVICES);
    Ok(IdentifierDevices { items, wanted, held })
}

/// Sends a device again what it has refused. `NotFound` for a device that the caller does not see.
pub async fn retry(app: &App, right: &Authorized<resource::Identifier, action::Edit>, id: i64, device_id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let row = identifiers::find_for_update(&mut tx, right, id).await?;
    let named = NamedIds { devices: vec![device_id], ..NamedIds::default() };
    let sees = visible(&mut tx, right.caller(), named).await?.devices.contains(&device_id);
    tx.rollback().await?;
    if !sees {
        return Err(Error::NotFound);
    }
    delivery::retry(&app.context, right.project_id(), device_id, row.link_id).await
}
