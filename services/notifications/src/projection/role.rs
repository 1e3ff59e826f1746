//! Roles of the projection that `kit::projection::role` keeps.
use kit::Result;
use policy::{Action, PermissionSet, Resource};
use sqlx::PgConnection;

use crate::domain::recipients::{RecipientRoles, Role, needed_permissions, recipient_roles};

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

/// Whether the role of a user gives them one of these rights, in whatever group.
pub async fn has_any_right(connection: &mut PgConnection, project_id: i64, user_id: i64, rights: &[(Resource, Action)]) -> Result<bool> {
    let codes: Option<Vec<String>> = sqlx::query_scalar(
        "SELECT r.permissions FROM users u JOIN roles r ON r.project_id = $1 AND r.id = u.role_id WHERE u.project_id = $1 AND u.id = $2",
    )
    .bind(project_id)
    .bind(user_id)
    .fetch_optional(connection)
    .await?;
    let role = codes.map(|codes| Role { id: 0, permissions: PermissionSet::from_codes(codes.iter().map(String::as_str)) });
    Ok(recipient_roles(role.as_slice(), rights) != RecipientRoles::default())
}
