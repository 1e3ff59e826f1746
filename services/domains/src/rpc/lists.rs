//! What this service's lists may be asked.
use kit::Context;
use kit::listing::describe;
use policy::{CallerKind, Denied};
use proto::vestibule::gateway::v1::{DescribeListsRequest, ListResourceMetaResponse, lists_server};
use tonic::{Request, Response, Status};

use crate::store::group_list::GROUPS;
use crate::store::group_type::GROUP_TYPES;
use crate::store::integration::INTEGRATIONS;

pub struct Lists {
    context: Context,
}

impl Lists {
    pub fn new(context: Context) -> Self {
        Lists { context }
    }
}

#[tonic::async_trait]
impl lists_server::Lists for Lists {
    async fn describe_lists(&self, request: Request<DescribeListsRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        if self.context.caller(&request)?.kind == CallerKind::Anonymous {
            return Err(kit::Error::from(Denied::Unauthenticated).into());
        }
        Ok(Response::new(ListResourceMetaResponse { items: vec![describe(&GROUPS), describe(&GROUP_TYPES), describe(&INTEGRATIONS)] }))
    }
}
