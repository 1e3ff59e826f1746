//! Floors and apartments anywhere below a group.
use kit::{ListQuery, Page, Result, tree};
use policy::{Scope, action};
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::{GROUPS, GroupRow};
use crate::domain::group_type::GroupKind;
use crate::domain::reach::{self, GroupRight};

/// A floor or an apartment.
pub struct PlaceRow {
    pub id: i64,
    pub name: String,
    pub logic_address: Option<String>,
    pub parent_id: i64,
    /// Ids and names of the groups between the asked group and this one.
    pub path: Vec<(i64, String)>,
}

/// Groups of the kind, in the order of their addresses.
pub async fn list(
    connection: &mut PgConnection,
    right: &GroupRight<action::View>,
    group: i64,
    kind: GroupKind,
    query: &ListQuery,
) -> Result<Page<PlaceRow>> {
    let path = tree::path(connection, group).await?;
    reach::check(right, &path)?;
    let condition = |sql: &mut QueryBuilder<Postgres>| {
        sql.push(" AND g.id IN (SELECT c.descendant_id FROM group_closure c WHERE c.depth > 0 AND c.ancestor_id = ")
            .push_bind(group)
            .push(") AND g.domain_type_id IN (SELECT t.id FROM group_types t WHERE t.project_id = g.project_id AND t.kind = ")
            .push_bind(kind as i16)
            .push(")");
    };
    // What lies below a group in reach is in reach.
    let query = ListQuery { page: query.page, size: query.size, sort: "logic_address,name".into(), ..ListQuery::default() };
    let page: Page<GroupRow> = GROUPS.page_where(connection, right.project_id(), &Scope::everything(), &query, condition).await?;
    Ok(page.map(|row| {
        let below = row.path_ids.iter().copied().zip(row.path_names).skip(path.len());
        PlaceRow { id: row.id, name: row.name, logic_address: row.logic_address, parent_id: row.parent_id.unwrap_or_default(), path: below.collect() }
    }))
}
