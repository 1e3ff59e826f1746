//! Related entities of a request: they must exist, and the caller must see them.
use std::collections::HashMap;

use kit::Result;
use kit::related::{complete, reached};
use policy::{Action, Caller, Resource};
use sqlx::{PgConnection, QueryBuilder};

use super::{forward_rule, sip_number, sip_trunk};

pub async fn devices(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let seen = "SELECT d.id FROM devices d WHERE d.project_id = $1 AND d.id = ANY($2) AND NOT d.deleted AND ($3 OR EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = d.domain_id AND c.ancestor_id = ANY($4) AND (c.depth > 0 AND $5 OR c.depth = 0 AND $6)))";
    complete("device", ids, &reached(connection, seen, caller, Resource::Device, ids).await?)
}

/// Virtual numbers, by what is dialled.
pub async fn numbers(connection: &mut PgConnection, caller: &Caller, numbers: &[String]) -> Result<()> {
    let mut sql = QueryBuilder::new("SELECT n.number FROM sip_numbers n WHERE n.project_id = ");
    sql.push_bind(caller.project_id).push(" AND n.number = ANY(").push_bind(numbers).push(")");
    sip_number::LISTING.push_scope(&mut sql, &caller.scope(Resource::SipNumber, Action::View));
    // Whoever deletes one meanwhile waits, and then sees who names it.
    sql.push(" FOR KEY SHARE OF n");
    let seen: Vec<String> = sql.build_query_scalar().fetch_all(connection).await?;
    complete("number", numbers, &seen)
}

pub async fn forward_rules(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let mut sql = QueryBuilder::new("SELECT r.id FROM forward_rules r WHERE r.project_id = ");
    sql.push_bind(caller.project_id).push(" AND r.id = ANY(").push_bind(ids).push(")");
    forward_rule::LISTING.push_scope(&mut sql, &caller.scope(Resource::ForwardRule, Action::View));
    complete("forward rule", ids, &sql.build_query_scalar().fetch_all(connection).await?)
}

pub async fn trunks(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let mut sql = QueryBuilder::new("SELECT t.id FROM sip_trunks t WHERE t.project_id = ");
    sql.push_bind(caller.project_id).push(" AND t.id = ANY(").push_bind(ids).push(")");
    sip_trunk::LISTING.push_scope(&mut sql, &caller.scope(Resource::SipTrunk, Action::View));
    // As for numbers.
    sql.push(" FOR KEY SHARE OF t");
    complete("sip trunk", ids, &sql.build_query_scalar().fetch_all(connection).await?)
}

/// Names of the trunks that are there.
pub async fn trunk_names(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<HashMap<i64, String>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let named: Vec<(i64, String)> = sqlx::query_as("SELECT id, name FROM sip_trunks WHERE project_id = $1 AND id = ANY($2)")
        .bind(project_id)
        .bind(ids)
        .fetch_all(connection)
        .await?;
    Ok(named.into_iter().collect())
}
