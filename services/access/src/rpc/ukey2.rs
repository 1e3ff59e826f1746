//! Keys of mobile applications.
use kit::Result;
use kit::clock::to_proto;
use policy::{ActionKind, Authorized, action, resource};
use proto::vestibule::access::v1::ukey2_server::Ukey2;
use proto::vestibule::access::v1::{
    GetUkey2KeyRequest, IssueUkey2KeyRequest, ListUkey2KeysRequest, ListUkey2KeysResponse, RevokeUkey2KeyRequest, Ukey2Client, Ukey2Key,
};
use tonic::{Request, Response, Status};

use super::reference;
use crate::app::App;
use crate::operation::ukey2::{self as operation, IssueRequest};
use crate::store::ukey2::Ukey2Row;

pub struct Ukey2Service(pub App);

impl Ukey2Service {
    fn authorize<A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<resource::Ukey2, A>> {
        self.0.context.authorize(request)
    }
}

fn encode(row: Ukey2Row) -> Ukey2Key {
    Ukey2Key {
        id: row.id,
        name: row.name,
        user: reference(row.owner_id, row.owner_name.unwrap_or_default()),
        client: row.mobile_client_id.map(|id| Ukey2Client { id, platform: row.platform.unwrap_or_default(), info: row.info.unwrap_or_default() }),
        domain: reference(row.domain_id, row.domain_name.unwrap_or_default()),
        is_active: row.is_active && !row.is_suspended,
        issued_at: Some(to_proto(row.created_at)),
        issued_by: reference(row.created_by, row.created_by_name),
        revoked_at: row.revoked_at.map(to_proto),
        last_used_at: row.last_used_at.map(to_proto),
    }
}

#[tonic::async_trait]
impl Ukey2 for Ukey2Service {
    async fn list_ukey2_keys(&self, request: Request<ListUkey2KeysRequest>) -> Result<Response<ListUkey2KeysResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let page = operation::list(&self.0, &right, &kit::list_query!(request)).await?.map(encode);
        Ok(Response::new(ListUkey2KeysResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_ukey2_key(&self, request: Request<GetUkey2KeyRequest>) -> Result<Response<Ukey2Key>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.get_ref().id).await?)))
    }

    async fn issue_ukey2_key(&self, request: Request<IssueUkey2KeyRequest>) -> Result<Response<Ukey2Key>, Status> {
        let right = self.authorize::<action::Create, _>(&request)?;
        let IssueUkey2KeyRequest { user_id, mobile_client_id, replace } = request.into_inner();
        let issued = operation::issue(&self.0, &right, IssueRequest { user_id, mobile_client_id, replace }).await?;
        Ok(Response::new(encode(issued)))
    }

    async fn revoke_ukey2_key(&self, request: Request<RevokeUkey2KeyRequest>) -> Result<Response<Ukey2Key>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        Ok(Response::new(encode(operation::revoke(&self.0, &right, request.get_ref().id).await?)))
    }
}
