//! What the lists of telephony may be asked.
use kit::listing::describe;
use kit::{Context, Error};
use policy::{CallerKind, Denied};
use proto::vestibule::gateway::v1::lists_server::Lists;
use proto::vestibule::gateway::v1::{DescribeListsRequest, ListResourceMetaResponse};
use tonic::{Request, Response, Status};

use crate::store::call_history_list::{ALARMS, CALLS};
use crate::store::{forward_rule, sip_number, sip_trunk};

pub struct Api {
    context: Context,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone() }
    }
}

#[tonic::async_trait]
impl Lists for Api {
    async fn describe_lists(&self, request: Request<DescribeListsRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        if self.context.caller(&request)?.kind == CallerKind::Anonymous {
            return Err(Error::from(Denied::Unauthenticated).into());
        }
        let items = [&sip_number::LISTING, &forward_rule::LISTING, &sip_trunk::LISTING, &CALLS, &ALARMS].map(describe).to_vec();
        Ok(Response::new(ListResourceMetaResponse { items }))
    }
}
