//! How many emergency alerts name groups, for domains, which deletes no group that is used.
use kit::group_members;
use proto::vestibule::common::v1::{CountGroupMembersRequest, CountGroupMembersResponse};
use proto::vestibule::notifications::v1::group_members_server::GroupMembers;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::emergency_alert;

pub struct GroupMembersService(pub App);

#[tonic::async_trait]
impl GroupMembers for GroupMembersService {
    async fn count_group_members(&self, request: Request<CountGroupMembersRequest>) -> Result<Response<CountGroupMembersResponse>, Status> {
        let (caller, group_ids) = group_members::validate(&self.0.context, request)?;
        let mut reader = self.0.context.database.read(caller.project_id).await?;
        let counts = emergency_alert::count_by_group(&mut reader, caller.project_id, &group_ids).await?;
        Ok(group_members::answer("emergency-alerts", counts))
    }
}
