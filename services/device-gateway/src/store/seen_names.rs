//! Whose names a caller may read: a row may name devices and groups beyond the caller's reach.
use std::collections::HashSet;

use kit::Result;
use policy::{Action, Caller, Resource, Scope};
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::device::DEVICES;
use super::group_path::visible_groups;

/// None: all.
pub struct SeenNames {
    devices: Option<HashSet<i64>>,
    groups: Option<HashSet<i64>>,
}

impl SeenNames {
    pub fn has_device(&self, id: i64) -> bool {
        self.devices.as_ref().is_none_or(|devices| devices.contains(&id))
    }

    pub fn has_group(&self, id: i64) -> bool {
        self.groups.as_ref().is_none_or(|groups| groups.contains(&id))
    }
}

/// Of these devices and groups those that the caller sees. `scope`: in which the caller reads the rows that name them.
pub async fn find(connection: &mut PgConnection, caller: &Caller, scope: &Scope, devices: &[i64], groups: &[i64]) -> Result<SeenNames> {
    let of_devices = caller.scope(Resource::Device, Action::View);
    let devices = match of_devices.all {
        true => None,
        false => Some(in_scope(connection, caller, &of_devices, devices).await?),
    };
    let groups = match scope.all {
        true => None,
        false => Some(visible_groups(connection, caller, groups).await?),
    };
    Ok(SeenNames { devices, groups })
}

/// The same for everything that rows of the project may name.
pub async fn find_of_project(connection: &mut PgConnection, caller: &Caller, scope: &Scope) -> Result<SeenNames> {
    let ids = |statement| sqlx::query_scalar::<Postgres, i64>(statement).bind(caller.project_id);
    let devices = ids("SELECT id FROM devices WHERE project_id = $1").fetch_all(&mut *connection).await?;
    let groups = ids("SELECT id FROM group_nodes WHERE project_id = $1").fetch_all(&mut *connection).await?;
    find(connection, caller, scope, &devices, &groups).await
}

/// Deleted ones, too.
async fn in_scope(connection: &mut PgConnection, caller: &Caller, scope: &Scope, ids: &[i64]) -> Result<HashSet<i64>> {
    let mut sql = QueryBuilder::<Postgres>::new("SELECT d.id FROM devices d WHERE d.project_id = ");
    sql.push_bind(caller.project_id).push(" AND d.id = ANY(").push_bind(ids.to_vec()).push(")");
    DEVICES.push_scope(&mut sql, scope);
    Ok(sql.build_query_scalar().fetch_all(connection).await?.into_iter().collect())
}
