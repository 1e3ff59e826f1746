//! How the lists of access may be filtered and sorted.
use kit::Error;
use kit::listing::describe;
use policy::{CallerKind, Denied};
use proto::vestibule::gateway::v1::lists_server::Lists;
use proto::vestibule::gateway::v1::{DescribeListsRequest, ListResourceMetaResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::{access_rule, elevator, elevator_access_rule, identifier, time_rule, ukey2};

pub struct ListsService(pub App);

#[tonic::async_trait]
impl Lists for ListsService {
    async fn describe_lists(&self, request: Request<DescribeListsRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        if self.0.context.caller(&request)?.kind == CallerKind::Anonymous {
            return Err(Error::from(Denied::Unauthenticated).into());
        }
        let listings =
            [&identifier::LISTING, &time_rule::LISTING, &access_rule::LISTING, &elevator::LISTING, &elevator_access_rule::LISTING, &ukey2::LISTING];
        let items = listings.map(describe).to_vec();
        Ok(Response::new(ListResourceMetaResponse { items }))
    }
}
