//! What devices call that speak HTTP. The gateway does not know their tokens: they are checked here.
use device_protocol::remote::RemoteAnswer;
use kit::{caller, clock, json};
use proto::vestibule::device::v1 as api;
use proto::vestibule::device::v1::http_devices_server::HttpDevices;
use serde_json::Value;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::http_device::{self as operation, IssuedToken};

pub struct HttpDeviceService(pub App);

#[tonic::async_trait]
impl HttpDevices for HttpDeviceService {
    async fn login_http_device(&self, request: Request<api::HttpDeviceRequest>) -> Result<Response<api::HttpDeviceToken>, Status> {
        let address = self.0.context.caller(&request)?.ip;
        let issued = operation::login(&self.0, &address, &body(request)).await?;
        Ok(Response::new(encode(issued)))
    }

    async fn refresh_http_device(&self, request: Request<api::HttpDeviceRequest>) -> Result<Response<api::HttpDeviceToken>, Status> {
        let issued = operation::refresh(&self.0, caller::device_token(&request)).await?;
        Ok(Response::new(encode(issued)))
    }

    async fn pong_http_device(&self, request: Request<api::HttpDeviceRequest>) -> Result<Response<api::HttpDeviceAnswer>, Status> {
        operation::authenticate(&self.0, caller::device_token(&request)).await?;
        Ok(Response::new(api::HttpDeviceAnswer {}))
    }

    async fn put_http_device_logs(&self, request: Request<api::HttpDeviceRequest>) -> Result<Response<api::HttpDeviceAnswer>, Status> {
        let device = operation::authenticate(&self.0, caller::device_token(&request)).await?;
        operation::put_logs(&self.0, &device, &body(request)).await?;
        Ok(Response::new(api::HttpDeviceAnswer {}))
    }

    async fn validate_http_identifier(
        &self,
        request: Request<api::HttpDeviceRequest>,
    ) -> Result<Response<api::ValidateHttpIdentifierResponse>, Status> {
        let device = operation::authenticate(&self.0, caller::device_token(&request)).await?;
        let RemoteAnswer { handled, access } = operation::validate(&self.0, &device, &body(request)).await?;
        let access =
            access.map(|access| api::ValidatedAccess { granted: access.granted, lock_number: access.lock_number.map(|lock| u8::from(lock).into()) });
        Ok(Response::new(api::ValidateHttpIdentifierResponse { handled, access }))
    }
}

fn body(request: Request<api::HttpDeviceRequest>) -> Value {
    request.into_inner().body.map(json::from_struct).unwrap_or_default()
}

fn encode(issued: IssuedToken) -> api::HttpDeviceToken {
    api::HttpDeviceToken { token: issued.token, expires_at: Some(clock::to_proto(issued.expires_at)) }
}
