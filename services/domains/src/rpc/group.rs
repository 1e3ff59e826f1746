//! Groups.
mod encode;

use futures::stream;
use kit::{Error, ListQuery, Mask, list_query, upload};
use policy::{action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, FileChunk};
use proto::vestibule::domains::v1::{
    CreateGroupRequest, DeleteGroupLogoRequest, DeleteGroupRequest, GetGroupCompletelyRequest, GetGroupRequest, GetGroupTreeRequest,
    GetGroupTreeResponse, GetLogoRequest, Group, GroupCompletely, GroupDependents, GroupKind, ListGroupDependentsRequest, ListGroupsRequest,
    ListGroupsResponse, ListPlacesRequest, ListPlacesResponse, Logo, MovePreview, PreviewMoveRequest, SetGroupLogoRequest, UpdateGroupRequest,
    groups_server,
};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};
use uuid::Uuid;

use crate::app::App;
use crate::domain::outline::arrange;
use crate::operation::{group, group_logo};
use crate::store;
use crate::store::group::{outline, place};

/// Levels of the tree in one answer.
const MAX_DEPTH: i32 = 5;

pub struct GroupService(pub App);

impl GroupService {
    async fn list_places(&self, request: Request<ListPlacesRequest>, kind: GroupKind) -> Result<Response<ListPlacesResponse>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::View, _>(&request)?;
        let ListPlacesRequest { id, page, size } = request.into_inner();
        let query = ListQuery { page, size, ..ListQuery::default() };
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let page = place::list(&mut reader, &right, id, kind, &query).await?.map(encode::place);
        Ok(Response::new(ListPlacesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }
}

#[tonic::async_trait]
impl groups_server::Groups for GroupService {
    type GetLogoStream = BoxStream<FileChunk>;

    async fn list_groups(&self, request: Request<ListGroupsRequest>) -> Result<Response<ListGroupsResponse>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::View, _>(&request)?;
        let request = request.into_inner();
        let with_interval = wants_interval(&request.with)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let page = store::group::list(&mut reader, &right, &list_query!(request)).await?;
        let mut page = page.map(|row| encode::row(row, right.scope()));
        if with_interval {
            let ids: Vec<i64> = page.items.iter().map(|group| group.id).collect();
            let intervals = store::group::intervals(&mut reader, right.project_id(), &ids).await?;
            page.items.iter_mut().for_each(|group| encode::set_interval(group, intervals.get(&group.id).copied()));
        }
        Ok(Response::new(ListGroupsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_group_tree(&self, request: Request<GetGroupTreeRequest>) -> Result<Response<GetGroupTreeResponse>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::View, _>(&request)?;
        let GetGroupTreeRequest { parent_id, depth } = request.into_inner();
        if !(0..=MAX_DEPTH).contains(&depth) {
            return Err(Error::field("depth", format!("must be within 1 - {MAX_DEPTH}")).into());
        }
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let (levels, truncated) = outline::levels(&mut reader, &right, parent_id, depth.max(1) as usize).await?;
        Ok(Response::new(GetGroupTreeResponse { items: arrange(levels).into_iter().map(encode::node).collect(), truncated }))
    }

    async fn get_group(&self, request: Request<GetGroupRequest>) -> Result<Response<Group>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::View, _>(&request)?;
        let request = request.into_inner();
        wants_interval(&request.with)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let details = store::group::find(&mut reader, &right, request.id).await?;
        let interval = store::group::intervals(&mut reader, right.project_id(), &[request.id]).await?.remove(&request.id);
        let mut group = encode::details(details, right.caller());
        encode::set_interval(&mut group, interval);
        Ok(Response::new(group))
    }

    async fn create_group(&self, request: Request<CreateGroupRequest>) -> Result<Response<Group>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::Create, _>(&request)?;
        let new = request.into_inner().group.unwrap_or_default();
        let created = group::create(&self.0, &right, new).await?;
        Ok(Response::new(encode::details(created, right.caller())))
    }

    async fn update_group(&self, request: Request<UpdateGroupRequest>) -> Result<Response<Group>, Status> {
        let caller = self.0.context.caller(&request)?;
        let UpdateGroupRequest { id, group: new, update_mask } = request.into_inner();
        let updated = group::update(&self.0, &caller, id, &Mask::new(update_mask), new.unwrap_or_default()).await?;
        Ok(Response::new(encode::details(updated, &caller)))
    }

    async fn delete_group(&self, request: Request<DeleteGroupRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        group::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_groups(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::Delete, _>(&request)?;
        Ok(Response::new(group::delete_all(&self.0, &right, request.into_inner().items).await?))
    }

    async fn get_group_completely(&self, request: Request<GetGroupCompletelyRequest>) -> Result<Response<GroupCompletely>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::View, _>(&request)?;
        let GetGroupCompletelyRequest { id, with_relations } = request.into_inner();
        let group = group::get_completely(&self.0, &right, id, with_relations).await?;
        Ok(Response::new(encode::completely(group, right.caller())))
    }

    async fn list_floors(&self, request: Request<ListPlacesRequest>) -> Result<Response<ListPlacesResponse>, Status> {
        self.list_places(request, GroupKind::Floor).await
    }

    async fn list_apartments(&self, request: Request<ListPlacesRequest>) -> Result<Response<ListPlacesResponse>, Status> {
        self.list_places(request, GroupKind::Apartment).await
    }

    async fn preview_move(&self, request: Request<PreviewMoveRequest>) -> Result<Response<MovePreview>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::Edit, _>(&request)?;
        let PreviewMoveRequest { id, parent_id } = request.into_inner();
        Ok(Response::new(encode::move_preview(group::preview_move(&self.0, &right, id, parent_id).await?)))
    }

    async fn list_group_dependents(&self, request: Request<ListGroupDependentsRequest>) -> Result<Response<GroupDependents>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::View, _>(&request)?;
        let dependents = group::list_dependents(&self.0, &right, request.into_inner().id).await?;
        Ok(Response::new(GroupDependents { items: dependents.into_iter().map(encode::dependents).collect() }))
    }

    async fn set_group_logo(&self, request: Request<Streaming<SetGroupLogoRequest>>) -> Result<Response<Logo>, Status> {
        let caller = self.0.context.caller(&request)?;
        let upload = upload::collect(request.into_inner(), image_upload::MAX_BYTES, |message| message.image.take()).await?;
        Ok(Response::new(Logo { logo: group_logo::set(&self.0, &caller, upload.request.id, upload.data).await? }))
    }

    async fn get_logo(&self, request: Request<GetLogoRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let key = Uuid::try_parse(&request.into_inner().key).map_err(|_| Error::NotFound)?;
        let mut tx = self.0.context.database.system().await?;
        let logo = store::logo::find(&mut tx, key).await?;
        let first = FileChunk { content_type: logo.content_type, data: logo.data, ..FileChunk::default() };
        Ok(Response::new(Box::pin(stream::once(async { Ok(first) }))))
    }

    async fn delete_group_logo(&self, request: Request<DeleteGroupLogoRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        group_logo::delete(&self.0, &caller, request.into_inner().id).await?;
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
