use kit::{Error, Mask, clock, list_query, patch};
use policy::{Authorized, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, Ref};
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::{
    CreateUserRequest, DeleteUserRequest, GetUserRequest, ListUsersRequest, ListUsersResponse, SetUserPasswordRequest, UpdateUserRequest, User,
    UserDetails,
};
use tonic::{Request, Response, Status};

use crate::operation::create_user::create_user;
use crate::operation::delete_user::{self, delete_user, delete_users};
use crate::operation::set_password::{self, set_password};
use crate::operation::update_user::{self, update_user};
use crate::parts::Parts;
use crate::store;
use crate::store::reference;
use crate::store::user_list::UserRow;

type View = Authorized<resource::User, action::View>;

pub struct UserRpc(pub Parts);

#[tonic::async_trait]
impl Users for UserRpc {
    async fn list_users(&self, request: Request<ListUsersRequest>) -> Result<Response<ListUsersResponse>, Status> {
        let right: View = self.0.context.caller(&request)?.authorize().map_err(Error::from)?;
        let mut tx = self.0.context.database.tenant(right.project_id()).await?;
        let request = request.get_ref();
        let page = store::user_list::page(&mut tx, &right, &list_query!(request), request.is_group_admin).await?.map(user);
        tx.rollback().await.map_err(Error::from)?;
        Ok(Response::new(ListUsersResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_user(&self, request: Request<GetUserRequest>) -> Result<Response<User>, Status> {
        let right: View = self.0.context.caller(&request)?.authorize().map_err(Error::from)?;
        Ok(Response::new(self.user(&right, request.get_ref().id).await?))
    }

    async fn create_user(&self, request: Request<CreateUserRequest>) -> Result<Response<User>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize().map_err(Error::from)?;
        let new = request.into_inner().user.ok_or_else(missing)?;
        let id = create_user(&self.0, &right, &new).await?;
        Ok(Response::new(self.user(&caller.authorize().map_err(Error::from)?, id).await?))
    }

    async fn update_user(&self, request: Request<UpdateUserRequest>) -> Result<Response<User>, Status> {
        let caller = self.0.context.caller(&request)?;
        let view = caller.authorize().map_err(Error::from)?;
        let rights = update_user::Rights { view, edit: caller.authorize().map_err(Error::from)? };
        let request = request.into_inner();
        let changed = request.user.ok_or_else(missing)?;
        update_user(&self.0, &rights, request.id, &changed, &Mask::new(request.update_mask)).await?;
        Ok(Response::new(self.user(&rights.view, request.id).await?))
    }

    async fn delete_user(&self, request: Request<DeleteUserRequest>) -> Result<Response<DeleteResponse>, Status> {
        let rights = self.delete_rights(&request)?;
        let id = request.get_ref().id;
        delete_user(&self.0, &rights, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_users(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let rights = self.delete_rights(&request)?;
        let items = delete_users(&self.0, &rights, &request.get_ref().items).await?;
        Ok(Response::new(DeleteAllResponse { items }))
    }

    async fn set_user_password(&self, request: Request<SetUserPasswordRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        let view = caller.authorize().map_err(Error::from)?;
        let rights = set_password::Rights { view, edit: caller.authorize().map_err(Error::from)? };
        let request = request.get_ref();
        set_password(&self.0, &rights, request.id, &request.new_password).await?;
        Ok(Response::new(()))
    }
}

impl UserRpc {
    async fn user(&self, right: &View, id: i64) -> kit::Result<User> {
        let mut tx = self.0.context.database.tenant(right.project_id()).await?;
        let found = store::user_list::find(&mut tx, right, id).await?;
        tx.rollback().await?;
        Ok(user(found))
    }

    fn delete_rights<T>(&self, request: &Request<T>) -> kit::Result<delete_user::Rights> {
        let caller = self.0.context.caller(request)?;
        Ok(delete_user::Rights { view: caller.authorize()?, delete: caller.authorize()? })
    }
}

fn missing() -> Error {
    Error::field("user", "required")
}

fn user(row: UserRow) -> User {
    User {
        id: row.id,
        login: row.login,
        name: row.name,
        description: row.description,
        role: Some(Ref { id: row.role_id, name: row.role_name }),
        domains: row.domains.0.into_iter().map(Into::into).collect(),
        email: row.email,
        avatar_url: None,
        is_active: row.is_active,
        activated_at: row.activated_at.map(clock::to_proto),
        profile: Some(UserDetails { phone: row.phone, address: row.address }),
        password: patch::masked(row.has_password),
        created_at: Some(clock::to_proto(row.created_at)),
        updated_at: Some(clock::to_proto(row.updated_at)),
        created_by_user: reference(row.created_by, row.created_by_name),
    }
}
