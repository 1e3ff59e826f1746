//! The SIP service itself.
use kit::clock;
use proto::vestibule::telephony::v1::sip_service_server::SipService;
use proto::vestibule::telephony::v1::{
    GetSipServiceStatusRequest, ReinitSipServiceRequest, ReinitSipServiceResponse, RestartSipServiceRequest, SipServicePart, SipServiceState,
    SipServiceStatus,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::sip_service::{PartStatus, ServiceState};
use crate::operation::sip_service as operation;

pub struct SipServiceRpc(pub App);

#[tonic::async_trait]
impl SipService for SipServiceRpc {
    async fn get_sip_service_status(&self, request: Request<GetSipServiceStatusRequest>) -> Result<Response<SipServiceStatus>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(Response::new(encode(operation::status(&self.0, &right).await?)))
    }

    async fn reinit_sip_service(&self, request: Request<ReinitSipServiceRequest>) -> Result<Response<ReinitSipServiceResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(Response::new(ReinitSipServiceResponse { accounts: operation::reinit(&self.0, &right).await? }))
    }

    async fn restart_sip_service(&self, request: Request<RestartSipServiceRequest>) -> Result<Response<()>, Status> {
        let right = self.0.context.authorize(&request)?;
        operation::restart(&self.0, &right).await?;
        Ok(Response::new(()))
    }
}

fn encode(status: operation::ServiceStatus) -> SipServiceStatus {
    let state = match status.state {
        ServiceState::Running => SipServiceState::Running,
        ServiceState::Degraded => SipServiceState::Degraded,
        ServiceState::Stopped => SipServiceState::Stopped,
        ServiceState::Restarting => SipServiceState::Restarting,
    };
    SipServiceStatus {
        state: state.into(),
        parts: status.parts.into_iter().map(part).collect(),
        registered_numbers: status.registered_numbers,
        active_calls: status.active_calls,
        started_at: status.started_at.map(clock::to_proto),
    }
}

fn part(part: PartStatus) -> SipServicePart {
    SipServicePart { name: part.name.into(), is_ready: part.is_ready(), version: part.version, message: part.error }
}
