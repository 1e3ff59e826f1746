//! Related entities of a request: they must exist, and the caller must see them. Over the projections that services
//! keep: the group tree, which every one has, and `people` with `person_groups`.
use std::fmt::Display;

use policy::{Action, Caller, Resource};
use sqlx::PgConnection;

use crate::{Error, Result};

/// Groups that the caller sees.
pub async fn groups(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let seen = "SELECT n.id FROM group_nodes n WHERE n.project_id = $1 AND n.id = ANY($2) AND NOT n.deleted AND ($3 OR EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = n.id AND c.ancestor_id = ANY($4) AND (c.depth > 0 AND $5 OR c.depth = 0 AND $6)))";
    complete("group", ids, &reached(connection, seen, caller, Resource::Group, ids).await?)
}

/// People that the caller sees; themselves always.
pub async fn users(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let scope = caller.scope(Resource::User, Action::View);
    let seen: Vec<i64> = sqlx::query_scalar(
        "SELECT p.id FROM people p WHERE p.project_id = $1 AND p.id = ANY($2) AND NOT p.deleted AND ($3 OR p.id = $4 OR EXISTS (
             SELECT 1 FROM person_groups pg JOIN group_closure c ON c.descendant_id = pg.group_id
             WHERE pg.user_id = p.id AND c.ancestor_id = ANY($5) AND (c.depth > 0 AND $6 OR c.depth = 0 AND $7)))",
    )
    .bind(caller.project_id)
    .bind(ids)
    .bind(scope.all)
    .bind(caller.user_id)
    .bind(&scope.domain_ids)
    .bind(scope.descendants)
    .bind(scope.domain)
    .fetch_all(connection)
    .await?;
    complete("user", ids, &seen)
}

/// Those of the ids that a statement finds in the caller's view of a resource. It takes the project, the ids, whether
/// all are seen, the caller's groups, whether those below count, and whether they themselves do.
pub async fn reached(connection: &mut PgConnection, statement: &'static str, caller: &Caller, resource: Resource, ids: &[i64]) -> Result<Vec<i64>> {
    let scope = caller.scope(resource, Action::View);
    let rows = sqlx::query_scalar(statement)
        .bind(caller.project_id)
        .bind(ids)
        .bind(scope.all)
        .bind(&scope.domain_ids)
        .bind(scope.descendants)
        .bind(scope.domain);
    Ok(rows.fetch_all(connection).await?)
}

/// Names what was wanted and is not seen, as `user 7`.
pub fn complete<T: PartialEq + Display>(kind: &str, wanted: &[T], seen: &[T]) -> Result<()> {
    let missing: Vec<String> = wanted.iter().filter(|id| !seen.contains(id)).map(|id| format!("{kind} {id}")).collect();
    if missing.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: missing }) }
}
