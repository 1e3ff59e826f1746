//! For identity: the objects of people who register.
use kit::{Context, Error};
use proto::vestibule::domains::v1::{CreateRegisteredGroupRequest, CreateRegisteredGroupResponse, registered_groups_server};
use tonic::{Request, Response, Status};

use crate::operation::create_registered_group;

pub struct RegisteredGroups {
    context: Context,
}

impl RegisteredGroups {
    pub fn new(context: Context) -> Self {
        RegisteredGroups { context }
    }
}

#[tonic::async_trait]
impl registered_groups_server::RegisteredGroups for RegisteredGroups {
    async fn create_registered_group(
        &self,
        request: Request<CreateRegisteredGroupRequest>,
    ) -> Result<Response<CreateRegisteredGroupResponse>, Status> {
        let caller = self.context.caller(&request)?;
        caller.as_service().map_err(Error::from)?;
        let made = create_registered_group::run(&self.context, &caller, request.into_inner()).await?;
        Ok(Response::new(CreateRegisteredGroupResponse { id: made.id, version: made.version, name: made.name }))
    }
}
