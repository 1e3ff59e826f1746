//! Types of groups.
use kit::{Error, Mask, list_query};
use policy::{action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::domains::v1::{
    CreateGroupTypeRequest, DeleteGroupTypeRequest, GetGroupTypeRequest, GroupType, ListGroupTypesRequest, ListGroupTypesResponse,
    UpdateGroupTypeRequest, group_types_server,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::group_type::GroupTypeDraft;
use crate::operation::group_type;
use crate::store;
use crate::store::group_type::GroupTypeRow;

pub struct GroupTypeService(pub App);

fn encode(row: GroupTypeRow) -> GroupType {
    GroupType { id: row.id, r#type: row.kind.into(), name: row.name, domains_count: row.domains_count }
}

#[tonic::async_trait]
impl group_types_server::GroupTypes for GroupTypeService {
    async fn list_group_types(&self, request: Request<ListGroupTypesRequest>) -> Result<Response<ListGroupTypesResponse>, Status> {
        let right = self.0.context.authorize::<resource::GroupType, action::View, _>(&request)?;
        let request = request.into_inner();
        if let Some(part) = request.with.first() {
            return Err(Error::field(format!("with.{part}"), "unknown field").into());
        }
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let page = store::group_type::list(&mut reader, &right, &list_query!(request)).await?.map(encode);
        Ok(Response::new(ListGroupTypesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_group_type(&self, request: Request<GetGroupTypeRequest>) -> Result<Response<GroupType>, Status> {
        let right = self.0.context.authorize::<resource::GroupType, action::View, _>(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        Ok(Response::new(encode(store::group_type::find(&mut reader, &right, request.into_inner().id).await?)))
    }

    async fn create_group_type(&self, request: Request<CreateGroupTypeRequest>) -> Result<Response<GroupType>, Status> {
        let right = self.0.context.authorize::<resource::GroupType, action::Create, _>(&request)?;
        let draft = GroupTypeDraft::from_api(request.into_inner().group_type.unwrap_or_default());
        Ok(Response::new(encode(group_type::create(&self.0, &right, draft).await?)))
    }

    async fn update_group_type(&self, request: Request<UpdateGroupTypeRequest>) -> Result<Response<GroupType>, Status> {
        let right = self.0.context.authorize::<resource::GroupType, action::Edit, _>(&request)?;
        let UpdateGroupTypeRequest { id, group_type: new, update_mask } = request.into_inner();
        let draft = GroupTypeDraft::from_api(new.unwrap_or_default());
        Ok(Response::new(encode(group_type::update(&self.0, &right, id, &Mask::new(update_mask), draft).await?)))
    }

    async fn delete_group_type(&self, request: Request<DeleteGroupTypeRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.0.context.authorize::<resource::GroupType, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        group_type::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_group_types(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.0.context.authorize::<resource::GroupType, action::Delete, _>(&request)?;
        Ok(Response::new(group_type::delete_all(&self.0, &right, request.into_inner().items).await?))
    }
}
