//! A device has come by the protocol that it was to change to, or has not in time.
use kit::realtime::Push;
use kit::{Result, Tx};

use super::rows;
use crate::app::App;
use crate::domain::device::{Device, Protocol};
use crate::domain::protocol_change::NOT_ARRIVED;
use crate::jobs::contact;
use crate::operation::device::{build_push, publish, send_server, withdraw_secrets};
use crate::push;
use crate::store::device::{self, SealedSecrets};
use crate::store::device_sync::{self, PendingWork};
use crate::store::item::DeviceKey;
use crate::store::{device_token, group_path, protocol_change, task};

/// Changes that end at once.
const MAX_EXPIRED: i64 = 200;

/// What is to be done after the commit.
#[derive(Default)]
pub struct CompletedChanges {
    pub pushes: Vec<Push>,
    /// Of devices whose user at the broker may change.
    pub serials: Vec<String>,
}

impl CompletedChanges {
    pub fn follow_up(self, app: &App) {
        for serial in &self.serials {
            app.broker_users.note(serial);
        }
        if !self.serials.is_empty() {
            app.notify_dispatcher();
        }
        app.pusher.send(self.pushes);
    }
}

/// Of the devices with these serial numbers, which have come by the protocol.
pub async fn complete(tx: &mut Tx, app: &App, serials: &[String], protocol: Protocol) -> Result<CompletedChanges> {
    let mut completed = CompletedChanges::default();
    let now = app.context.clock.now();
    for key in protocol_change::list_pending(tx, serials, protocol).await? {
        let Some(row) = device::find_for_projection(tx, key.project_id, key.device_id).await? else { continue };
        // Also those that the transaction changes later: the device's work is locked below.
        task::lock_unfinished(tx, key.device_id).await?;
        if !rows::complete(tx, key.device_id, protocol, now).await? {
            continue;
        }
        let after = Device { protocol, ..row.device() };
        let mut sealed = SealedSecrets::default();
        if withdraw_secrets(tx, app, &row, &after, &mut sealed, false).await? {
            device::update_secrets(tx, &row, sealed).await?;
            send_server(tx, app, key).await?;
        }
        if protocol == Protocol::Mqtt {
            device_token::delete_of_device(tx, key.project_id, key.device_id).await?;
        }
        publish(tx, key, row.version + 1, &after, false).await?;
        contact::clear(tx, key.device_id).await?;
        device_sync::enqueue(tx, &[key.device_id], PendingWork::FETCH_AND_READ, now).await?;
        tracing::info!(device_id = key.device_id, protocol = protocol.as_str(), "a device has changed its protocol");
        completed.pushes.push(build_push(tx, &row, "device.changed").await?);
        completed.serials.push(row.serial_number.clone());
    }
    Ok(completed)
}

/// The devices keep their protocol. Those that can be reached by it are sent back to it.
pub(super) async fn fail_expired(app: &App) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let expired = rows::list_expired(&mut tx, app.context.clock.now(), MAX_EXPIRED).await?;
    tx.commit().await?;
    for key in expired {
        fail(app, key).await?;
    }
    Ok(())
}

/// As a person's change does, it locks the device before its change of protocol.
async fn fail(app: &App, key: DeviceKey) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let Some(row) = device::find_for_projection(&mut tx, key.project_id, key.device_id).await? else { return Ok(()) };
    if !rows::fail_expired(&mut tx, key.device_id, NOT_ARRIVED, app.context.clock.now()).await? {
        return Ok(());
    }
    let changes = send_server(&mut tx, app, key).await?;
    let path = group_path::find(&mut tx, row.domain_id).await?;
    let mut pushes = vec![build_push(&mut tx, &row, "device.changed").await?];
    pushes.extend(push::of_tasks(key.project_id, &[(key.device_id, path)].into(), &changes));
    tx.commit().await?;
    tracing::warn!(device_id = key.device_id, "a device has not come by its new protocol and keeps the old one");
    CompletedChanges { pushes, serials: vec![row.serial_number.clone()] }.follow_up(app);
    Ok(())
}
