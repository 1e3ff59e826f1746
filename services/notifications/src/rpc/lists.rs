//! What this service's lists may be asked. Notifications have no filters: they are asked by type, offset and limit.
use kit::listing::describe;
use kit::{Context, Error};
use policy::{CallerKind, Denied};
use proto::vestibule::gateway::v1::{DescribeListsRequest, ListResourceMetaResponse, lists_server};
use tonic::{Request, Response, Status};

use crate::store::mail_template::MAIL_TEMPLATES;

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
            return Err(Error::from(Denied::Unauthenticated).into());
        }
        Ok(Response::new(ListResourceMetaResponse { items: vec![describe(&MAIL_TEMPLATES)] }))
    }
}
