//! Describes the lists of this service.
use kit::Error;
use kit::listing::describe;
use policy::{CallerKind, Denied};
use proto::vestibule::gateway::v1::{DescribeListsRequest, ListResourceMetaResponse, lists_server};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::group_license;

pub struct ListService(pub App);

#[tonic::async_trait]
impl lists_server::Lists for ListService {
    async fn describe_lists(&self, request: Request<DescribeListsRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        if self.0.context.caller(&request)?.kind == CallerKind::Anonymous {
            return Err(Error::from(Denied::Unauthenticated).into());
        }
        Ok(Response::new(ListResourceMetaResponse { items: vec![describe(&group_license::LISTING)] }))
    }
}
