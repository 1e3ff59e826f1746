//! Addresses that are never banned.
use kit::{Error, Fields, Result};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};

use super::{IpBlockingEdit, record};
use crate::app::App;
use crate::domain::address;
use crate::store::ip_blocking::{self as store, EntryRow};

const MAX_DESCRIPTION: usize = 200;

pub async fn add_to_whitelist(app: &App, right: &IpBlockingEdit, entry: &api::WhitelistEntry) -> Result<EntryRow> {
    let description = entry.description.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let network = address::network(&entry.address);
    let mut fields = Fields::new();
    fields.optional_multiline_text("description", description, MAX_DESCRIPTION);
    fields.check(network.is_some(), "address", "valid url or ip");
    fields.check(network.as_ref().is_none_or(address::is_narrow), "address", "network is too wide");
    fields.finish()?;
    let network = network.ok_or(Error::NotFound)?;
    let mut tx = app.context.database.system().await?;
    store::lock(&mut tx).await?;
    let row = store::insert(&mut tx, right, network, description, app.context.clock.now()).await?;
    record(app, &mut tx, right, "whitelist", &row.network, Value::Null, audit_view(&row)).await?;
    tx.commit().await?;
    app.blocking.changed().await;
    Ok(row)
}

pub async fn delete_from_whitelist(app: &App, right: &IpBlockingEdit, id: i64) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let row = store::delete(&mut tx, right, id).await?;
    record(app, &mut tx, right, "remove from whitelist", &row.network, audit_view(&row), Value::Null).await?;
    tx.commit().await?;
    app.blocking.changed().await;
    Ok(())
}

fn audit_view(row: &EntryRow) -> Value {
    json!({ "address": address::display(&row.network), "description": row.description })
}
