//! Sessions of remote control: one person at a time controls a device.
mod begin;
mod expire;
mod login_limit;
mod update;

use std::time::Duration;

use device_protocol::info::DeviceInfo;
use device_protocol::{DeviceCall, Serial};
use kit::audit::Change;
use policy::Resource;
use serde_json::json;
use uuid::Uuid;

pub use begin::{LoginDraft, begin};
pub use expire::{expire, expire_of_device};
pub use update::update;

use crate::app::App;
use crate::bas_ip::login;
use crate::device_link::DeviceAddress;
use crate::domain::device::Protocol;
use crate::domain::remote_session::{RemoteSession, ensure_reachable};
use crate::store::device::DeviceRow;

/// What a device reports of itself is not worth a long wait: the answer is good without it.
const INFO_TIMEOUT: Duration = Duration::from_secs(5);

/// A session as it is answered.
pub struct RemoteSessionView {
    pub session: RemoteSession,
    pub device: DeviceRow,
    pub is_active: bool,
    /// Asked anew each time; None when the device does not answer.
    pub info: Option<DeviceInfo>,
}

async fn device_info(app: &App, row: &DeviceRow) -> Option<DeviceInfo> {
    ensure_reachable(Protocol::from_number(row.protocol), row.is_online()).ok()?;
    let serial = Serial::new(row.serial_number.clone()).ok()?;
    let call = DeviceCall::Info.request(Uuid::now_v7());
    let response = app.call_device(&DeviceAddress::Mqtt(serial.clone(), row.broker_id), call, INFO_TIMEOUT).await.ok()?;
    login::info(&serial, &response)
}

/// For the audit log, which has neither login nor password.
fn audit_change<'a>(action: &'a str, device_id: i64, device_name: &'a str) -> Change<'a> {
    Change { action, resource: Resource::Device, id: device_id, name: device_name, before: json!({}), after: json!({}) }
}
