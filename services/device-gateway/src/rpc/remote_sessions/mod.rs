//! Sessions of remote control: one person at a time controls a device.
mod begin;
pub mod expiry;
mod guess;
mod update;

use std::time::Duration;

use device_protocol::{DeviceCall, Serial};
use kit::audit::Change;
use kit::clock;
use policy::Resource;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::device::v1 as api;
use proto::vestibule::device::v1::remote_sessions_server::RemoteSessions;
use serde_json::json;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::domain::device::Protocol;
use crate::domain::remote_session::{Session, check_reachable};
use crate::driver::bas_ip::page;
use crate::gateway::Gateway;
use crate::store::device::Row;

/// What a device says of itself is worth no long wait: the answer is good without.
const INFO_PATIENCE: Duration = Duration::from_secs(5);

pub struct RemoteSessionsRpc(pub Gateway);

#[tonic::async_trait]
impl RemoteSessions for RemoteSessionsRpc {
    async fn begin_remote_session(&self, request: Request<api::BeginRemoteSessionRequest>) -> Result<Response<api::RemoteSession>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.begin(&caller, request.into_inner()).await?))
    }

    async fn update_remote_session(&self, request: Request<api::UpdateRemoteSessionRequest>) -> Result<Response<api::RemoteSession>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.update(&caller, request.into_inner()).await?))
    }
}

impl RemoteSessionsRpc {
    /// Asked anew each time; None when the device does not say.
    async fn info(&self, row: &Row) -> Option<api::RemoteDeviceInfo> {
        check_reachable(Protocol::from_number(row.protocol), row.is_online()).ok()?;
        let serial = Serial::new(row.serial_number.clone()).ok()?;
        let call = DeviceCall::Info.request(Uuid::now_v7());
        let response = self.0.link.call(&serial, call, INFO_PATIENCE).await.ok()?;
        let info = page::info(&serial, &response)?;
        Some(api::RemoteDeviceInfo { serial_number: info.serial.into(), model: info.model, firmware: info.firmware })
    }
}

/// For the audit log, which has neither login nor password.
fn change<'a>(action: &'a str, device_id: i64, device_name: &'a str) -> Change<'a> {
    Change { action, resource: Resource::Device, id: device_id, name: device_name, before: json!({}), after: json!({}) }
}

fn answer(session: &Session, row: &Row, info: Option<api::RemoteDeviceInfo>) -> api::RemoteSession {
    api::RemoteSession {
        id: session.id,
        device: Some(Ref { id: row.id, name: row.name.clone() }),
        is_active: true,
        started_at: Some(clock::to_proto(session.started_at)),
        expires_at: Some(clock::to_proto(session.expires_at)),
        info,
    }
}
