//! How many forward rules groups have, for domains, which deletes no group that is used.
use kit::group_members;
use proto::vestibule::common::v1::{CountGroupMembersRequest, CountGroupMembersResponse};
use proto::vestibule::telephony::v1::group_members_server::GroupMembers;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::forward_rule;

pub struct GroupMembersService(pub App);

#[tonic::async_trait]
impl GroupMembers for GroupMembersService {
    async fn count_group_members(&self, request: Request<CountGroupMembersRequest>) -> Result<Response<CountGroupMembersResponse>, Status> {
        let (caller, group_ids) = group_members::validate(&self.0.context, request)?;
        let mut tx = self.0.context.database.tenant(caller.project_id).await?;
        let counts = forward_rule::count_by_group(&mut tx, caller.project_id, &group_ids).await?;
        tx.rollback().await.map_err(kit::Error::from)?;
        Ok(group_members::answer("forward-rules", counts))
    }
}
