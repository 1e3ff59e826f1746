//! Sessions of remote control.
use kit::clock;
use policy::{action, resource};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::device::v1 as api;
use proto::vestibule::device::v1::remote_sessions_server::RemoteSessions;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::remote_session::{self, LoginDraft, RemoteSessionView};

pub struct RemoteSessionService(pub App);

#[tonic::async_trait]
impl RemoteSessions for RemoteSessionService {
    async fn begin_remote_session(&self, request: Request<api::BeginRemoteSessionRequest>) -> Result<Response<api::RemoteSession>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Edit, _>(&request)?;
        let api::BeginRemoteSessionRequest { serial_number, login, password, .. } = request.into_inner();
        let view = remote_session::begin(&self.0, &right, LoginDraft { serial_number, login, password }).await?;
        Ok(Response::new(encode(view)))
    }

    async fn update_remote_session(&self, request: Request<api::UpdateRemoteSessionRequest>) -> Result<Response<api::RemoteSession>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::Edit, _>(&request)?;
        let request = request.into_inner();
        let view = remote_session::update(&self.0, &right, request.id, request.is_active).await?;
        Ok(Response::new(encode(view)))
    }
}

fn encode(view: RemoteSessionView) -> api::RemoteSession {
    let RemoteSessionView { session, device, is_active, info } = view;
    api::RemoteSession {
        id: session.id,
        device: Some(Ref { id: device.id, name: device.name }),
        is_active,
        started_at: Some(clock::to_proto(session.started_at)),
        expires_at: Some(clock::to_proto(session.expires_at)),
        info: info.map(|info| api::RemoteDeviceInfo { serial_number: info.serial.into(), model: info.model, firmware: info.firmware }),
    }
}
