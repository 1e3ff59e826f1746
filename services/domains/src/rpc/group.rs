//! Groups.
use kit::{Context, Error, Mask, list_query};
use policy::{action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::domains::v1::{
    CreateGroupRequest, DeleteGroupRequest, GetGroupRequest, GetGroupTreeRequest, GetGroupTreeResponse, Group, GroupNode, ListGroupsRequest,
    ListGroupsResponse, UpdateGroupRequest, groups_server,
};
use tonic::{Request, Response, Status};

use crate::domain::outline::arrange;
use crate::operation::{create_group, delete_groups, update_group};
use crate::store::{group_list, outline};

/// Levels of the tree in one answer.
const MAX_DEPTH: i32 = 5;

pub struct Groups {
    context: Context,
}

impl Groups {
    pub fn new(context: Context) -> Self {
        Groups { context }
    }
}

#[tonic::async_trait]
impl groups_server::Groups for Groups {
    async fn list_groups(&self, request: Request<ListGroupsRequest>) -> Result<Response<ListGroupsResponse>, Status> {
        let right = self.context.authorize::<resource::Group, action::View, _>(&request)?;
        let request = request.into_inner();
        let with_interval = wants_interval(&request.with)?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let page = group_list::page(&mut tx, &right, &list_query!(request), with_interval).await?;
        Ok(Response::new(ListGroupsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_group_tree(&self, request: Request<GetGroupTreeRequest>) -> Result<Response<GetGroupTreeResponse>, Status> {
        let right = self.context.authorize::<resource::Group, action::View, _>(&request)?;
        let GetGroupTreeRequest { parent_id, depth } = request.into_inner();
        if !(0..=MAX_DEPTH).contains(&depth) {
            return Err(Error::field("depth", format!("must be within 1 - {MAX_DEPTH}")).into());
        }
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let (levels, truncated) = outline::levels(&mut tx, &right, parent_id, depth.max(1) as usize).await?;
        let node = |(node, depth): (crate::domain::outline::Node, i32)| GroupNode {
            id: node.id,
            name: node.name,
            parent_id: node.parent_id,
            domain_type_id: node.domain_type_id,
            logic_address: node.logic_address,
            children_count: node.children_count,
            depth,
        };
        Ok(Response::new(GetGroupTreeResponse { items: arrange(levels).into_iter().map(node).collect(), truncated }))
    }

    async fn get_group(&self, request: Request<GetGroupRequest>) -> Result<Response<Group>, Status> {
        let right = self.context.authorize::<resource::Group, action::View, _>(&request)?;
        let request = request.into_inner();
        wants_interval(&request.with)?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        Ok(Response::new(group_list::get(&mut tx, &right, request.id).await?))
    }

    async fn create_group(&self, request: Request<CreateGroupRequest>) -> Result<Response<Group>, Status> {
        let right = self.context.authorize::<resource::Group, action::Create, _>(&request)?;
        let group = request.into_inner().group.unwrap_or_default();
        Ok(Response::new(create_group::run(&self.context, &right, group).await?))
    }

    async fn update_group(&self, request: Request<UpdateGroupRequest>) -> Result<Response<Group>, Status> {
        let right = self.context.authorize::<resource::Group, action::Edit, _>(&request)?;
        let UpdateGroupRequest { id, group, update_mask } = request.into_inner();
        let mask = Mask::new(update_mask);
        Ok(Response::new(update_group::run(&self.context, &right, id, &mask, group.unwrap_or_default()).await?))
    }

    async fn delete_group(&self, request: Request<DeleteGroupRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.context.authorize::<resource::Group, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        delete_groups::one(&self.context, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_groups(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.context.authorize::<resource::Group, action::Delete, _>(&request)?;
        let items = delete_groups::many(&self.context, &right, &request.into_inner().items).await?;
        Ok(Response::new(DeleteAllResponse { items }))
    }
}

/// `interval` is all that may be asked for beside the group itself.
fn wants_interval(with: &[String]) -> Result<bool, Error> {
    match with.iter().find(|part| *part != "interval") {
        Some(part) => Err(Error::field(format!("with.{part}"), "unknown field")),
        None => Ok(!with.is_empty()),
    }
}
