//! Types of groups.
use kit::audit::{self, Change};
use kit::{Context, Error, Fields, Mask, list_query};
use policy::{Action, Resource, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, ItemResult};
use proto::vestibule::domains::v1::{
    CreateGroupTypeRequest, DeleteGroupTypeRequest, GetGroupTypeRequest, GroupType, ListGroupTypesRequest, ListGroupTypesResponse,
    UpdateGroupTypeRequest, group_types_server,
};
use serde_json::Value;
use sqlx::{Connection, PgConnection};
use tonic::{Request, Response, Status};

use crate::domain::group_type::Draft;
use crate::store::group_type::{self, Proof};

/// Types in one deleteAll.
const MAX_ITEMS: usize = 500;

pub struct GroupTypes {
    context: Context,
}

impl GroupTypes {
    pub fn new(context: Context) -> Self {
        GroupTypes { context }
    }

    async fn update(&self, right: &Proof<action::Edit>, request: UpdateGroupTypeRequest) -> kit::Result<GroupType> {
        let UpdateGroupTypeRequest { id, group_type, update_mask } = request;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let before = group_type::lock(&mut tx, right, id).await?;
        let mut draft = before.clone();
        draft.patch(&Mask::new(update_mask), group_type.unwrap_or_default());
        let draft = draft.check()?;
        if draft.kind != before.kind {
            group_type::refuse_while_used(&mut tx, right, id, "action prohibited: group type is used").await?;
        }
        if draft != before {
            group_type::update(&mut tx, right, id, &draft, self.context.clock.now()).await?;
            let change = Change::new(Action::Edit, Resource::GroupType, id, &draft.name, before.audited(), draft.audited());
            audit::record(&mut tx, &self.context.clock, right.caller(), change).await?;
        }
        let answer = group_type::get(&mut tx, right, id).await?;
        tx.commit().await?;
        Ok(answer)
    }

    async fn create(&self, right: &Proof<action::Create>, group_type: GroupType) -> kit::Result<GroupType> {
        let draft = Draft::new(group_type).check()?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let id = group_type::insert(&mut tx, right, &draft, self.context.clock.now()).await?;
        let change = Change::new(Action::Create, Resource::GroupType, id, &draft.name, Value::Null, draft.audited());
        audit::record(&mut tx, &self.context.clock, right.caller(), change).await?;
        let answer = group_type::get(&mut tx, right, id).await?;
        tx.commit().await?;
        Ok(answer)
    }

    async fn remove(&self, connection: &mut PgConnection, right: &Proof<action::Delete>, id: i64) -> kit::Result<()> {
        let before = group_type::lock(connection, right, id).await?;
        group_type::delete(connection, right, id).await?;
        let change = Change::new(Action::Delete, Resource::GroupType, id, &before.name, before.audited(), Value::Null);
        audit::record(connection, &self.context.clock, right.caller(), change).await
    }

    /// Each in a savepoint.
    async fn remove_all(&self, right: &Proof<action::Delete>, ids: Vec<i64>) -> kit::Result<Vec<ItemResult>> {
        let mut fields = Fields::new();
        fields.check(ids.len() <= MAX_ITEMS, "items", "maximum length is 500");
        fields.finish()?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let mut answers = Vec::with_capacity(ids.len());
        for id in ids {
            let mut savepoint = tx.begin().await?;
            let message = match self.remove(&mut savepoint, right, id).await {
                Ok(()) => {
                    savepoint.commit().await?;
                    String::new()
                }
                Err(error @ (Error::Internal(_) | Error::Unavailable(_))) => return Err(error),
                Err(error) => {
                    savepoint.rollback().await?;
                    error.to_string()
                }
            };
            answers.push(ItemResult { id, done: message.is_empty(), message });
        }
        tx.commit().await?;
        Ok(answers)
    }
}

#[tonic::async_trait]
impl group_types_server::GroupTypes for GroupTypes {
    async fn list_group_types(&self, request: Request<ListGroupTypesRequest>) -> Result<Response<ListGroupTypesResponse>, Status> {
        let right = self.context.authorize::<resource::GroupType, action::View, _>(&request)?;
        let request = request.into_inner();
        if let Some(part) = request.with.first() {
            return Err(Error::field(format!("with.{part}"), "unknown field").into());
        }
        let mut reader = self.context.database.read(right.project_id()).await?;
        let page = group_type::page(&mut reader, &right, &list_query!(request)).await?;
        Ok(Response::new(ListGroupTypesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_group_type(&self, request: Request<GetGroupTypeRequest>) -> Result<Response<GroupType>, Status> {
        let right = self.context.authorize::<resource::GroupType, action::View, _>(&request)?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        Ok(Response::new(group_type::get(&mut reader, &right, request.into_inner().id).await?))
    }

    async fn create_group_type(&self, request: Request<CreateGroupTypeRequest>) -> Result<Response<GroupType>, Status> {
        let right = self.context.authorize::<resource::GroupType, action::Create, _>(&request)?;
        let group_type = request.into_inner().group_type.unwrap_or_default();
        Ok(Response::new(self.create(&right, group_type).await?))
    }

    async fn update_group_type(&self, request: Request<UpdateGroupTypeRequest>) -> Result<Response<GroupType>, Status> {
        let right = self.context.authorize::<resource::GroupType, action::Edit, _>(&request)?;
        Ok(Response::new(self.update(&right, request.into_inner()).await?))
    }

    async fn delete_group_type(&self, request: Request<DeleteGroupTypeRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.context.authorize::<resource::GroupType, action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        self.remove(&mut tx, &right, id).await?;
        tx.commit().await.map_err(Error::from)?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_group_types(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.context.authorize::<resource::GroupType, action::Delete, _>(&request)?;
        let items = self.remove_all(&right, request.into_inner().items).await?;
        Ok(Response::new(DeleteAllResponse { items }))
    }
}
