//! Related entities of a request: they must exist, and the caller must see them. Groups are checked here, by the tree;
//! users and devices in `projection`; a service's own rows by `Listing::visible`.
use std::fmt::Display;

use policy::{Action, Caller, Resource};
use sqlx::{PgConnection, QueryBuilder};

use crate::listing::{Filter, ScopeBranch};
use kit_core::{Error, Result};

/// The rows of a projection, named `t`, as the statement of a check takes them. All texts are made of constants.
pub struct ProjectedRows<'a> {
    pub table: &'a str,
    /// True of the rows of entities that are not deleted.
    pub present: &'a str,
    /// True of rows of some groups, with `{}` for the ids of the groups.
    pub of_groups: &'a str,
    pub resource: Resource,
}

impl ProjectedRows<'_> {
    /// Those of the ids that the caller sees.
    pub async fn visible(&self, connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<Vec<i64>> {
        let scope = caller.scope(self.resource, Action::View);
        let mut sql = QueryBuilder::new(format!("SELECT t.id FROM {} t WHERE {} AND t.project_id = ", self.table, self.present));
        sql.push_bind(caller.project_id).push(" AND t.id = ANY(").push_bind(ids).push(")");
        if !scope.all {
            sql.push(" AND (FALSE");
            if scope.needs_tree() {
                ScopeBranch::Groups(self.of_groups).push(sql.push(" OR "), &scope);
            }
            if self.resource == Resource::User {
                // A caller always sees their own user.
                sql.push(" OR t.id = ").push_bind(caller.user_id);
            }
            sql.push(")");
        }
        Ok(sql.build_query_scalar().fetch_all(connection).await?)
    }
}

const GROUPS: ProjectedRows<'static> =
    ProjectedRows { table: "group_nodes", present: "NOT t.deleted", of_groups: "t.id IN ({})", resource: Resource::Group };

/// Those of the groups that the caller sees.
pub async fn visible_groups(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<Vec<i64>> {
    GROUPS.visible(connection, caller, ids).await
}

/// An error that names the groups that the caller does not see.
pub async fn ensure_groups_visible(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    complete("group", ids, &visible_groups(connection, caller, ids).await?)
}

/// A filter of a list by a group that the caller does not see would tell which rows name the group: it is refused, whether there is
/// such a group or not. `fields`: those whose values are groups.
pub async fn ensure_filters_by_visible_groups(connection: &mut PgConnection, caller: &Caller, filters: &str, fields: &[&str]) -> Result<()> {
    let groups = if caller.scope(Resource::Group, Action::View).all { Vec::new() } else { filtered_ids(filters, fields)? };
    if groups.is_empty() { Ok(()) } else { ensure_groups_visible(connection, caller, &groups).await }
}

/// The ids by which a list is filtered, of some fields.
pub fn filtered_ids(filters: &str, fields: &[&str]) -> Result<Vec<i64>> {
    let filter = Filter::parse(filters)?;
    let ids = fields.iter().filter_map(|field| filter.as_ref()?.ids_of(field)).flatten();
    Ok(ids.collect())
}

/// Names the ids that were asked for and are not visible, as `user 7`.
pub fn complete<T: PartialEq + Display>(kind: &str, wanted: &[T], seen: &[T]) -> Result<()> {
    let missing: Vec<String> = wanted.iter().filter(|id| !seen.contains(id)).map(|id| format!("{kind} {id}")).collect();
    if missing.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: missing }) }
}
