//! Asked by domains before a group is moved.
use kit::Error;
use proto::vestibule::licensing::v1::{CheckGroupMoveRequest, CheckGroupMoveResponse, group_moves_server};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::group_move;

pub struct GroupMoveService(pub App);

#[tonic::async_trait]
impl group_moves_server::GroupMoves for GroupMoveService {
    async fn check_group_move(&self, request: Request<CheckGroupMoveRequest>) -> Result<Response<CheckGroupMoveResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        caller.as_service().map_err(Error::from)?;
        let CheckGroupMoveRequest { group_id, parent_id } = request.into_inner();
        group_move::check(&self.0, &caller, group_id, (parent_id != 0).then_some(parent_id)).await?;
        Ok(Response::new(CheckGroupMoveResponse {}))
    }
}
