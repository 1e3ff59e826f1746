//! Whom somebody may call.
use kit::Result;
use policy::Caller;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::telephony::v1 as api;
use sqlx::{PgConnection, QueryBuilder};

use super::callable::Reach;

/// More than anybody looks through: then one searches.
const LIMIT: i64 = 500;

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    number: String,
    user_id: Option<i64>,
    user_name: Option<String>,
    description: Option<String>,
    device_id: Option<i64>,
    device_name: Option<String>,
    domain_id: i64,
    domain_name: Option<String>,
}

impl Row {
    fn into_api(self) -> api::Contact {
        let named = |id: Option<i64>, name: Option<String>| id.map(|id| Ref { id, name: name.unwrap_or_default() });
        api::Contact {
            id: self.id,
            name: self.name,
            number: self.number,
            user: self.user_id.map(|id| api::ContactUser {
                id,
                name: self.user_name.unwrap_or_default(),
                description: self.description.filter(|text| !text.is_empty()),
            }),
            device: named(self.device_id, self.device_name),
            domain: named(Some(self.domain_id), self.domain_name),
        }
    }
}

/// By name. Numbers that nobody could be found behind, as those kept for later, are left out; so are one's own.
pub async fn list(connection: &mut PgConnection, caller: &Caller, reach: &Reach, search: &str) -> Result<Vec<api::Contact>> {
    let mut sql = QueryBuilder::new(
        "SELECT n.id, n.name, n.number, n.user_id, p.name AS user_name, p.description, n.device_id, d.name AS device_name, n.domain_id, g.name AS domain_name
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
    sql.push(" ORDER BY lower(coalesce(p.name, d.name, nullif(n.name, ''), g.name)), n.number LIMIT ").push(LIMIT);
    let rows: Vec<Row> = sql.build_query_as().fetch_all(connection).await?;
    Ok(rows.into_iter().map(Row::into_api).collect())
}
