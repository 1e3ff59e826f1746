//! The groups of a call: where they lie, and who answers for them.
use std::collections::HashMap;

use kit::Result;
use policy::Permission;
use sqlx::PgConnection;

use crate::domain::routing::MAX_RUNG;

/// The path of each group from the root, itself last.
pub async fn paths(connection: &mut PgConnection, groups: &[i64]) -> Result<HashMap<i64, Vec<i64>>> {
    let rows: Vec<(i64, Vec<i64>)> = sqlx::query_as(
        "SELECT descendant_id, array_agg(ancestor_id ORDER BY depth DESC) FROM group_closure WHERE descendant_id = ANY($1) GROUP BY descendant_id",
    )
    .bind(groups)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}

/// The names of the groups from the root, as "Green Park, Building 1, Apartment 12".
pub async fn address(connection: &mut PgConnection, group: i64) -> Result<String> {
    let address: Option<String> = sqlx::query_scalar(
        "SELECT string_agg(g.name, ', ' ORDER BY c.depth DESC) FROM group_closure c JOIN group_nodes g ON g.id = c.ancestor_id WHERE c.descendant_id = $1",
    )
    .bind(group)
    .fetch_one(connection)
    .await?;
    Ok(address.unwrap_or_default())
}

/// Numbers of a group's people.
pub async fn people(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar(
        "SELECT n.number FROM person_groups pg JOIN people u ON u.id = pg.user_id AND NOT u.deleted AND u.is_active
         JOIN sip_numbers n ON n.project_id = $1 AND n.user_id = u.id AND n.is_active
         WHERE pg.group_id = $2 AND pg.project_id = $1 ORDER BY length(n.number), n.number LIMIT $3",
    )
    .bind(project_id)
    .bind(group)
    .bind(MAX_RUNG as i64)
    .fetch_all(connection)
    .await?)
}

/// Numbers of those who intercept calls to one of the groups: they have switched it on for it or for one above it that
/// still lies in their own tree, and their role still lets them.
pub async fn interceptors(connection: &mut PgConnection, project_id: i64, groups: &[i64]) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar(
        "SELECT n.number FROM people u JOIN roles r ON r.id = u.role_id AND r.project_id = $1
         JOIN sip_numbers n ON n.project_id = $1 AND n.user_id = u.id AND n.is_active
         WHERE u.project_id = $1 AND u.is_active AND NOT u.deleted AND $3 = ANY(r.permissions) AND u.id IN (
             SELECT i.user_id FROM group_closure c JOIN interception_groups ig ON ig.group_id = c.ancestor_id AND ig.is_selected
             JOIN interceptions i ON i.user_id = ig.user_id AND i.project_id = $1 AND i.is_active
             WHERE c.descendant_id = ANY($2) AND EXISTS (
                 SELECT 1 FROM person_groups pg JOIN group_closure own ON own.ancestor_id = pg.group_id
                 WHERE pg.user_id = ig.user_id AND own.descendant_id = ig.group_id))
         ORDER BY length(n.number), n.number LIMIT $4",
    )
    .bind(project_id)
    .bind(groups)
    .bind(Permission::CanInterceptCallLikeConcierge.code())
    .bind(MAX_RUNG as i64)
    .fetch_all(connection)
    .await?)
}

/// Numbers of the concierges of a group and of those above it, the nearest first; those of one group together.
pub async fn concierges(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<Vec<Vec<String>>> {
    let rows: Vec<(i32, String)> = sqlx::query_as(
        "SELECT min(c.depth), n.number FROM group_closure c JOIN person_groups pg ON pg.group_id = c.ancestor_id AND pg.project_id = $1
         JOIN people u ON u.id = pg.user_id AND u.is_active AND NOT u.deleted
         JOIN roles r ON r.id = u.role_id AND r.project_id = $1 AND $3 = ANY(r.permissions)
         JOIN sip_numbers n ON n.project_id = $1 AND n.user_id = u.id AND n.is_active
         WHERE c.descendant_id = $2 GROUP BY n.number ORDER BY 1, length(n.number), n.number LIMIT $4",
    )
    .bind(project_id)
    .bind(group)
    .bind(Permission::CanInterceptCallLikeConcierge.code())
    .bind(MAX_RUNG as i64)
    .fetch_all(connection)
    .await?;
    Ok(rows.chunk_by(|one, next| one.0 == next.0).map(|near| near.iter().map(|(_, number)| number.clone()).collect()).collect())
}
