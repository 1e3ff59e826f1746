//! What a user is related to: markers, and the people they belong to.
use std::collections::BTreeSet;

use kit::{Error, Result};
use sqlx::PgConnection;

use crate::domain::user::MAX_LINKED;

pub(super) async fn set_markers(connection: &mut PgConnection, project_id: i64, user_id: i64, markers: &BTreeSet<i64>) -> Result<()> {
    let ids: Vec<i64> = markers.iter().copied().collect();
    sqlx::query("DELETE FROM user_markers WHERE project_id = $1 AND user_id = $2 AND marker_id <> ALL($3)")
        .bind(project_id)
        .bind(user_id)
        .bind(&ids)
        .execute(&mut *connection)
        .await?;
    sqlx::query("INSERT INTO user_markers (project_id, user_id, marker_id) SELECT $1, $2, unnest($3::bigint[]) ON CONFLICT DO NOTHING")
        .bind(project_id)
        .bind(user_id)
        .bind(&ids)
        .execute(connection)
        .await?;
    Ok(())
}

/// On both sides. `linked_users` is refused when it becomes too much for one of the others.
pub(super) async fn set_links(connection: &mut PgConnection, project_id: i64, user_id: i64, linked: &BTreeSet<i64>) -> Result<()> {
    let ids: Vec<i64> = linked.iter().copied().collect();
    sqlx::query(
        "DELETE FROM user_links WHERE project_id = $1
             AND ((user_id = $2 AND linked_user_id <> ALL($3)) OR (linked_user_id = $2 AND user_id <> ALL($3)))",
    )
    .bind(project_id)
    .bind(user_id)
    .bind(&ids)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO user_links (project_id, user_id, linked_user_id)
         SELECT $1, $2, other FROM unnest($3::bigint[]) other UNION ALL SELECT $1, other, $2 FROM unnest($3::bigint[]) other ON CONFLICT DO NOTHING",
    )
    .bind(project_id)
    .bind(user_id)
    .bind(&ids)
    .execute(&mut *connection)
    .await?;
    let crowded: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM user_links WHERE project_id = $1 AND user_id = ANY($2) GROUP BY user_id HAVING count(*) > $3)",
    )
    .bind(project_id)
    .bind(&ids)
    .bind(MAX_LINKED as i64)
    .fetch_one(connection)
    .await?;
    if crowded { Err(Error::field("linked_users", "too many users")) } else { Ok(()) }
}
