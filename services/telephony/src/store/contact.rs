//! Whom somebody may call.
use kit::Result;
use policy::Caller;
use sqlx::{PgConnection, QueryBuilder};

use super::call_reach::CallReach;

/// More than a person looks through without a search.
const MAX_CONTACTS: i64 = 500;

#[derive(Debug, sqlx::FromRow)]
pub struct ContactRow {
    pub id: i64,
    pub name: String,
    pub number: String,
    pub user_id: Option<i64>,
    pub user_name: Option<String>,
    pub description: Option<String>,
    pub device_id: Option<i64>,
    pub device_name: Option<String>,
    pub domain_id: i64,
    pub domain_name: Option<String>,
    pub is_general: bool,
}

/// By name. Left out are reserved numbers, numbers without a holder or a name, and the caller's own.
pub async fn list(connection: &mut PgConnection, caller: &Caller, reach: &CallReach, search: &str) -> Result<Vec<ContactRow>> {
    let mut sql = QueryBuilder::new(
        "SELECT n.id, n.name, n.number, n.user_id, p.name AS user_name, p.description, n.device_id, d.name AS device_name, n.domain_id, g.name AS domain_name,
             n.is_general
         FROM sip_numbers n
         LEFT JOIN people p ON p.id = n.user_id
         LEFT JOIN devices d ON d.id = n.device_id
         LEFT JOIN group_nodes g ON g.id = n.domain_id
         WHERE n.is_active AND NOT n.is_reserved AND coalesce(p.is_active, true)
           AND (n.user_id IS NOT NULL OR n.device_id IS NOT NULL OR n.is_general OR n.name <> '') AND n.project_id = ",
    );
    sql.push_bind(caller.project_id).push(" AND n.user_id IS DISTINCT FROM ").push_bind(caller.user_id).push(" AND ");
    reach.push(&mut sql, caller.project_id);
    if !search.is_empty() {
        sql.push(" AND strpos(lower(concat_ws(' ', p.name, d.name, n.name, n.number, p.description)), lower(")
            .push_bind(search.to_owned())
            .push(")) > 0");
    }
    sql.push(" ORDER BY lower(coalesce(p.name, d.name, nullif(n.name, ''), g.name)), n.number LIMIT ").push(MAX_CONTACTS);
    Ok(sql.build_query_as().fetch_all(connection).await?)
}
