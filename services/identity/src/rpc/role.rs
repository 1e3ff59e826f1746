use kit::{Error, Mask, clock, list_query};
use policy::{Authorized, Permission, action, resource};
use proto::vestibule::identity::v1::roles_server::Roles;
use proto::vestibule::identity::v1::{
    CreateRoleRequest, DeleteAllRolesRequest, DeleteAllRolesResponse, DeleteRoleRequest, DeleteRoleResponse, GetRoleRequest, ListPermissionsRequest,
    ListPermissionsResponse, ListRolesRequest, ListRolesResponse, PermissionGroup, PermissionInfo, Role, UpdateRoleRequest,
};
use tonic::{Request, Response, Status};

use crate::operation::role::{DeleteRights, UpdateRights, create_role, delete_role, delete_roles, update_role};
use crate::parts::Parts;
use crate::store;
use crate::store::reference;
use crate::store::role::RoleRow;

pub struct RoleRpc(pub Parts);

#[tonic::async_trait]
impl Roles for RoleRpc {
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
        Ok(Response::new(role(create_role(&self.0, &right, &new).await?)))
    }

    async fn update_role(&self, request: Request<UpdateRoleRequest>) -> Result<Response<Role>, Status> {
        let caller = self.0.context.caller(&request)?;
        let edit = caller.authorize().map_err(Error::from)?;
        let rights = UpdateRights { view: caller.authorize().map_err(Error::from)?, edit };
        let request = request.into_inner();
        let changed = request.role.ok_or_else(missing)?;
        Ok(Response::new(role(update_role(&self.0, &rights, request.id, &changed, &Mask::new(request.update_mask)).await?)))
    }

    async fn delete_role(&self, request: Request<DeleteRoleRequest>) -> Result<Response<DeleteRoleResponse>, Status> {
        let rights = self.delete_rights(&request)?;
        let request = request.get_ref();
        Ok(Response::new(delete_role(&self.0, &rights, request.id, request.gently).await?))
    }

    async fn delete_all_roles(&self, request: Request<DeleteAllRolesRequest>) -> Result<Response<DeleteAllRolesResponse>, Status> {
        let rights = self.delete_rights(&request)?;
        let request = request.get_ref();
        Ok(Response::new(delete_roles(&self.0, &rights, &request.items, request.gently).await?))
    }

    async fn list_permissions(&self, request: Request<ListPermissionsRequest>) -> Result<Response<ListPermissionsResponse>, Status> {
        self.right(&request)?;
        Ok(Response::new(ListPermissionsResponse { groups: catalogue() }))
    }
}

impl RoleRpc {
    fn right<T>(&self, request: &Request<T>) -> kit::Result<Authorized<resource::Role, action::View>> {
        Ok(self.0.context.caller(request)?.authorize()?)
    }

    fn delete_rights<T>(&self, request: &Request<T>) -> kit::Result<DeleteRights> {
        let caller = self.0.context.caller(request)?;
        let delete = caller.authorize()?;
        Ok(DeleteRights { view: caller.authorize()?, delete })
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
