//! Columns, filters and sorts of telephony's lists.
use kit::Error;
use kit::listing::describe;
use policy::{CallerKind, Denied};
use proto::vestibule::gateway::v1::lists_server::Lists;
use proto::vestibule::gateway::v1::{DescribeListsRequest, ListResourceMetaResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::call_history::{ALARMS, CALLS};
use crate::store::{forward_rule, sip_number, sip_trunk};

pub struct ListService(pub App);

#[tonic::async_trait]
impl Lists for ListService {
    async fn describe_lists(&self, request: Request<DescribeListsRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        if self.0.context.caller(&request)?.kind == CallerKind::Anonymous {
            return Err(Error::from(Denied::Unauthenticated).into());
        }
        let items = [&sip_number::LISTING, &forward_rule::LISTING, &sip_trunk::LISTING, &CALLS, &ALARMS].map(describe).to_vec();
        Ok(Response::new(ListResourceMetaResponse { items }))
    }
}
