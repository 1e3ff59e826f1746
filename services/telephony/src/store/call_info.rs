//! Who is behind a number.
use kit::{Error, Result};
use policy::Caller;
use sqlx::{PgConnection, QueryBuilder};

use super::call_reach::CallReach;

#[derive(Debug, sqlx::FromRow)]
pub struct CallInfoRow {
    pub user_id: Option<i64>,
    pub user_name: Option<String>,
    pub device_id: Option<i64>,
    pub device_name: Option<String>,
    pub address: Option<String>,
}

/// For whom may call the number, is called by it now, or was called by whoever has it still.
pub async fn find(connection: &mut PgConnection, caller: &Caller, reach: &CallReach, number: &str) -> Result<CallInfoRow> {
    let mut sql = QueryBuilder::new(
        "SELECT n.user_id, p.name AS user_name, n.device_id, d.name AS device_name,
             (SELECT string_agg(g.name, ', ' ORDER BY c.depth DESC) FROM group_closure c JOIN group_nodes g ON g.id = c.ancestor_id
              WHERE c.descendant_id = n.domain_id) AS address
         FROM sip_numbers n LEFT JOIN people p ON p.id = n.user_id LEFT JOIN devices d ON d.id = n.device_id
         WHERE n.project_id = ",
    );
    sql.push_bind(caller.project_id).push(" AND n.number = ").push_bind(number.to_owned());
    sql.push(" AND n.user_id IS DISTINCT FROM ").push_bind(caller.user_id).push(" AND (");
    reach.push(&mut sql, caller.project_id);
    sql.push(" OR EXISTS (SELECT 1 FROM active_calls s WHERE s.project_id = n.project_id AND s.caller = n.number AND s.candidates && ARRAY(");
    sql.push("SELECT own.number FROM sip_numbers own WHERE own.project_id = ").push_bind(caller.project_id);
    sql.push(" AND own.user_id = ").push_bind(caller.user_id).push("))");
    sql.push(" OR EXISTS (SELECT 1 FROM call_history h WHERE h.project_id = n.project_id AND h.from_number = n.number");
    sql.push(" AND h.from_user_id = coalesce(n.user_id, 0) AND h.from_device_id = coalesce(n.device_id, 0) AND (h.to_user_id = ");
    sql.push_bind(caller.user_id).push(" OR h.answered_user_id = ").push_bind(caller.user_id).push(")))");
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}
