//! Panels that have a number.
use kit::Result;
use policy::Scope;
use sqlx::PgConnection;

/// More panels than a user has in a list.
const MAX_PANELS: i64 = 500;

#[derive(Debug, sqlx::FromRow)]
pub struct Panel {
    pub device_id: i64,
    pub name: String,
    /// None while it is switched off.
    pub number: Option<String>,
}

/// Those that the scope reaches, by name; or one of them.
pub async fn in_reach(connection: &mut PgConnection, project_id: i64, scope: &Scope, device: Option<i64>) -> Result<Vec<Panel>> {
    Ok(sqlx::query_as(
        "SELECT d.id AS device_id, d.name, CASE WHEN n.is_active THEN n.number END AS number
         FROM devices d JOIN sip_numbers n ON n.project_id = d.project_id AND n.device_id = d.id
         WHERE d.project_id = $1 AND d.type = 'panel' AND NOT d.deleted AND ($2::bigint IS NULL OR d.id = $2) AND ($3 OR EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = d.domain_id AND c.ancestor_id = ANY($4) AND (c.depth > 0 AND $5 OR c.depth = 0 AND $6)))
         ORDER BY d.name, d.id LIMIT $7",
    )
    .bind(project_id)
    .bind(device)
    .bind(scope.all)
    .bind(&scope.domain_ids)
    .bind(scope.descendants)
    .bind(scope.domain)
    .bind(MAX_PANELS)
    .fetch_all(connection)
    .await?)
}
