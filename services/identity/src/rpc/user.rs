use std::collections::{HashMap, HashSet};

use image_upload::Crop;
use kit::reference::reference;
use kit::{Error, Mask, clock, list_query, patch, upload};
use policy::{Action, Authorized, Caller, Resource, action, resource};
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

use super::mobile_client::encode_client;
use super::refs;
use crate::app::App;
use crate::operation::user::{UserDelete, UserEditRights};
use crate::operation::{avatar, invitation, mobile_client, user};
use crate::store;
use crate::store::NamedRow;
use crate::store::user::UserRow;

type UserView = Authorized<resource::User, action::View>;

pub struct UserService(pub App);

#[tonic::async_trait]
impl Users for UserService {
    type GetAvatarStream = BoxStream<FileChunk>;
    type ExportUsersStream = BoxStream<FileChunk>;

    async fn list_users(&self, request: Request<ListUsersRequest>) -> Result<Response<ListUsersResponse>, Status> {
        let right: UserView = self.0.context.caller(&request)?.authorize().map_err(Error::from)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let request = request.get_ref();
        let page = store::user::page(&mut reader, &right, &list_query!(request), request.is_group_admin).await?;
        let paths = store::group_node::paths(&mut reader, &groups(&page.items)).await?;
        let linked = user::related::visible_links(&mut reader, &right, &page.items).await?;
        drop(reader);
        let page = page.map(|row| user(row, &right, &paths, &linked));
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
        let id = user::create(&self.0, &right, &new).await?;
        Ok(Response::new(self.user(&caller, id).await?))
    }

    async fn update_user(&self, request: Request<UpdateUserRequest>) -> Result<Response<User>, Status> {
        let rights = self.edit_rights(&request)?;
        let request = request.into_inner();
        let changed = request.user.ok_or_else(missing)?;
        user::update(&self.0, &rights, request.id, &changed, &Mask::new(request.update_mask)).await?;
        Ok(Response::new(self.user(rights.view.caller(), request.id).await?))
    }

    async fn delete_user(&self, request: Request<DeleteUserRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right: UserDelete = self.0.context.authorize(&request)?;
        let id = request.get_ref().id;
        user::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_users(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right: UserDelete = self.0.context.authorize(&request)?;
        Ok(Response::new(user::delete_all(&self.0, &right, request.into_inner().items).await?))
    }

    async fn set_user_avatar(&self, request: Request<Streaming<SetUserAvatarRequest>>) -> Result<Response<Avatar>, Status> {
        let rights = self.edit_rights(&request)?;
        let _permit = avatar::UPLOADS.acquire().await.map_err(Error::internal)?;
        let upload = upload::collect(request.into_inner(), image_upload::MAX_BYTES, |message| message.image.take()).await?;
        let SetUserAvatarRequest { id, x, y, size, .. } = upload.request;
        let key = avatar::set(&self.0, &rights, id, upload.data, Crop { x, y, size }).await?;
        Ok(Response::new(Avatar { avatar_url: refs::avatar_url(key) }))
    }

    async fn get_avatar(&self, request: Request<GetAvatarRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let found = avatar::find(&self.0, &request.get_ref().key).await?;
        Ok(Response::new(kit::download::file("", &found.content_type, &found.data)))
    }

    async fn delete_user_avatar(&self, request: Request<DeleteUserAvatarRequest>) -> Result<Response<()>, Status> {
        let rights = self.edit_rights(&request)?;
        avatar::delete(&self.0, &rights, request.get_ref().id).await?;
        Ok(Response::new(()))
    }

    async fn list_mobile_clients(&self, request: Request<ListMobileClientsRequest>) -> Result<Response<ListMobileClientsResponse>, Status> {
        let right: UserView = self.0.context.authorize(&request)?;
        let found = mobile_client::list(&self.0, &right, request.get_ref().id).await?;
        let items = found.clients.into_iter().map(|client| encode_client(client, found.sip_number.clone())).collect();
        Ok(Response::new(ListMobileClientsResponse { items }))
    }

    async fn delete_mobile_client(&self, request: Request<DeleteMobileClientRequest>) -> Result<Response<()>, Status> {
        let rights = self.edit_rights(&request)?;
        let request = request.get_ref();
        mobile_client::delete(&self.0, &rights, request.id, request.client_id).await?;
        Ok(Response::new(()))
    }

    async fn import_users(&self, request: Request<Streaming<ImportUsersRequest>>) -> Result<Response<ImportUsersResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        let _permit = user::import::UPLOADS.acquire().await.map_err(Error::internal)?;
        let upload = upload::collect(request.into_inner(), user::import::LIMITS.bytes, |message| message.file.take()).await?;
        Ok(Response::new(user::import(&self.0, &right, upload).await?))
    }

    async fn export_users(&self, request: Request<ExportUsersRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right: UserView = self.0.context.authorize(&request)?;
        let pieces = user::export(&self.0, right, request.into_inner()).await?;
        Ok(Response::new(Box::pin(pieces)))
    }

    async fn set_user_password(&self, request: Request<SetUserPasswordRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        let view = caller.authorize().map_err(Error::from)?;
        let rights = UserEditRights { view, edit: caller.authorize().map_err(Error::from)? };
        let request = request.get_ref();
        user::set_password(&self.0, &rights, request.id, &request.new_password).await?;
        Ok(Response::new(()))
    }

    async fn remove_user_second_factors(&self, request: Request<RemoveUserSecondFactorsRequest>) -> Result<Response<()>, Status> {
        let rights = self.edit_rights(&request)?;
        user::remove_second_factors(&self.0, &rights, request.get_ref().id).await?;
        Ok(Response::new(()))
    }

    async fn send_registration_link(&self, request: Request<SendRegistrationLinkRequest>) -> Result<Response<()>, Status> {
        let right = self.0.context.authorize(&request)?;
        invitation::send_registration_link(&self.0, &right, request.get_ref().id).await?;
        Ok(Response::new(()))
    }
}

impl UserService {
    async fn user(&self, caller: &Caller, id: i64) -> kit::Result<User> {
        let view: UserView = caller.authorize()?;
        let mut reader = self.0.context.database.read(view.project_id()).await?;
        let found = store::user::find(&mut reader, &view, id).await?;
        let paths = store::group_node::paths(&mut reader, &groups(std::slice::from_ref(&found))).await?;
        let linked = user::related::visible_links(&mut reader, &view, std::slice::from_ref(&found)).await?;
        drop(reader);
        let encoded = user(found.clone(), &view, &paths, &linked);
        let has_second_factor = match caller.authorize() {
            Ok(edit) => user::has_second_factor(&self.0, &UserEditRights { view, edit }, &found).await?,
            Err(_) => None,
        };
        Ok(User { has_second_factor, ..encoded })
    }

    fn edit_rights<T>(&self, request: &Request<T>) -> kit::Result<UserEditRights> {
        let caller = self.0.context.caller(request)?;
        Ok(UserEditRights { view: caller.authorize()?, edit: caller.authorize()? })
    }
}

fn missing() -> Error {
    Error::field("user", "required")
}

/// The groups of these users.
fn groups(rows: &[UserRow]) -> Vec<i64> {
    rows.iter().flat_map(|row| row.domains.iter().map(|group| group.id)).collect()
}

/// `paths`: of the user's groups, from the root. Groups that the caller sees neither as such nor users of are without names, and so are
/// linked users who are not among those `visible`.
fn user(row: UserRow, right: &UserView, paths: &HashMap<i64, Vec<i64>>, visible: &HashSet<i64>) -> User {
    let scopes = [right.scope(), &right.caller().scope(Resource::Group, Action::View)];
    let is_visible = |group: i64| {
        let path = paths.get(&group).map(Vec::as_slice).unwrap_or_default();
        scopes.iter().any(|scope| scope.all || scope.covers_group(path))
    };
    let named = |group: NamedRow| Ref { name: if is_visible(group.id) { group.name } else { String::new() }, id: group.id };
    let linked = |user: NamedRow| Ref { name: if visible.contains(&user.id) { user.name } else { String::new() }, id: user.id };
    User {
        is_invited: row.is_invited(),
        id: row.id,
        login: row.login,
        name: row.name,
        description: row.description,
        role: Some(Ref { id: row.role_id, name: row.role_name }),
        domains: row.domains.0.into_iter().map(named).collect(),
        email: row.email,
        avatar_url: row.avatar_key.map(refs::avatar_url),
        is_active: row.is_active,
        activated_at: row.activated_at.map(clock::to_proto),
        profile: Some(UserDetails { phone: row.phone, address: row.address }),
        password: patch::masked(row.has_password),
        created_at: Some(clock::to_proto(row.created_at)),
        updated_at: Some(clock::to_proto(row.updated_at)),
        created_by_user: reference(row.created_by, row.created_by_name),
        markers: row.markers.0.into_iter().map(|marker| UserMarker { id: marker.id, name: marker.name, color: marker.color }).collect(),
        linked_users: row.linked_users.0.into_iter().map(linked).collect(),
        elevator_access_disabled: row.elevator_access_disabled,
        ..User::default()
    }
}
