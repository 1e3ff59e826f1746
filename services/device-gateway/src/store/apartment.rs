//! Apartments below a group.
use kit::{Listing, Result};
use policy::Scope;
use sqlx::{PgConnection, Postgres, QueryBuilder};

use crate::domain::forward::ApartmentGroup;

/// Of one panel. A panel that serves more calls the others by itself.
pub const MAX_APARTMENTS: i64 = 2_000;

#[derive(sqlx::FromRow)]
struct ApartmentRow {
    id: i64,
    name: String,
    unit: Option<String>,
    apartment: String,
}

/// The group itself included, with their units where these are below it.
pub async fn list(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<Vec<ApartmentGroup>> {
    let rows: Vec<ApartmentRow> = sqlx::query_as(
        "SELECT g.id, g.name, unit.address AS unit, home.address AS apartment
         FROM group_closure c JOIN group_addresses home ON home.group_id = c.descendant_id AND home.kind = 'apartment' AND home.address <> ''
              JOIN group_nodes g ON g.id = c.descendant_id AND NOT g.deleted
              LEFT JOIN LATERAL (
                  SELECT a.address FROM group_closure up JOIN group_addresses a ON a.group_id = up.ancestor_id AND a.kind = 'unit' AND a.address <> ''
                  WHERE up.descendant_id = c.descendant_id AND up.depth < c.depth ORDER BY up.depth LIMIT 1) unit ON true
         WHERE c.project_id = $1 AND c.ancestor_id = $2 ORDER BY g.id LIMIT $3",
    )
    .bind(project_id)
    .bind(group)
    .bind(MAX_APARTMENTS)
    .fetch_all(connection)
    .await?;
    let group = |row: ApartmentRow| ApartmentGroup { group_id: row.id, name: row.name, unit: row.unit, apartment: row.apartment };
    Ok(rows.into_iter().map(group).collect())
}

/// Those of the groups that the scope covers.
pub async fn covered(connection: &mut PgConnection, scope: &Scope, groups: &[i64]) -> Result<Vec<i64>> {
    let mut sql = QueryBuilder::<Postgres>::new("SELECT g.id FROM group_nodes g WHERE g.id = ANY(");
    sql.push_bind(groups).push(")");
    GROUPS.push_scope(&mut sql, scope);
    Ok(sql.build_query_scalar().fetch_all(connection).await?)
}

/// For its scope alone.
static GROUPS: Listing = Listing {
    resource: "groups",
    select: "g.id",
    from: "group_nodes g",
    project: "g.project_id",
    key: "g.id",
    columns: &[],
    default_sort: "id",
    search: &[],
    groups: "g.id IN ({})",
    own: "",
    filter: "NOT g.deleted",
    whole: "",
};
