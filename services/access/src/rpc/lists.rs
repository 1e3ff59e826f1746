//! What the lists of access may be asked.
use kit::listing::describe;
use proto::vestibule::gateway::v1::lists_server::Lists;
use proto::vestibule::gateway::v1::{DescribeListsRequest, ListResourceMetaResponse};
use tonic::{Request, Response, Status};

use crate::store::{access_rule, identifier, time_rule};

pub struct Api;

#[tonic::async_trait]
impl Lists for Api {
    async fn describe_lists(&self, _: Request<DescribeListsRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        let items = [&identifier::LISTING, &time_rule::LISTING, &access_rule::LISTING].map(describe).to_vec();
        Ok(Response::new(ListResourceMetaResponse { items }))
    }
}
