//! Users with the paths of their groups, one after the other.
use kit::Result;
use policy::{Action, Authorized, Resource, action, resource};
use spreadsheet::Rows;
use sqlx::{PgConnection, QueryBuilder};

use super::LISTING;
use crate::domain::user::TABLE_FIELDS;

/// Users of one export: as many as a sheet has rows.
const MAX_USERS: i64 = 1_000_000;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ExportRow {
    /// In the order of `TABLE_FIELDS`, which are columns.
    pub texts: Vec<Option<String>>,
    pub role: String,
    /// Paths as "Site / House 1", in their order, without groups above that the caller does not see.
    pub groups: Vec<String>,
}

const FROM: &str = "r.name AS role, g.paths AS groups
    FROM users u JOIN roles r ON r.id = u.role_id CROSS JOIN LATERAL (SELECT ARRAY(
        SELECT string_agg(a.name, ' / ' ORDER BY c.depth DESC) AS path
        FROM user_domains m JOIN group_closure c ON c.descendant_id = m.domain_id JOIN group_nodes a ON a.id = c.ancestor_id
        WHERE m.user_id = u.id AND (FALSE";
const AFTER_PATHS: &str = ") GROUP BY m.domain_id ORDER BY path) AS paths) g WHERE u.project_id = ";

/// Those whom the caller sees with all of their groups (the table names them), in these groups and below or, without any, everywhere; ordered by their groups.
pub async fn write_all(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::View>,
    domain_ids: &[i64],
    rows: &Rows,
    cells: fn(ExportRow) -> Vec<String>,
) -> Result<()> {
    let texts = TABLE_FIELDS.map(|field| format!("u.{field}")).join(", ");
    let mut sql = QueryBuilder::new(format!("SELECT ARRAY[{texts}] AS texts, {FROM}"));
    // A path begins with the topmost group that the caller sees, as their tree does.
    for scope in [right.scope(), &right.caller().scope(Resource::Group, Action::View)] {
        sql.push(" OR ").push_bind(scope.all);
        sql.push(" OR EXISTS (SELECT 1 FROM group_closure v WHERE v.descendant_id = a.id AND v.ancestor_id = ANY(")
            .push_bind(scope.domain_ids.clone());
        sql.push(") AND (v.depth > 0 AND ").push_bind(scope.descendants).push(" OR v.depth = 0 AND ").push_bind(scope.domain).push("))");
    }
    sql.push(AFTER_PATHS).push_bind(right.project_id());
    if !LISTING.filter.is_empty() {
        sql.push(" AND ").push(LISTING.filter);
    }
    LISTING.push_whole_scope(&mut sql, right.scope());
    if !domain_ids.is_empty() {
        sql.push(
            " AND EXISTS (SELECT 1 FROM user_domains f JOIN group_closure x ON x.descendant_id = f.domain_id
              WHERE f.user_id = u.id AND x.ancestor_id = ANY(",
        );
        sql.push_bind(domain_ids.to_vec()).push("))");
    }
    sql.push(" ORDER BY g.paths, u.name, u.id LIMIT ").push(MAX_USERS);
    exports::write_all(sql.build_query_as().fetch(connection), rows, cells).await
}
