//! Trunks that a call may take.
use std::collections::HashMap;

use kit::Result;
use sqlx::PgConnection;

use crate::domain::route::Outside;

#[derive(sqlx::FromRow)]
struct LineRow {
    id: i64,
    name: String,
    outgoing_number: String,
    termination_uri: String,
    login: Option<String>,
    sealed_password: Option<Vec<u8>>,
}

/// The trunk of the nearest of the groups and those above them, when one of them lets its people call out; the nearest
/// that does says which number is shown.
pub async fn nearest(connection: &mut PgConnection, project_id: i64, groups: &[i64]) -> Result<Option<Outside>> {
    let row: Option<LineRow> = sqlx::query_as(
        "SELECT t.id, t.name, coalesce(nullif(allowed.outgoing_number, ''), t.outgoing_number) AS outgoing_number, t.termination_uri, t.login, t.sealed_password
         FROM (SELECT s.outgoing_number FROM group_closure c JOIN group_settings s ON s.group_id = c.ancestor_id AND s.project_id = $1
               WHERE c.descendant_id = ANY($2) AND s.trunk_is_enabled ORDER BY c.depth, c.ancestor_id LIMIT 1) allowed,
             group_closure c JOIN sip_trunk_groups g ON g.group_id = c.ancestor_id JOIN sip_trunks t ON t.id = g.trunk_id AND t.project_id = $1
         WHERE c.descendant_id = ANY($2) ORDER BY c.depth, t.id LIMIT 1",
    )
    .bind(project_id)
    .bind(groups)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(LineRow::into_line))
}

/// By id.
pub async fn named(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<HashMap<i64, Outside>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<LineRow> = sqlx::query_as(
        "SELECT id, name, outgoing_number, termination_uri, login, sealed_password FROM sip_trunks WHERE project_id = $1 AND id = ANY($2)",
    )
    .bind(project_id)
    .bind(ids)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.into_line())).collect())
}

impl LineRow {
    fn into_line(self) -> Outside {
        Outside {
            number: String::new(),
            trunk_id: self.id,
            trunk_name: self.name,
            outgoing_number: self.outgoing_number,
            termination_uri: self.termination_uri,
            login: self.login,
            sealed_password: self.sealed_password,
        }
    }
}
