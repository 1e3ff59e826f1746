use kit::{Error, clock, list_query};
use policy::{Authorized, Permission, action, resource};
use proto::vestibule::identity::v1::roles_server::Roles;
use proto::vestibule::identity::v1::{
    GetRoleRequest, ListPermissionsRequest, ListPermissionsResponse, ListRolesRequest, ListRolesResponse, PermissionGroup, PermissionInfo, Role,
};
use tonic::{Request, Response, Status};

use crate::parts::Parts;
use crate::store;
use crate::store::reference;
use crate::store::role::RoleRow;

pub struct RoleRpc(pub Parts);

#[tonic::async_trait]
impl Roles for RoleRpc {
    async fn list_roles(&self, request: Request<ListRolesRequest>) -> Result<Response<ListRolesResponse>, Status> {
        let right = self.right(&request)?;
        let mut tx = self.0.context.database.tenant(right.project_id()).await?;
        let page = store::role::page(&mut tx, &right, &list_query!(request.get_ref())).await?.map(role);
        tx.rollback().await.map_err(Error::from)?;
        Ok(Response::new(ListRolesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_role(&self, request: Request<GetRoleRequest>) -> Result<Response<Role>, Status> {
        let right = self.right(&request)?;
        let mut tx = self.0.context.database.tenant(right.project_id()).await?;
        let found = store::role::find(&mut tx, &right, request.get_ref().id).await?;
        tx.rollback().await.map_err(Error::from)?;
        Ok(Response::new(role(found)))
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
