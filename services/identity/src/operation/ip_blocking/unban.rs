//! Lifting bans.
use kit::networks::client_network;
use kit::{Error, Result};
use serde_json::{Value, json};

use super::{IpBlockingEdit, record};
use crate::app::App;

/// `NotFound` for an address that is not banned.
pub async fn unban(app: &App, right: &IpBlockingEdit, ip: &str) -> Result<()> {
    let address = client_network(ip.trim());
    if !app.blocking.bans.lift(&address).await? {
        return Err(Error::NotFound);
    }
    app.attempts.forget(&address).await?;
    let mut tx = app.context.database.system().await?;
    record(app, &mut tx, right, "unban", &address, Value::Null, Value::Null).await?;
    Ok(tx.commit().await?)
}

/// Returns how many bans there were.
pub async fn unban_all(app: &App, right: &IpBlockingEdit) -> Result<i64> {
    for (address, _) in app.blocking.bans.list().await? {
        app.attempts.forget(&address).await?;
    }
    let lifted = app.blocking.bans.lift_all().await?;
    let mut tx = app.context.database.system().await?;
    record(app, &mut tx, right, "unban all", "", Value::Null, json!({ "unbanned": lifted })).await?;
    tx.commit().await?;
    Ok(lifted)
}
