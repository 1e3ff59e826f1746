//! The projection of roles.
use kit::Result;
use policy::{Action, PermissionSet, Resource};
use proto::vestibule::events::v1::RoleChanged;
use sqlx::PgConnection;

use crate::domain::watchers::{Role, needed};

/// Takes a snapshot, unless a newer one was taken.
pub async fn apply(connection: &mut PgConnection, role: &RoleChanged) -> Result<()> {
    let permissions: &[String] = if role.deleted { &[] } else { &role.permissions };
    sqlx::query(
        "INSERT INTO roles (id, project_id, version, permissions) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, permissions = excluded.permissions
         WHERE roles.version < excluded.version",
    )
    .bind(role.id)
    .bind(role.project_id)
    .bind(role.version)
    .bind(permissions)
    .execute(connection)
    .await?;
    Ok(())
}

/// The project's roles that may do one of these at all.
pub async fn watching(connection: &mut PgConnection, project_id: i64, watched: &[(Resource, Action)]) -> Result<Vec<Role>> {
    let rows: Vec<(i64, Vec<String>)> = sqlx::query_as("SELECT id, permissions FROM roles WHERE project_id = $1 AND permissions && $2 ORDER BY id")
        .bind(project_id)
        .bind(needed(watched))
        .fetch_all(connection)
        .await?;
    let role = |(id, codes): (i64, Vec<String>)| Role { id, permissions: PermissionSet::from_codes(codes.iter().map(String::as_str)) };
    Ok(rows.into_iter().map(role).collect())
}
