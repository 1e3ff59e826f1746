//! Numbers that ring in groups, for the tables of panels.
use kit::Result;
use sqlx::PgConnection;

/// Of one group: more than a panel takes, so that who looks sees what is cut off.
const MAX_OF_GROUP: i64 = 20;

#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ApartmentNumberRow {
    pub group_id: i64,
    pub number: String,
    pub is_general: bool,
    pub user_id: Option<i64>,
    pub user_name: Option<String>,
}

/// Active numbers of each group: its general number, then those of its people, in the order in which they were made.
pub async fn list(connection: &mut PgConnection, project_id: i64, groups: &[i64]) -> Result<Vec<ApartmentNumberRow>> {
    Ok(sqlx::query_as(
        "SELECT group_id, number, is_general, user_id, user_name FROM (
             SELECT found.*, row_number() OVER (PARTITION BY group_id ORDER BY is_general DESC, id) AS place FROM (
                 SELECT n.id, n.domain_id AS group_id, n.number, true AS is_general, NULL::bigint AS user_id, NULL::text AS user_name
                 FROM sip_numbers n WHERE n.project_id = $1 AND n.domain_id = ANY($2) AND n.is_general AND n.is_active
                 UNION ALL
                 SELECT n.id, g.group_id, n.number, false, p.id, p.name
                 FROM person_groups g JOIN people p ON p.id = g.user_id AND p.is_active AND NOT p.deleted
                      JOIN sip_numbers n ON n.project_id = $1 AND n.user_id = p.id AND n.is_active
                 WHERE g.project_id = $1 AND g.group_id = ANY($2)) found) numbered
         WHERE place <= $3 ORDER BY group_id, place",
    )
    .bind(project_id)
    .bind(groups)
    .bind(MAX_OF_GROUP)
    .fetch_all(connection)
    .await?)
}

/// The groups of people, each once.
pub async fn groups_of_users(connection: &mut PgConnection, project_id: i64, users: &[i64]) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT DISTINCT group_id FROM person_groups WHERE project_id = $1 AND user_id = ANY($2) ORDER BY group_id")
        .bind(project_id)
        .bind(users)
        .fetch_all(connection)
        .await?)
}

/// Whether the person has a number.
pub async fn has_number(connection: &mut PgConnection, project_id: i64, user_id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM sip_numbers WHERE project_id = $1 AND user_id = $2)")
        .bind(project_id)
        .bind(user_id)
        .fetch_one(connection)
        .await?)
}
