use kit::listing::describe;
use proto::vestibule::gateway::v1::lists_server::Lists;
use proto::vestibule::gateway::v1::{DescribeListsRequest, ListResourceMetaResponse};
use tonic::{Request, Response, Status};

use crate::store;

/// What the lists of identity may be asked: no secret, and the same for everybody.
pub struct ListsService;

#[tonic::async_trait]
impl Lists for ListsService {
    async fn describe_lists(&self, _: Request<DescribeListsRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        let lists = [&store::user::LISTING, &store::role::LISTING, &store::marker::LISTING, &store::audit_event::LISTING, &store::dealer::LISTING];
        let items = lists.into_iter().map(describe).collect();
        Ok(Response::new(ListResourceMetaResponse { items }))
    }
}
