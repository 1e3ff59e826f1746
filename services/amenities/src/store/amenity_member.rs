//! Whose live reservations depend on the groups of their amenity.
use kit::Result;
use sqlx::{AssertSqlSafe, PgConnection};

/// Whether the user of reservation `r` is in a group of its amenity, or below one.
const IS_MEMBER: &str = "EXISTS (SELECT 1 FROM person_groups m JOIN group_closure c ON c.descendant_id = m.group_id
    JOIN amenity_groups ag ON ag.group_id = c.ancestor_id WHERE m.user_id = r.user_id AND ag.amenity_id = r.amenity_id)";

/// Live reservations of users in a group or below it, of amenities that are for them.
pub async fn of_members_below(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<Vec<i64>> {
    let sql = format!(
        "SELECT r.id FROM amenity_reservations r
         WHERE r.project_id = $1 AND r.status IN (1, 2)
             AND EXISTS (SELECT 1 FROM person_groups m JOIN group_closure c ON c.descendant_id = m.group_id
                 WHERE m.user_id = r.user_id AND c.ancestor_id = $2)
             AND {IS_MEMBER}"
    );
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(project_id).bind(group_id).fetch_all(connection).await?)
}

/// Those of a user who has left groups, of amenities that were for them by one of these and are not any more.
pub async fn of_former_member(connection: &mut PgConnection, project_id: i64, user_id: i64, left_groups: &[i64]) -> Result<Vec<i64>> {
    let sql = format!(
        "SELECT r.id FROM amenity_reservations r
         WHERE r.project_id = $1 AND r.user_id = $2 AND r.status IN (1, 2)
             AND EXISTS (SELECT 1 FROM group_closure c JOIN amenity_groups ag ON ag.group_id = c.ancestor_id
                 WHERE c.descendant_id = ANY($3) AND ag.amenity_id = r.amenity_id)
             AND NOT {IS_MEMBER}"
    );
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(project_id).bind(user_id).bind(left_groups).fetch_all(connection).await?)
}

/// Those of them whose users are in no group of the amenity any more.
pub async fn retain_former(connection: &mut PgConnection, project_id: i64, reservations: &[i64]) -> Result<Vec<i64>> {
    let sql = format!("SELECT r.id FROM amenity_reservations r WHERE r.project_id = $1 AND r.id = ANY($2) AND NOT {IS_MEMBER}");
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(project_id).bind(reservations).fetch_all(connection).await?)
}
