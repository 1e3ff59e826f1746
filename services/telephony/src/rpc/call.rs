//! What the web phone asks besides SIP.
mod concierge;
mod credentials;
mod interception;
mod managed;

use std::sync::Arc;

use kit::{Context, Error, Result};
use policy::{Caller, CallerKind};
use proto::vestibule::telephony::v1::calls_server::Calls;
use proto::vestibule::telephony::v1::*;
use tonic::{Request, Response, Status};

use crate::config::Config;

pub struct Api {
    context: Context,
    config: Arc<Config>,
}

impl Api {
    pub fn new(context: &Context, config: Arc<Config>) -> Self {
        Api { context: context.clone(), config }
    }

    /// Whoever is signed in.
    fn user<T>(&self, request: &Request<T>) -> Result<Caller> {
        let caller = self.context.caller(request)?;
        if caller.kind == CallerKind::User && caller.user_id != 0 { Ok(caller) } else { Err(Error::Unauthenticated) }
    }
}

#[tonic::async_trait]
impl Calls for Api {
    async fn get_call_credentials(&self, request: Request<GetCallCredentialsRequest>) -> Result<Response<CallCredentials>, Status> {
        let caller = self.user(&request)?;
        Ok(Response::new(self.credentials(&caller).await?))
    }

    async fn list_managed_calls(&self, request: Request<ListManagedCallsRequest>) -> Result<Response<ListManagedCallsResponse>, Status> {
        let caller = self.user(&request)?;
        Ok(Response::new(ListManagedCallsResponse { items: self.managed(&caller).await? }))
    }

    async fn stop_managed_call(&self, request: Request<StopManagedCallRequest>) -> Result<Response<()>, Status> {
        let caller = self.user(&request)?;
        self.stop(&caller, &request.get_ref().id).await?;
        Ok(Response::new(()))
    }

    async fn list_concierge_devices(&self, request: Request<ListConciergeDevicesRequest>) -> Result<Response<ListConciergeDevicesResponse>, Status> {
        let caller = self.user(&request)?;
        Ok(Response::new(ListConciergeDevicesResponse { items: self.concierge_devices(&caller).await? }))
    }

    async fn open_concierge_device(&self, request: Request<OpenConciergeDeviceRequest>) -> Result<Response<OpenConciergeDeviceResponse>, Status> {
        let caller = self.user(&request)?;
        Ok(Response::new(self.open(&caller, &request.get_ref().token).await?))
    }

    async fn get_interception(&self, request: Request<GetInterceptionRequest>) -> Result<Response<Interception>, Status> {
        let right = self.context.authorize(&request)?;
        Ok(Response::new(self.interception(&right).await?))
    }

    async fn set_interception(&self, request: Request<SetInterceptionRequest>) -> Result<Response<Interception>, Status> {
        let right = self.context.authorize(&request)?;
        Ok(Response::new(self.intercept(&right, request.into_inner()).await?))
    }
}
