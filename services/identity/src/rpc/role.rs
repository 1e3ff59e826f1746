use kit::reference::reference;
use kit::{Error, Fields, Mask, clock, list_query};
use policy::{Authorized, Caller, CallerKind, Denied, Permission, action, resource};
use proto::vestibule::identity::v1 as api;
use proto::vestibule::identity::v1::role_checks_server::RoleChecks;
use proto::vestibule::identity::v1::roles_server::Roles;
use proto::vestibule::identity::v1::{
    CheckRolesRequest, CheckRolesResponse, CheckedRole, CreateRoleRequest, DeleteAllRolesRequest, DeleteAllRolesResponse, DeleteRoleRequest,
    DeleteRoleResponse, GetRoleRequest, ListPermissionsRequest, ListPermissionsResponse, ListRolesRequest, ListRolesResponse, PermissionGroup,
    PermissionInfo, Role, UpdateRoleRequest,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::role;
use crate::operation::role::{RoleDelete, RoleEditRights};
use crate::store;
use crate::store::NamedRow;
use crate::store::role::{RoleDependency, RoleRow};

/// Roles of one check.
const MAX_CHECKED: usize = 100;

pub struct RoleService(pub App);

#[tonic::async_trait]
impl Roles for RoleService {
    async fn list_roles(&self, request: Request<ListRolesRequest>) -> Result<Response<ListRolesResponse>, Status> {
        let right = self.right(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let page = store::role::page(&mut reader, &right, &list_query!(request.get_ref())).await?.map(role);
        Ok(Response::new(ListRolesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_role(&self, request: Request<GetRoleRequest>) -> Result<Response<Role>, Status> {
        let right = self.right(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let found = store::role::find(&mut reader, &right, request.get_ref().id).await?;
        Ok(Response::new(role(found)))
    }

    async fn create_role(&self, request: Request<CreateRoleRequest>) -> Result<Response<Role>, Status> {
        let right = self.0.context.authorize::<resource::Role, action::Create, _>(&request)?;
        let new = request.into_inner().role.ok_or_else(missing)?;
        Ok(Response::new(role(role::create(&self.0, &right, &new).await?)))
    }

    async fn update_role(&self, request: Request<UpdateRoleRequest>) -> Result<Response<Role>, Status> {
        let caller = self.0.context.caller(&request)?;
        let edit = caller.authorize().map_err(Error::from)?;
        let rights = RoleEditRights { view: caller.authorize().map_err(Error::from)?, edit };
        let request = request.into_inner();
        let changed = request.role.ok_or_else(missing)?;
        Ok(Response::new(role(role::update(&self.0, &rights, request.id, &changed, &Mask::new(request.update_mask)).await?)))
    }

    async fn delete_role(&self, request: Request<DeleteRoleRequest>) -> Result<Response<DeleteRoleResponse>, Status> {
        let right: RoleDelete = self.0.context.authorize(&request)?;
        let request = request.get_ref();
        let deleted = role::delete(&self.0, &right, request.id, request.gently).await?;
        Ok(Response::new(DeleteRoleResponse {
            deleted_items: deleted.deleted.into_iter().map(Into::into).collect(),
            dependencies: deleted.dependencies.into_iter().map(encode_dependency).collect(),
        }))
    }

    async fn delete_all_roles(&self, request: Request<DeleteAllRolesRequest>) -> Result<Response<DeleteAllRolesResponse>, Status> {
        let right: RoleDelete = self.0.context.authorize(&request)?;
        let request = request.into_inner();
        let deleted = role::delete_all(&self.0, &right, request.items, request.gently).await?;
        Ok(Response::new(DeleteAllRolesResponse {
            items: deleted.items,
            deleted_items: deleted.deleted.into_iter().map(Into::into).collect(),
            dependencies: deleted.dependencies.into_iter().map(encode_dependency).collect(),
        }))
    }

    async fn list_permissions(&self, request: Request<ListPermissionsRequest>) -> Result<Response<ListPermissionsResponse>, Status> {
        self.right(&request)?;
        Ok(Response::new(ListPermissionsResponse { groups: catalogue() }))
    }
}

impl RoleService {
    fn right<T>(&self, request: &Request<T>) -> kit::Result<Authorized<resource::Role, action::View>> {
        Ok(self.0.context.caller(request)?.authorize()?)
    }
}

/// What other services ask of roles.
pub struct RoleCheckService(pub App);

impl RoleCheckService {
    async fn check(&self, caller: &Caller, ids: &[i64]) -> kit::Result<Vec<CheckedRole>> {
        let mut fields = Fields::new();
        fields.check(ids.len() <= MAX_CHECKED, "ids", "too many items: at most 100");
        fields.finish()?;
        let mut reader = self.0.context.database.read(caller.project_id).await?;
        let mut checked = Vec::new();
        for (id, name) in store::role::names(&mut reader, caller.project_id, ids).await? {
            let may_assign = match role::assignable::check_assignable(&mut reader, caller, id).await {
                Ok(()) => true,
                Err(Error::Forbidden) => false,
                Err(error) => return Err(error),
            };
            checked.push(CheckedRole { id, name, may_assign });
        }
        drop(reader);
        Ok(checked)
    }
}

#[tonic::async_trait]
impl RoleChecks for RoleCheckService {
    async fn check_roles(&self, request: Request<CheckRolesRequest>) -> Result<Response<CheckRolesResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        if caller.kind != CallerKind::User {
            return Err(Error::from(Denied::Unauthenticated).into());
        }
        Ok(Response::new(CheckRolesResponse { items: self.check(&caller, &request.get_ref().ids).await? }))
    }
}

fn missing() -> Error {
    Error::field("role", "required")
}

fn role(row: RoleRow) -> Role {
    Role {
        id: row.id,
        permissions: row.permissions().iter().map(|permission| permission.code().to_string()).collect(),
        name: row.name,
        description: row.description,
        created_by_user: reference(row.created_by, row.created_by_name),
        available_roles: row.available_roles.0.into_iter().map(Into::into).collect(),
        is_default: row.is_default,
        created_at: Some(clock::to_proto(row.created_at)),
        updated_at: Some(clock::to_proto(row.updated_at)),
        users_count: row.users_count,
    }
}

fn encode_dependency(dependency: RoleDependency) -> api::RoleDependency {
    let names = |rows: Vec<NamedRow>| rows.into_iter().map(Into::into).collect();
    api::RoleDependency {
        role: Some(dependency.role.into()),
        users: names(dependency.users),
        users_count: dependency.users_count,
        roles: names(dependency.roles),
        settings: dependency.settings.into_iter().map(|setting| api::RoleSetting { kind: setting.kind, name: setting.name }).collect(),
    }
}

/// In the catalogue's order, one group after the other.
fn catalogue() -> Vec<PermissionGroup> {
    let mut groups: Vec<PermissionGroup> = Vec::new();
    for permission in Permission::all() {
        let info = PermissionInfo { code: permission.code().into(), feature: permission.feature().map(str::to_string) };
        match groups.last_mut().filter(|group| group.name == permission.group()) {
            Some(group) => group.permissions.push(info),
            None => groups.push(PermissionGroup { name: permission.group().into(), permissions: vec![info] }),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_names_each_group_once_and_every_permission() {
        let groups = catalogue();
        let names: std::collections::BTreeSet<_> = groups.iter().map(|group| &group.name).collect();
        assert_eq!(names.len(), groups.len());
        assert_eq!(groups.iter().map(|group| group.permissions.len()).sum::<usize>(), Permission::all().count());
    }
}
