//! Virtual numbers with who is behind them.
use std::collections::HashMap;

use kit::Result;
use policy::PermissionSet;
use serde_json::Value;
use sqlx::PgConnection;

use crate::domain::route::Party;
use crate::domain::routing::Endpoint;

#[derive(sqlx::FromRow)]
struct EndpointRow {
    number: String,
    name: String,
    is_active: bool,
    is_general: bool,
    forward_mode: String,
    forward_queues: Value,
    forward_group_id: Option<i64>,
    user_id: i64,
    user_name: String,
    device_id: i64,
    device_name: String,
    domain_id: i64,
    domain_name: String,
    user_groups: Vec<i64>,
    permissions: Vec<String>,
}

/// A number, and how it is forwarded.
#[derive(Clone)]
pub struct Found {
    pub endpoint: Endpoint,
    pub forward_mode: String,
    pub forward_queues: Value,
    pub forward_group_id: Option<i64>,
}

/// By number; those that nobody has are left out.
pub async fn endpoints(connection: &mut PgConnection, project_id: i64, numbers: &[&String]) -> Result<HashMap<String, Found>> {
    let rows: Vec<EndpointRow> = sqlx::query_as(
        "SELECT n.number, n.name, n.is_active AND coalesce(u.is_active, true)
                 AND NOT EXISTS (SELECT 1 FROM license_suspended x WHERE x.item_id = n.id) AS is_active, n.is_general,
             n.forward_mode, n.forward_queues, n.forward_group_id,
             coalesce(u.id, 0) AS user_id, coalesce(u.name, '') AS user_name, coalesce(d.id, 0) AS device_id, coalesce(d.name, '') AS device_name,
             coalesce(d.domain_id, n.domain_id) AS domain_id, coalesce(g.name, '') AS domain_name,
             ARRAY(SELECT pg.group_id FROM person_groups pg WHERE pg.user_id = u.id ORDER BY 1) AS user_groups,
             coalesce(r.permissions, '{}') AS permissions
         FROM sip_numbers n
         LEFT JOIN people u ON u.id = n.user_id AND u.project_id = n.project_id AND NOT u.deleted
         LEFT JOIN roles r ON r.id = u.role_id AND r.project_id = n.project_id
         LEFT JOIN devices d ON d.id = n.device_id AND d.project_id = n.project_id AND NOT d.deleted
         LEFT JOIN group_nodes g ON g.id = coalesce(d.domain_id, n.domain_id) AND g.project_id = n.project_id AND NOT g.deleted
         WHERE n.project_id = $1 AND n.number = ANY($2)",
    )
    .bind(project_id)
    .bind(numbers)
    .fetch_all(&mut *connection)
    .await?;
    let groups: Vec<i64> = rows.iter().flat_map(|row| row.user_groups.iter().copied().chain([row.domain_id])).collect();
    let paths = super::group::paths(connection, &groups).await?;
    Ok(rows.into_iter().map(|row| (row.number.clone(), found(row, &paths))).collect())
}

/// Who is behind a number, for the history; the number alone, when nobody has it.
pub async fn party(connection: &mut PgConnection, project_id: i64, number: &str) -> Result<Party> {
    let number = number.to_string();
    let found = endpoints(connection, project_id, &[&number]).await?.remove(&number);
    Ok(found.map_or_else(|| Party { number, ..Party::default() }, |found| found.endpoint.party))
}

fn found(row: EndpointRow, paths: &HashMap<i64, Vec<i64>>) -> Found {
    let reached = if row.user_groups.is_empty() { std::slice::from_ref(&row.domain_id) } else { &row.user_groups };
    let endpoint = Endpoint {
        is_active: row.is_active,
        is_general: row.is_general,
        paths: reached.iter().filter_map(|group| paths.get(group).cloned()).collect(),
        rights: PermissionSet::from_codes(row.permissions.iter().map(String::as_str)),
        party: Party {
            number: row.number,
            name: row.name,
            user_id: row.user_id,
            user_name: row.user_name,
            device_id: row.device_id,
            device_name: row.device_name,
            domain_id: row.domain_id,
            domain_name: row.domain_name,
        },
        domain_ids: row.user_groups,
    };
    Found { endpoint, forward_mode: row.forward_mode, forward_queues: row.forward_queues, forward_group_id: row.forward_group_id }
}
