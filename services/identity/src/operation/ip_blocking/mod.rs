//! Blocking of addresses: its settings, bans and the whitelist.
mod unban;
mod update_settings;
mod whitelist;

pub use unban::{unban, unban_all};
pub use update_settings::update_settings;
pub use whitelist::{add_to_whitelist, delete_from_whitelist};

use kit::Result;
use policy::{Authorized, Resource, action, resource};
use serde_json::Value;
use sqlx::PgConnection;

use crate::app::App;

pub type IpBlockingEdit = Authorized<resource::IpBlocking, action::Edit>;

/// In the audit log of the caller's project.
async fn record(
    app: &App,
    connection: &mut PgConnection,
    right: &IpBlockingEdit,
    action: &str,
    name: &str,
    before: Value,
    after: Value,
) -> Result<()> {
    let change = kit::audit::Change { action, resource: Resource::IpBlocking, id: 0, name, before, after };
    kit::audit::record(connection, &app.context.clock, right.caller(), change).await
}
