//! What the web phone needs besides SIP.
use kit::{Result, clock};
use policy::{Caller, CallerKind};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::telephony::v1::calls_server::Calls;
use proto::vestibule::telephony::v1::*;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::call_credentials::IssuedCredentials;
use crate::operation::concierge_device::ConciergePanel;
use crate::operation::interception::UserInterception;
use crate::operation::{call, call_credentials, concierge_device, interception};
use crate::store::active_call::{ListedCall, NamedId};
use crate::store::interception::InterceptionGroupRow;

pub struct CallService(pub App);

impl CallService {
    /// These operations need no right but that of a signed-in user: each is about the user's own calls.
    fn user<T>(&self, request: &Request<T>) -> Result<Caller> {
        let caller = self.0.context.caller(request)?;
        if caller.kind == CallerKind::User && caller.user_id != 0 { Ok(caller) } else { Err(caller.denied().into()) }
    }
}

#[tonic::async_trait]
impl Calls for CallService {
    async fn get_call_credentials(&self, request: Request<GetCallCredentialsRequest>) -> Result<Response<CallCredentials>, Status> {
        let caller = self.user(&request)?;
        Ok(Response::new(encode_credentials(call_credentials::issue(&self.0, &caller).await?)))
    }

    async fn list_managed_calls(&self, request: Request<ListManagedCallsRequest>) -> Result<Response<ListManagedCallsResponse>, Status> {
        let caller = self.user(&request)?;
        let calls = call::list(&self.0, &caller).await?;
        Ok(Response::new(ListManagedCallsResponse { items: calls.into_iter().map(encode_call).collect() }))
    }

    async fn stop_managed_call(&self, request: Request<StopManagedCallRequest>) -> Result<Response<()>, Status> {
        let caller = self.user(&request)?;
        call::stop(&self.0, &caller, &request.get_ref().id).await?;
        Ok(Response::new(()))
    }

    async fn list_concierge_devices(&self, request: Request<ListConciergeDevicesRequest>) -> Result<Response<ListConciergeDevicesResponse>, Status> {
        let caller = self.user(&request)?;
        let panels = concierge_device::list(&self.0, &caller).await?;
        Ok(Response::new(ListConciergeDevicesResponse { items: panels.into_iter().map(encode_panel).collect() }))
    }

    async fn open_concierge_device(&self, request: Request<OpenConciergeDeviceRequest>) -> Result<Response<OpenConciergeDeviceResponse>, Status> {
        let caller = self.user(&request)?;
        let opened = concierge_device::open(&self.0, &caller, &request.get_ref().token).await?;
        Ok(Response::new(OpenConciergeDeviceResponse { opened }))
    }

    async fn get_interception(&self, request: Request<GetInterceptionRequest>) -> Result<Response<Interception>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(Response::new(encode_interception(interception::find(&self.0, &right).await?)))
    }

    async fn set_interception(&self, request: Request<SetInterceptionRequest>) -> Result<Response<Interception>, Status> {
        let right = self.0.context.authorize(&request)?;
        let SetInterceptionRequest { is_active, domains } = request.into_inner();
        Ok(Response::new(encode_interception(interception::set(&self.0, &right, is_active, domains).await?)))
    }
}

fn encode_credentials(credentials: IssuedCredentials) -> CallCredentials {
    let ice_servers = credentials.ice_servers.into_iter().map(|server| {
        let (username, credential) = server.account.unzip();
        IceServer { urls: vec![server.url], username, credential }
    });
    CallCredentials {
        ice_servers: ice_servers.collect(),
        number: credentials.number,
        host: credentials.host,
        port: credentials.port.into(),
        transport: credentials.transport,
        realm: credentials.realm,
        user_name: credentials.user_name,
        password: credentials.password,
        expires_at: Some(clock::to_proto(credentials.expires_at)),
    }
}

fn encode_call(call: ListedCall) -> ManagedCall {
    let reference = |named: Option<NamedId>| named.map(|named| Ref { id: named.id, name: named.name });
    ManagedCall {
        id: call.id,
        caller: call.caller,
        callee: call.callee,
        r#type: if call.r#type == "awaiting" { CallType::Awaiting } else { CallType::Normal }.into(),
        status: encode_status(&call.status).into(),
        answered_by: call.answered_by,
        created_at: call.created_at.unix_timestamp(),
        info: Some(ManagedCallInfo { address: call.info.0.address, user: reference(call.info.0.user), device: reference(call.info.0.device) }),
        is_sos: call.is_sos,
    }
}

fn encode_status(word: &str) -> ManagedCallStatus {
    match word {
        "new" => ManagedCallStatus::New,
        "calling" => ManagedCallStatus::Calling,
        "answered" => ManagedCallStatus::Answered,
        "answered_waiting" => ManagedCallStatus::AnsweredWaiting,
        _ => ManagedCallStatus::Waiting,
    }
}

fn encode_panel(panel: ConciergePanel) -> ConciergeDevice {
    ConciergeDevice { token: panel.token, name: panel.name, sip_number: panel.number.map(|number| ConciergeNumber { number }) }
}

fn encode_interception(interception: UserInterception) -> Interception {
    let groups = |groups: Vec<InterceptionGroupRow>| groups.into_iter().map(encode_group).collect();
    Interception { is_active: interception.is_active, groups: groups(interception.groups), user_groups: groups(interception.user_groups) }
}

fn encode_group(group: InterceptionGroupRow) -> InterceptionGroup {
    InterceptionGroup { id: group.id, name: group.name, full_name: group.full_name, is_selected: group.is_selected }
}
