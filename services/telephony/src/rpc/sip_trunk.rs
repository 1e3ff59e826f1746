//! Lines to the public telephone network.
use kit::clock::to_proto;
use kit::{Mask, patch};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, Ref};
use proto::vestibule::telephony::v1::sip_trunks_server::SipTrunks;
use proto::vestibule::telephony::v1::*;
use tonic::{Request, Response, Status};

use super::reference;
use crate::app::App;
use crate::domain::sip_trunk::{SipTrunkDraft, SipTrunkInput};
use crate::operation::sip_trunk as operation;
use crate::store::sip_trunk::SipTrunkRow;

pub struct SipTrunkService(pub App);

#[tonic::async_trait]
impl SipTrunks for SipTrunkService {
    async fn list_sip_trunks(&self, request: Request<ListSipTrunksRequest>) -> Result<Response<ListSipTrunksResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        let page = operation::list(&self.0, &right, &kit::list_query!(request.get_ref())).await?.map(encode);
        Ok(Response::new(ListSipTrunksResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_sip_trunk(&self, request: Request<GetSipTrunkRequest>) -> Result<Response<SipTrunk>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.get_ref().id).await?)))
    }

    async fn create_sip_trunk(&self, request: Request<CreateSipTrunkRequest>) -> Result<Response<SipTrunk>, Status> {
        let right = self.0.context.authorize(&request)?;
        let input = decode(request.into_inner().sip_trunk.unwrap_or_default());
        Ok(Response::new(encode(operation::create(&self.0, &right, input).await?)))
    }

    async fn update_sip_trunk(&self, request: Request<UpdateSipTrunkRequest>) -> Result<Response<SipTrunk>, Status> {
        let right = self.0.context.authorize(&request)?;
        let UpdateSipTrunkRequest { id, sip_trunk, update_mask } = request.into_inner();
        let (input, mask) = (decode(sip_trunk.unwrap_or_default()), Mask::new(update_mask));
        Ok(Response::new(encode(operation::update(&self.0, &right, id, input, &mask).await?)))
    }

    async fn delete_sip_trunk(&self, request: Request<DeleteSipTrunkRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        let id = request.get_ref().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_sip_trunks(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(Response::new(operation::delete_many(&self.0, &right, request.into_inner().items).await?))
    }
}

fn decode(trunk: SipTrunk) -> SipTrunkInput {
    let mut domains: Vec<i64> = trunk.domains.iter().map(|reference| reference.id).collect();
    domains.sort_unstable();
    domains.dedup();
    let draft = SipTrunkDraft {
        name: trunk.name.trim().into(),
        outgoing_number: trunk.outgoing_number.trim().into(),
        termination_uri: trunk.termination_uri.trim().into(),
        login: trunk.login.filter(|login| !login.is_empty()),
        is_registration_enabled: trunk.is_registration_enabled,
        domains,
    };
    SipTrunkInput { draft, password: trunk.password }
}

fn encode(row: SipTrunkRow) -> SipTrunk {
    let status = match row.status.as_str() {
        "registering" => TrunkStatus::Registering,
        "registered" => TrunkStatus::Registered,
        "error" => TrunkStatus::Error,
        _ => TrunkStatus::Ready,
    };
    SipTrunk {
        id: row.id,
        name: row.name,
        outgoing_number: row.outgoing_number,
        termination_uri: row.termination_uri,
        login: row.login,
        password: patch::masked(row.sealed_password.is_some()),
        is_registration_enabled: row.is_registration_enabled,
        domains: row.group_ids.into_iter().zip(row.group_names).map(|(id, name)| Ref { id, name }).collect(),
        status: status.into(),
        status_message: row.status_message,
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
        created_by_user: reference(row.created_by, Some(row.created_by_name)),
    }
}
