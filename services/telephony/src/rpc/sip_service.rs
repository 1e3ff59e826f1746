//! The SIP service itself: how it is, its accounts, its restart.
use policy::{action, resource};
use proto::vestibule::telephony::v1::sip_service_server::SipService;
use proto::vestibule::telephony::v1::{
    GetSipServiceStatusRequest, ReinitSipServiceRequest, ReinitSipServiceResponse, RestartSipServiceRequest, SipServiceStatus,
};
use tonic::{Request, Response, Status};

use crate::parts::Parts;
use crate::service_control;

pub struct Api {
    parts: Parts,
}

impl Api {
    pub fn new(parts: &Parts) -> Self {
        Api { parts: parts.clone() }
    }
}

#[tonic::async_trait]
impl SipService for Api {
    async fn get_sip_service_status(&self, request: Request<GetSipServiceStatusRequest>) -> Result<Response<SipServiceStatus>, Status> {
        let right = self.parts.context.authorize::<resource::SipService, action::View, _>(&request)?;
        Ok(Response::new(service_control::status(&self.parts, right.project_id()).await?))
    }

    async fn reinit_sip_service(&self, request: Request<ReinitSipServiceRequest>) -> Result<Response<ReinitSipServiceResponse>, Status> {
        let right = self.parts.context.authorize::<resource::SipService, action::Edit, _>(&request)?;
        Ok(Response::new(ReinitSipServiceResponse { accounts: service_control::reinit(&self.parts, &right).await? }))
    }

    async fn restart_sip_service(&self, request: Request<RestartSipServiceRequest>) -> Result<Response<()>, Status> {
        let right = self.parts.context.authorize::<resource::SipService, action::Edit, _>(&request)?;
        service_control::restart(&self.parts, &right).await?;
        Ok(Response::new(()))
    }
}
