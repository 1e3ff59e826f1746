//! Settings of IP blocking, bans and the whitelist.
use kit::{Error, Fields, Mask, Result};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::domain::address;
use crate::parts::Parts;
use crate::store::ip_blocking::{self as store, EntryRow};

pub type Edit = Authorized<resource::IpBlocking, action::Edit>;

const MAX_DESCRIPTION: usize = 200;

pub async fn update_status(parts: &Parts, right: &Edit, status: &api::IpBlockingStatus, mask: &Mask) -> Result<()> {
    let mut tx = parts.context.database.system().await?;
    store::lock(&mut tx).await?;
    let before = store::find(&mut tx).await?.unwrap_or_else(|| parts.blocking.defaults());
    let after = before.merge(mask, status);
    after.check()?;
    store::save(&mut tx, &after).await?;
    record(parts, &mut tx, right, Action::Edit.name(), "", before.shown(), after.shown()).await?;
    tx.commit().await?;
    parts.blocking.changed().await;
    Ok(())
}

/// `NotFound` for an address that is not banned.
pub async fn unban(parts: &Parts, right: &Edit, ip: &str) -> Result<()> {
    let address = address::subject(ip.trim());
    if !parts.blocking.bans.lift(&address).await? {
        return Err(Error::NotFound);
    }
    parts.attempts.forget(&address).await?;
    let mut tx = parts.context.database.system().await?;
    record(parts, &mut tx, right, "unban", &address, Value::Null, Value::Null).await?;
    Ok(tx.commit().await?)
}

/// Returns how many there were.
pub async fn unban_all(parts: &Parts, right: &Edit) -> Result<i64> {
    for (address, _) in parts.blocking.bans.list().await? {
        parts.attempts.forget(&address).await?;
    }
    let lifted = parts.blocking.bans.lift_all().await?;
    let mut tx = parts.context.database.system().await?;
    record(parts, &mut tx, right, "unban all", "", Value::Null, json!({ "unbanned": lifted })).await?;
    tx.commit().await?;
    Ok(lifted)
}

pub async fn add_to_whitelist(parts: &Parts, right: &Edit, entry: &api::WhitelistEntry) -> Result<EntryRow> {
    let description = entry.description.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let network = address::network(&entry.address);
    let mut fields = Fields::new();
    fields.optional_text("description", description, MAX_DESCRIPTION);
    fields.check(network.is_some(), "address", "valid url or ip");
    fields.finish()?;
    let network = network.ok_or(Error::NotFound)?;
    let mut tx = parts.context.database.system().await?;
    store::lock(&mut tx).await?;
    let row = store::insert(&mut tx, network, description, parts.context.clock.now()).await?;
    record(parts, &mut tx, right, "whitelist", &row.network, Value::Null, shown(&row)).await?;
    tx.commit().await?;
    parts.blocking.changed().await;
    Ok(row)
}

pub async fn delete_from_whitelist(parts: &Parts, right: &Edit, id: i64) -> Result<()> {
    let mut tx = parts.context.database.system().await?;
    let row = store::delete(&mut tx, id).await?;
    record(parts, &mut tx, right, "remove from whitelist", &row.network, shown(&row), Value::Null).await?;
    tx.commit().await?;
    parts.blocking.changed().await;
    Ok(())
}

fn shown(row: &EntryRow) -> Value {
    json!({ "address": address::shown(&row.network), "description": row.description })
}

/// In the project of whoever did it.
async fn record(parts: &Parts, connection: &mut PgConnection, right: &Edit, action: &str, name: &str, before: Value, after: Value) -> Result<()> {
    let change = kit::audit::Change { action, resource: Resource::IpBlocking, id: 0, name, before, after };
    kit::audit::record(connection, &parts.context.clock, right.caller(), change).await
}
