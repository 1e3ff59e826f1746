//! The contract as far as it goes: no operations of its own yet, and no lists.
use kit::{Context, Error};
use policy::{CallerKind, Denied};
use proto::vestibule::amenities::v1::amenities_server;
use proto::vestibule::gateway::v1::{DescribeListsRequest, ListResourceMetaResponse, lists_server};
use tonic::{Request, Response, Status};

/// Serves `vestibule.amenities.v1.Amenities`, which is empty: a call of anything answers "unimplemented".
pub struct Calls;

impl amenities_server::Amenities for Calls {}

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
        Ok(Response::new(ListResourceMetaResponse { items: Vec::new() }))
    }
}
