//! Asked by domains before a group is moved, for the user who moves it: a refusal says no more than that user may view.
use policy::{action, resource};
use proto::vestibule::licensing::v1::{CheckGroupMoveRequest, CheckGroupMoveResponse, group_moves_server};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::group_move;

pub struct GroupMoveService(pub App);

#[tonic::async_trait]
impl group_moves_server::GroupMoves for GroupMoveService {
    async fn check_group_move(&self, request: Request<CheckGroupMoveRequest>) -> Result<Response<CheckGroupMoveResponse>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::Edit, _>(&request)?;
        let CheckGroupMoveRequest { group_id, parent_id } = request.into_inner();
        group_move::check(&self.0, right.caller(), group_id, (parent_id != 0).then_some(parent_id)).await?;
        Ok(Response::new(CheckGroupMoveResponse {}))
    }
}
