//! Related entities of a request: they must exist, and the caller must see them.
use kit::{Error, Result};
use policy::{Action, Caller, Resource, Scope};
use sqlx::PgConnection;

/// What a request relates to, by kind. Names of what is missing are answered by kind and id.
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

pub async fn groups(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let scope = caller.scope(Resource::Group, Action::View);
    let known = "SELECT n.id FROM group_nodes n WHERE n.project_id = $1 AND n.id = ANY($2) AND NOT n.deleted AND ($3 OR EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = n.id AND c.ancestor_id = ANY($4) AND (c.depth > 0 AND $5 OR c.depth = 0 AND $6)))";
    let seen = reached(connection, known, caller.project_id, &scope, ids).await?;
    complete("group", ids, &seen)
}

/// Devices that the caller may let people open: those that they may edit.
pub async fn devices(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let seen = devices_in_reach(connection, caller, ids).await?;
    complete("device", ids, &seen)
}

/// Those of the devices that lie in the caller's reach.
pub async fn devices_in_reach(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<Vec<i64>> {
    let scope = caller.scope(Resource::Device, Action::View);
    let known = "SELECT d.id FROM doors d WHERE d.project_id = $1 AND d.id = ANY($2) AND NOT d.deleted AND ($3 OR EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = d.domain_id AND c.ancestor_id = ANY($4) AND (c.depth > 0 AND $5 OR c.depth = 0 AND $6)))";
    reached(connection, known, caller.project_id, &scope, ids).await
}

pub async fn identifiers(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let scope = caller.scope(Resource::Identifier, Action::View);
    let seen: Vec<i64> =
        sqlx::query_scalar("SELECT id FROM identifiers WHERE project_id = $1 AND id = ANY($2) AND ($3 OR created_by = $4 OR owner_id = $4)")
            .bind(caller.project_id)
            .bind(ids)
            .bind(scope.all)
            .bind(caller.user_id)
            .fetch_all(connection)
            .await?;
    complete("identifier", ids, &seen)
}

pub async fn time_rules(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let scope = caller.scope(Resource::TimeRule, Action::View);
    let known = "SELECT t.id FROM time_rules t WHERE t.project_id = $1 AND t.id = ANY($2) AND ($3 OR t.domain_id IS NULL OR EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = t.domain_id AND c.ancestor_id = ANY($4) AND (c.depth > 0 AND $5 OR c.depth = 0 AND $6)))";
    let seen = reached(connection, known, caller.project_id, &scope, ids).await?;
    complete("schedule", ids, &seen)
}

async fn reached(connection: &mut PgConnection, statement: &'static str, project_id: i64, scope: &Scope, ids: &[i64]) -> Result<Vec<i64>> {
    let rows =
        sqlx::query_scalar(statement).bind(project_id).bind(ids).bind(scope.all).bind(&scope.domain_ids).bind(scope.descendants).bind(scope.domain);
    Ok(rows.fetch_all(connection).await?)
}

fn complete(kind: &str, wanted: &[i64], seen: &[i64]) -> Result<()> {
    let missing: Vec<String> = wanted.iter().filter(|id| !seen.contains(id)).map(|id| format!("{kind} {id}")).collect();
    if missing.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: missing }) }
}
