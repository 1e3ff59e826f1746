//! Users with the paths of their groups, one after the other.
use kit::Result;
use policy::{Authorized, action, resource};
use sheet::Rows;
use sqlx::{PgConnection, QueryBuilder};

use super::user_list::LISTING;

/// Users of one export: as many as a sheet has rows.
const MAX_USERS: i64 = 1_000_000;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ExportRow {
    pub name: String,
    pub email: Option<String>,
    pub login: Option<String>,
    pub phone: Option<String>,
    pub address: Option<String>,
    pub description: Option<String>,
    pub role: String,
    /// Paths as "Site / House 1", in their order.
    pub groups: Vec<String>,
}

const SELECT: &str = "SELECT u.name, u.email, u.login, u.phone, u.address, u.description, r.name AS role, g.paths AS groups
    FROM users u JOIN roles r ON r.id = u.role_id CROSS JOIN LATERAL (SELECT ARRAY(
        SELECT string_agg(a.name, ' / ' ORDER BY c.depth DESC) AS path
        FROM user_domains m JOIN group_closure c ON c.descendant_id = m.domain_id JOIN group_nodes a ON a.id = c.ancestor_id
        WHERE m.user_id = u.id GROUP BY m.domain_id ORDER BY path) AS paths) g
    WHERE u.project_id = ";

/// Those whom the caller sees, in these groups and below or, without any, everywhere; ordered by their groups.
pub async fn write_all(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::View>,
    domain_ids: &[i64],
    rows: &Rows,
    cells: fn(ExportRow) -> Vec<String>,
) -> Result<()> {
    let mut sql = QueryBuilder::new(SELECT);
    sql.push_bind(right.project_id());
    if !LISTING.filter.is_empty() {
        sql.push(" AND ").push(LISTING.filter);
    }
    LISTING.push_scope(&mut sql, right.scope());
    if !domain_ids.is_empty() {
        sql.push(
            " AND EXISTS (SELECT 1 FROM user_domains f JOIN group_closure x ON x.descendant_id = f.domain_id
              WHERE f.user_id = u.id AND x.ancestor_id = ANY(",
        );
        sql.push_bind(domain_ids.to_vec()).push("))");
    }
    sql.push(" ORDER BY g.paths, u.name, u.id LIMIT ").push(MAX_USERS);
    super::write_all(sql.build_query_as().fetch(connection), rows, cells).await
}
