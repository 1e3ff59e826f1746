//! Opening a lock now.
use std::time::Duration;

use device_protocol::{DeviceCall, LockTarget};
use kit::{Error, Result, audit};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::bas_ip::outcome;
use crate::device_link::DeviceAddress;
use crate::domain::device::{Device, Protocol};
use crate::operation::alert::ensure_not_locked_down;
use crate::store::device::{self, DeviceRow};
use crate::store::remote_opening::{self, GuestKeyRef};

/// Somebody stands before the door: after this time the command is void.
const OPEN_TIMEOUT: Duration = Duration::from_secs(10);

pub async fn open_lock(app: &App, right: &Authorized<resource::Device, action::Open>, device_id: i64, lock_number: i32) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let row = device::find_permitted(&mut tx, right, device_id).await?;
    ensure_not_locked_down(&mut tx, &row, &right.caller().domain_ids, app.context.clock.now()).await?;
    tx.commit().await?;
    open(app, right.caller(), None, &row, lock_number).await
}

/// For another service that has asked for the right itself. The audit log names `user`, and not the service between; the log of
/// events also the key of the guest whom it opens for.
pub async fn open_lock_for_service(app: &App, user: &Caller, guest_key: Option<GuestKeyRef>, device_id: i64, lock_number: i32) -> Result<()> {
    let mut tx = app.context.database.tenant(user.project_id).await?;
    let row = device::find_for_service(&mut tx, user.project_id, device_id).await?.ok_or(Error::NotFound)?;
    ensure_not_locked_down(&mut tx, &row, &user.domain_ids, app.context.clock.now()).await?;
    tx.commit().await?;
    open(app, user, guest_key, &row, lock_number).await
}

/// A command to open, with what the audit log says about it.
struct Opening {
    caller: Caller,
    guest_key: Option<GuestKeyRef>,
    device: DeviceRow,
    address: DeviceAddress,
    lock_number: i32,
    lock: LockTarget,
}

async fn open(app: &App, caller: &Caller, guest_key: Option<GuestKeyRef>, row: &DeviceRow, lock_number: i32) -> Result<()> {
    let device = row.device();
    let lock = lock_target(lock_number, device.capability().max_locks)?;
    if device.protocol == Protocol::None {
        return Err(Error::conflict("device protocol is not mqtt, unable to connect"));
    }
    if !row.is_online() {
        return Err(Error::conflict("device status is offline, unable to connect"));
    }
    let address = address(app, row, &device).await?;
    let opening = Opening { caller: caller.clone(), guest_key, device: row.clone(), address, lock_number, lock };
    // The request's future is dropped when its client goes away; what was begun is finished all the same, and before the
    // process ends.
    let (app, in_flight) = (app.clone(), app.context.shutdown_phases.in_flight.token());
    let opened = kit::telemetry::spawn(app.context.service, "open a lock", async move {
        let opened = record_and_send(&app, &opening).await;
        drop(in_flight);
        opened
    });
    opened.await.map_err(Error::internal)?
}

/// The record comes first: without it nothing is sent. A device that answers too late may have opened, so that a record stays,
/// and a second one says what went wrong.
async fn record_and_send(app: &App, opening: &Opening) -> Result<()> {
    let (before, after) = (json!({}), json!({"lock_number": opening.lock_number}));
    let mut tx = app.context.database.tenant(opening.device.project_id).await?;
    record(app, &mut tx, opening, before, after.clone()).await?;
    let (door, now) = ((&opening.device, opening.lock_number), app.context.clock.now());
    let opener = remote_opening::insert(&mut tx, &opening.caller, opening.guest_key.as_ref(), door, now).await?;
    // One may have begun since this request was checked.
    ensure_not_locked_down(&mut tx, &opening.device, &opening.caller.domain_ids, now).await?;
    tx.commit().await?;
    let Err(error) = send(app, opening).await else { return Ok(()) };
    let failed = json!({"lock_number": opening.lock_number, "error": error.to_string()});
    let is_refusal = matches!(error, Error::Conflict { .. });
    if let Err(error) = record_failure(app, opening, after, failed, is_refusal.then_some(opener)).await {
        tracing::error!(device_id = opening.device.id, %error, "the audit log does not say that a lock was not opened");
    }
    Err(error)
}

/// `refused`: the opening that the device has refused, and will not report.
async fn record_failure(app: &App, opening: &Opening, before: Value, after: Value, refused: Option<i64>) -> Result<()> {
    let mut tx = app.context.database.tenant(opening.device.project_id).await?;
    record(app, &mut tx, opening, before, after).await?;
    if let Some(id) = refused {
        remote_opening::delete(&mut tx, opening.device.project_id, id).await?;
    }
    Ok(tx.commit().await?)
}

async fn record(app: &App, connection: &mut PgConnection, opening: &Opening, before: Value, after: Value) -> Result<()> {
    let change = audit::Change::new(Action::Open, Resource::Device, opening.device.id, &opening.device.name, before, after);
    audit::record(connection, &app.context.clock, &opening.caller, change).await
}

async fn send(app: &App, opening: &Opening) -> Result<()> {
    let call = DeviceCall::OpenLock(opening.lock).request(Uuid::now_v7());
    let still_allowed = async {
        let mut tx = app.context.database.tenant(opening.device.project_id).await?;
        ensure_not_locked_down(&mut tx, &opening.device, &opening.caller.domain_ids, app.context.clock.now()).await?;
        Ok(tx.rollback().await?)
    };
    let answer = app.call_device_if(&opening.address, call, OPEN_TIMEOUT, still_allowed).await?;
    let response = answer.map_err(|error| Error::Unavailable(error.into()))?;
    if response.is_success() {
        return Ok(());
    }
    Err(Error::Conflict {
        code: "device_refused",
        message: "device or service not available".into(),
        data: json!({"device": outcome::refusal(&response)}),
    })
}

async fn address(app: &App, row: &DeviceRow, device: &Device) -> Result<DeviceAddress> {
    let mut tx = app.context.database.tenant(row.project_id).await?;
    let password = device::page_password(&mut tx, row.project_id, row.id).await?;
    tx.commit().await?;
    Ok(DeviceAddress::new(&app.context.sealer, row.id, device, password.as_deref(), row.broker_id))
}

fn lock_target(number: i32, locks: u8) -> Result<LockTarget> {
    let target = u8::try_from(number).ok().filter(|number| *number <= locks).and_then(|number| LockTarget::new(number).ok());
    target.filter(|_| locks > 0).ok_or_else(|| Error::field("lock_number", format!("must be within 0 - {locks}")))
}
