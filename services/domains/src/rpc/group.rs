//! Groups.
use futures::stream;
use kit::{Context, Error, ListQuery, Mask, list_query};
use policy::{action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, FileChunk};
use proto::vestibule::domains::v1::{
    CreateGroupRequest, DeleteGroupLogoRequest, DeleteGroupRequest, GetGroupCompletelyRequest, GetGroupRequest, GetGroupTreeRequest,
    GetGroupTreeResponse, GetLogoRequest, Group, GroupCompletely, GroupDependents, GroupKind, GroupNode, ListGroupDependentsRequest,
    ListGroupsRequest, ListGroupsResponse, ListPlacesRequest, ListPlacesResponse, Logo, MovePreview, PreviewMoveRequest, SetGroupLogoRequest,
    UpdateGroupRequest, groups_server,
};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};
use uuid::Uuid;

use crate::domain::outline::arrange;
use crate::operation::{create_group, delete_groups, dependents, get_completely, logo, preview_move, update_group};
use crate::store::{self, group_list, outline, place};

/// Levels of the tree in one answer.
const MAX_DEPTH: i32 = 5;

pub struct Groups {
    context: Context,
}

impl Groups {
    pub fn new(context: Context) -> Self {
        Groups { context }
    }

    async fn places(&self, request: Request<ListPlacesRequest>, kind: GroupKind) -> Result<Response<ListPlacesResponse>, Status> {
        let right = self.context.authorize::<resource::Group, action::View, _>(&request)?;
        let ListPlacesRequest { id, page, size } = request.into_inner();
        let query = ListQuery { page, size, ..ListQuery::default() };
        let mut reader = self.context.database.read(right.project_id()).await?;
        let page = place::below(&mut reader, &right, id, kind, &query).await?;
        Ok(Response::new(ListPlacesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }
}

#[tonic::async_trait]
impl groups_server::Groups for Groups {
    type GetLogoStream = BoxStream<FileChunk>;

    async fn list_groups(&self, request: Request<ListGroupsRequest>) -> Result<Response<ListGroupsResponse>, Status> {
        let right = self.context.authorize::<resource::Group, action::View, _>(&request)?;
        let request = request.into_inner();
        let with_interval = wants_interval(&request.with)?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        let page = group_list::page(&mut reader, &right, &list_query!(request), with_interval).await?;
        Ok(Response::new(ListGroupsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_group_tree(&self, request: Request<GetGroupTreeRequest>) -> Result<Response<GetGroupTreeResponse>, Status> {
        let right = self.context.authorize::<resource::Group, action::View, _>(&request)?;
        let GetGroupTreeRequest { parent_id, depth } = request.into_inner();
        if !(0..=MAX_DEPTH).contains(&depth) {
            return Err(Error::field("depth", format!("must be within 1 - {MAX_DEPTH}")).into());
        }
        let mut reader = self.context.database.read(right.project_id()).await?;
        let (levels, truncated) = outline::levels(&mut reader, &right, parent_id, depth.max(1) as usize).await?;
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
        let mut reader = self.context.database.read(right.project_id()).await?;
        Ok(Response::new(group_list::get(&mut reader, &right, request.id).await?))
    }

    async fn create_group(&self, request: Request<CreateGroupRequest>) -> Result<Response<Group>, Status> {
        let right = self.context.authorize::<resource::Group, action::Create, _>(&request)?;
        let group = request.into_inner().group.unwrap_or_default();
        Ok(Response::new(create_group::run(&self.context, &right, group).await?))
    }

    async fn update_group(&self, request: Request<UpdateGroupRequest>) -> Result<Response<Group>, Status> {
        let caller = self.context.caller(&request)?;
        let UpdateGroupRequest { id, group, update_mask } = request.into_inner();
        let mask = Mask::new(update_mask);
        Ok(Response::new(update_group::run(&self.context, &caller, id, &mask, group.unwrap_or_default()).await?))
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

    async fn get_group_completely(&self, request: Request<GetGroupCompletelyRequest>) -> Result<Response<GroupCompletely>, Status> {
        let right = self.context.authorize::<resource::Group, action::View, _>(&request)?;
        let GetGroupCompletelyRequest { id, with_relations } = request.into_inner();
        Ok(Response::new(get_completely::run(&self.context, &right, id, with_relations).await?))
    }

    async fn list_floors(&self, request: Request<ListPlacesRequest>) -> Result<Response<ListPlacesResponse>, Status> {
        self.places(request, GroupKind::Floor).await
    }

    async fn list_apartments(&self, request: Request<ListPlacesRequest>) -> Result<Response<ListPlacesResponse>, Status> {
        self.places(request, GroupKind::Apartment).await
    }

    async fn preview_move(&self, request: Request<PreviewMoveRequest>) -> Result<Response<MovePreview>, Status> {
        let right = self.context.authorize::<resource::Group, action::Edit, _>(&request)?;
        let PreviewMoveRequest { id, parent_id } = request.into_inner();
        Ok(Response::new(preview_move::run(&self.context, &right, id, parent_id).await?))
    }

    async fn list_group_dependents(&self, request: Request<ListGroupDependentsRequest>) -> Result<Response<GroupDependents>, Status> {
        let right = self.context.authorize::<resource::Group, action::View, _>(&request)?;
        Ok(Response::new(GroupDependents { items: dependents::list(&self.context, &right, request.into_inner().id).await? }))
    }

    async fn set_group_logo(&self, request: Request<Streaming<SetGroupLogoRequest>>) -> Result<Response<Logo>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(Logo { logo: logo::set(&self.context, &caller, request.into_inner()).await? }))
    }

    async fn get_logo(&self, request: Request<GetLogoRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let key = Uuid::try_parse(&request.into_inner().key).map_err(|_| Error::NotFound)?;
        let mut tx = self.context.database.system().await?;
        let logo = store::logo::find(&mut tx, key).await?;
        let first = FileChunk { content_type: logo.content_type, data: logo.data, ..FileChunk::default() };
        Ok(Response::new(Box::pin(stream::once(async { Ok(first) }))))
    }

    async fn delete_group_logo(&self, request: Request<DeleteGroupLogoRequest>) -> Result<Response<()>, Status> {
        let caller = self.context.caller(&request)?;
        logo::remove(&self.context, &caller, request.into_inner().id).await?;
        Ok(Response::new(()))
    }
}

/// `interval` is all that may be asked for beside the group itself.
fn wants_interval(with: &[String]) -> Result<bool, Error> {
    match with.iter().find(|part| *part != "interval") {
        Some(part) => Err(Error::field(format!("with.{part}"), "unknown field")),
        None => Ok(!with.is_empty()),
    }
}
