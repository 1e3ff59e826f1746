//! Roles of the projection that `kit::projection::role` keeps.
use kit::Result;
use policy::{Action, PermissionSet, Resource};
use sqlx::PgConnection;

use crate::domain::recipients::{Role, needed_permissions};

/// The project's roles that may have one of these rights.
pub async fn with_any_right(connection: &mut PgConnection, project_id: i64, rights: &[(Resource, Action)]) -> Result<Vec<Role>> {
    let rows: Vec<(i64, Vec<String>)> = sqlx::query_as("SELECT id, permissions FROM roles WHERE project_id = $1 AND permissions && $2 ORDER BY id")
        .bind(project_id)
        .bind(needed_permissions(rights))
        .fetch_all(connection)
        .await?;
    let role = |(id, codes): (i64, Vec<String>)| Role { id, permissions: PermissionSet::from_codes(codes.iter().map(String::as_str)) };
    Ok(rows.into_iter().map(role).collect())
}
