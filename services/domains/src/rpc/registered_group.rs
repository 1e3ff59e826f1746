//! Groups of people who register; identity alone calls this.
use kit::Error;
use proto::vestibule::domains::v1::{CreateRegisteredGroupRequest, CreateRegisteredGroupResponse, registered_groups_server};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::app::App;
use crate::operation::registered_group;

pub struct RegisteredGroupService(pub App);

#[tonic::async_trait]
impl registered_groups_server::RegisteredGroups for RegisteredGroupService {
    async fn create_registered_group(
        &self,
        request: Request<CreateRegisteredGroupRequest>,
    ) -> Result<Response<CreateRegisteredGroupResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        caller.as_service().map_err(Error::from)?;
        let CreateRegisteredGroupRequest { key, name } = request.into_inner();
        let key = Uuid::parse_str(&key).map_err(|_| Error::field("key", "invalid data sent"))?;
        let group = registered_group::create(&self.0, &caller, key, name).await?;
        Ok(Response::new(CreateRegisteredGroupResponse { id: group.id, version: group.version, name: group.name }))
    }
}
