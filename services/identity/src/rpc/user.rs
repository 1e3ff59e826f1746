use kit::{Error, Mask, clock, list_query, patch, upload};
use picture::Crop;
use policy::{Authorized, Caller, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, FileChunk, Ref};
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::{
    Avatar, CreateUserRequest, DeleteMobileClientRequest, DeleteUserAvatarRequest, DeleteUserRequest, ExportUsersRequest, GetAvatarRequest,
    GetUserRequest, ImportUsersRequest, ImportUsersResponse, ListMobileClientsRequest, ListMobileClientsResponse, ListUsersRequest,
    ListUsersResponse, RemoveUserSecondFactorsRequest, SendRegistrationLinkRequest, SetUserAvatarRequest, SetUserPasswordRequest, UpdateUserRequest,
    User, UserDetails, UserMarker,
};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};

use crate::operation::avatar::{avatar, delete_avatar, set_avatar};
use crate::operation::create_user::create_user;
use crate::operation::delete_user::{self, delete_user, delete_users};
use crate::operation::export_users::export_users;
use crate::operation::import_users::{self, import_users};
use crate::operation::invite::{self, send_registration_link};
use crate::operation::mobile_client::{delete_mobile_client, list_mobile_clients};
use crate::operation::remove_second_factors::{has_second_factor, remove_second_factors};
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
    type GetAvatarStream = BoxStream<FileChunk>;
    type ExportUsersStream = BoxStream<FileChunk>;

    async fn list_users(&self, request: Request<ListUsersRequest>) -> Result<Response<ListUsersResponse>, Status> {
        let right: View = self.0.context.caller(&request)?.authorize().map_err(Error::from)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let request = request.get_ref();
        let page = store::user_list::page(&mut reader, &right, &list_query!(request), request.is_group_admin).await?.map(user);
        Ok(Response::new(ListUsersResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_user(&self, request: Request<GetUserRequest>) -> Result<Response<User>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(self.user(&caller, request.get_ref().id).await?))
    }

    async fn create_user(&self, request: Request<CreateUserRequest>) -> Result<Response<User>, Status> {
        let caller = self.0.context.caller(&request)?;
        let right = caller.authorize().map_err(Error::from)?;
        let new = request.into_inner().user.ok_or_else(missing)?;
        let id = create_user(&self.0, &right, &new).await?;
        Ok(Response::new(self.user(&caller, id).await?))
    }

    async fn update_user(&self, request: Request<UpdateUserRequest>) -> Result<Response<User>, Status> {
        let rights = self.edit_rights(&request)?;
        let request = request.into_inner();
        let changed = request.user.ok_or_else(missing)?;
        update_user(&self.0, &rights, request.id, &changed, &Mask::new(request.update_mask)).await?;
        Ok(Response::new(self.user(rights.view.caller(), request.id).await?))
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

    async fn set_user_avatar(&self, request: Request<Streaming<SetUserAvatarRequest>>) -> Result<Response<Avatar>, Status> {
        let rights = self.edit_rights(&request)?;
        let upload = upload::collect(request.into_inner(), picture::MAX_BYTES, |message| message.image.take()).await?;
        let SetUserAvatarRequest { id, x, y, size, .. } = upload.request;
        Ok(Response::new(set_avatar(&self.0, &rights, id, upload.data, Crop { x, y, size }).await?))
    }

    async fn get_avatar(&self, request: Request<GetAvatarRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let found = avatar(&self.0, &request.get_ref().key).await?;
        Ok(Response::new(kit::download::file("", &found.content_type, &found.data)))
    }

    async fn delete_user_avatar(&self, request: Request<DeleteUserAvatarRequest>) -> Result<Response<()>, Status> {
        let rights = self.edit_rights(&request)?;
        delete_avatar(&self.0, &rights, request.get_ref().id).await?;
        Ok(Response::new(()))
    }

    async fn list_mobile_clients(&self, request: Request<ListMobileClientsRequest>) -> Result<Response<ListMobileClientsResponse>, Status> {
        let right: View = self.0.context.authorize(&request)?;
        let items = list_mobile_clients(&self.0, &right, request.get_ref().id).await?;
        Ok(Response::new(ListMobileClientsResponse { items }))
    }

    async fn delete_mobile_client(&self, request: Request<DeleteMobileClientRequest>) -> Result<Response<()>, Status> {
        let rights = self.edit_rights(&request)?;
        let request = request.get_ref();
        delete_mobile_client(&self.0, &rights, request.id, request.client_id).await?;
        Ok(Response::new(()))
    }

    async fn import_users(&self, request: Request<Streaming<ImportUsersRequest>>) -> Result<Response<ImportUsersResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        let upload = upload::collect(request.into_inner(), import_users::LIMITS.bytes, |message| message.file.take()).await?;
        Ok(Response::new(import_users(&self.0, &right, upload).await?))
    }

    async fn export_users(&self, request: Request<ExportUsersRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right: View = self.0.context.authorize(&request)?;
        let pieces = export_users(&self.0, right, request.into_inner()).await?;
        Ok(Response::new(Box::pin(pieces)))
    }

    async fn set_user_password(&self, request: Request<SetUserPasswordRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        let view = caller.authorize().map_err(Error::from)?;
        let rights = set_password::Rights { view, edit: caller.authorize().map_err(Error::from)? };
        let request = request.get_ref();
        set_password(&self.0, &rights, request.id, &request.new_password).await?;
        Ok(Response::new(()))
    }

    async fn remove_user_second_factors(&self, request: Request<RemoveUserSecondFactorsRequest>) -> Result<Response<()>, Status> {
        let rights = self.edit_rights(&request)?;
        remove_second_factors(&self.0, &rights, request.get_ref().id).await?;
        Ok(Response::new(()))
    }

    async fn send_registration_link(&self, request: Request<SendRegistrationLinkRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        let view = caller.authorize().map_err(Error::from)?;
        let rights = invite::Rights { view, create: caller.authorize().map_err(Error::from)? };
        send_registration_link(&self.0, &rights, request.get_ref().id).await?;
        Ok(Response::new(()))
    }
}

impl UserRpc {
    async fn user(&self, caller: &Caller, id: i64) -> kit::Result<User> {
        let view: View = caller.authorize()?;
        let mut reader = self.0.context.database.read(view.project_id()).await?;
        let found = store::user_list::find(&mut reader, &view, id).await?;
        drop(reader);
        let has_second_factor = match caller.authorize() {
            Ok(edit) => has_second_factor(&self.0, &update_user::Rights { view, edit }, &found).await?,
            Err(_) => None,
        };
        Ok(User { has_second_factor, ..user(found) })
    }

    fn edit_rights<T>(&self, request: &Request<T>) -> kit::Result<update_user::Rights> {
        let caller = self.0.context.caller(request)?;
        Ok(update_user::Rights { view: caller.authorize()?, edit: caller.authorize()? })
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
        is_invited: row.is_invited(),
        id: row.id,
        login: row.login,
        name: row.name,
        description: row.description,
        role: Some(Ref { id: row.role_id, name: row.role_name }),
        domains: row.domains.0.into_iter().map(Into::into).collect(),
        email: row.email,
        avatar_url: row.avatar_key.map(store::avatar::url),
        is_active: row.is_active,
        activated_at: row.activated_at.map(clock::to_proto),
        profile: Some(UserDetails { phone: row.phone, address: row.address }),
        password: patch::masked(row.has_password),
        created_at: Some(clock::to_proto(row.created_at)),
        updated_at: Some(clock::to_proto(row.updated_at)),
        created_by_user: reference(row.created_by, row.created_by_name),
        markers: row.markers.0.into_iter().map(|marker| UserMarker { id: marker.id, name: marker.name, color: marker.color }).collect(),
        linked_users: row.linked_users.0.into_iter().map(Into::into).collect(),
        ..User::default()
    }
}
