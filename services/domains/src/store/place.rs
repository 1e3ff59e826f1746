//! Floors and apartments anywhere below a group.
use kit::{ListQuery, Page, Result, tree};
use policy::{Scope, action};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1::{GroupKind, Place};
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::group_list::{GROUPS, Row};
use crate::domain::reach::{self, Proof};

/// Those of the kind, in the order of their addresses; each with the way to it from below `group`.
pub async fn below(
    connection: &mut PgConnection,
    proof: &Proof<action::View>,
    group: i64,
    kind: GroupKind,
    query: &ListQuery,
) -> Result<Page<Place>> {
    let path = tree::path(connection, group).await?;
    reach::check(proof, &path)?;
    let condition = |sql: &mut QueryBuilder<Postgres>| {
        sql.push(" AND g.id IN (SELECT c.descendant_id FROM group_closure c WHERE c.depth > 0 AND c.ancestor_id = ")
            .push_bind(group)
            .push(") AND g.domain_type_id IN (SELECT t.id FROM group_types t WHERE t.project_id = g.project_id AND t.kind = ")
            .push_bind(kind as i16)
            .push(")");
    };
    // What lies below a group in reach is in reach.
    let query = ListQuery { page: query.page, size: query.size, sort: "logic_address,name".into(), ..ListQuery::default() };
    let page: Page<Row> = GROUPS.page_where(connection, proof.project_id(), &Scope::everything(), &query, condition).await?;
    Ok(page.map(|row| {
        let way = row.path_ids.iter().zip(row.path_names).skip(path.len());
        Place {
            id: row.id,
            name: row.name,
            logic_address: row.logic_address,
            parent_id: row.parent_id.unwrap_or_default(),
            path: way.map(|(id, name)| Ref { id: *id, name }).collect(),
        }
    }))
}
