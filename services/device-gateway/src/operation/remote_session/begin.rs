//! Beginning a session, or renewing it: the device itself says whether login and password are right.
use std::time::Duration;

use device_protocol::{Credentials, DeviceCall, Serial};
use kit::{Error, Result, audit};
use policy::{Authorized, Caller, action, resource};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{RemoteSessionView, audit_change, device_info, expire_of_device, login_limit};
use crate::app::App;
use crate::bas_ip::login::{self, LoginResult};
use crate::device_link::DeviceAddress;
use crate::domain::device::Protocol;
use crate::domain::remote_session::{Claim, RemoteSession, SESSION_TTL, claim, ensure_reachable, validate_login};
use crate::store::device::DeviceRow;
use crate::store::{device, remote_session};

/// The caller waits a minute at most; the rest is for what the device reports of itself, and for this service.
const LOGIN_TIMEOUT: Duration = Duration::from_secs(20);

type Right = Authorized<resource::Device, action::Edit>;

/// A person's login at a device.
pub struct LoginDraft {
    pub serial_number: String,
    pub login: String,
    pub password: String,
}

pub async fn begin(app: &App, right: &Right, draft: LoginDraft) -> Result<RemoteSessionView> {
    validate_login(&draft.serial_number, &draft.login, &draft.password)?;
    let row = find_controllable(app, right, &draft.serial_number).await?;
    verify_login(app, right.caller(), &row, Credentials::new(draft.login, &draft.password)).await?;
    let session = open(app, right, row.id).await?;
    let info = device_info(app, &row).await;
    Ok(RemoteSessionView { session, device: row, is_active: true, info })
}

/// Checked before the device is asked, so that a request that is bound to fail sends nothing to the device.
async fn find_controllable(app: &App, right: &Right, serial_number: &str) -> Result<DeviceRow> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let id = device::id_of_serial(&mut reader, right.project_id(), serial_number).await?.ok_or(Error::NotFound)?;
    let row = device::find_permitted(&mut reader, right, id).await?;
    ensure_reachable(Protocol::from_number(row.protocol), row.is_online())?;
    let existing = remote_session::find_by_device(&mut reader, right.project_id(), row.id).await?;
    claim(existing.as_ref(), right.caller().user_id, app.context.clock.now())?;
    Ok(row)
}

/// The text of the device's answer is not passed on: a device that does not know the call may repeat the request.
async fn verify_login(app: &App, caller: &Caller, row: &DeviceRow, credentials: Credentials) -> Result<()> {
    let permit = login_limit::acquire(app, caller, &row.serial_number).await?;
    let answer = ask(app, row, credentials).await;
    login_limit::release(permit, &answer).await;
    let (result, status) = answer?;
    match result {
        LoginResult::Accepted => Ok(()),
        LoginResult::Refused => {
            record(app, caller, row, "refuse remote control").await?;
            Err(Error::Conflict { code: "device_refused_login", message: "device does not take this login and password".into(), data: Value::Null })
        }
        LoginResult::Unknown => {
            Err(Error::Conflict { code: "device_refused", message: "device or service not available".into(), data: json!({"device": status}) })
        }
    }
}

/// With the status of the device's answer.
async fn ask(app: &App, row: &DeviceRow, credentials: Credentials) -> Result<(LoginResult, u16)> {
    let serial = Serial::new(row.serial_number.clone()).map_err(Error::internal)?;
    let call = DeviceCall::Login(credentials).request(Uuid::now_v7());
    let answer = app.call_device(&DeviceAddress::Mqtt(serial, row.broker_id), call, LOGIN_TIMEOUT).await;
    let response = answer.map_err(|error| Error::Unavailable(error.into()))?;
    Ok((login::login_result(&response), response.status))
}

async fn record(app: &App, caller: &Caller, row: &DeviceRow, action: &str) -> Result<()> {
    let mut tx = app.context.database.tenant(row.project_id).await?;
    audit::record(&mut tx, &app.context.clock, caller, audit_change(action, row.id, &row.name)).await?;
    Ok(tx.commit().await?)
}

/// Under the device's lock, because another user may have logged in at the same time.
async fn open(app: &App, right: &Right, device_id: i64) -> Result<RemoteSession> {
    let (context, caller) = (&app.context, right.caller());
    let mut tx = context.database.tenant(right.project_id()).await?;
    let device = device::find_for_update(&mut tx, right, device_id).await?;
    let now = context.clock.now();
    let expires_at = now + SESSION_TTL;
    expire_of_device(&mut tx, &context.clock, device.project_id, device.id).await?;
    let existing = remote_session::find_by_device(&mut tx, device.project_id, device.id).await?;
    let session = match (claim(existing.as_ref(), caller.user_id, now)?, existing) {
        (Claim::Renew(id), Some(existing)) => {
            remote_session::update_expiry(&mut tx, caller, id, expires_at).await?;
            RemoteSession { expires_at, ..existing }
        }
        _ => remote_session::insert(&mut tx, &device, now, expires_at).await?,
    };
    audit::record(&mut tx, &context.clock, caller, audit_change("begin remote control", device.id, &device.name)).await?;
    tx.commit().await?;
    Ok(session)
}
