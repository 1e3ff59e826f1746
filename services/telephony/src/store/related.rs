//! Entities that a request names: they must exist, and the caller must see them.
use std::collections::HashMap;

use kit::Result;
use kit::related::complete;
use policy::{Action, Caller, Resource};
use sqlx::{PgConnection, QueryBuilder};

use super::{forward_rule, sip_number, sip_trunk};

/// Virtual numbers, by what is dialled.
pub async fn numbers(connection: &mut PgConnection, caller: &Caller, numbers: &[String]) -> Result<()> {
    let mut sql = QueryBuilder::new("SELECT n.number FROM sip_numbers n WHERE n.project_id = ");
    sql.push_bind(caller.project_id).push(" AND n.number = ANY(").push_bind(numbers).push(")");
    sip_number::LISTING.push_scope(&mut sql, &caller.scope(Resource::SipNumber, Action::View));
    // A deletion meanwhile waits for this transaction, and then finds the queue that rings the number.
    sql.push(" FOR KEY SHARE OF n");
    let visible: Vec<String> = sql.build_query_scalar().fetch_all(connection).await?;
    complete("number", numbers, &visible)
}

pub async fn forward_rules(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    complete("forward rule", ids, &forward_rule::LISTING.visible(connection, caller, Resource::ForwardRule, ids).await?)
}

pub async fn trunks(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let mut sql = QueryBuilder::new("SELECT t.id FROM sip_trunks t WHERE t.project_id = ");
    sql.push_bind(caller.project_id).push(" AND t.id = ANY(").push_bind(ids).push(")");
    sip_trunk::LISTING.push_scope(&mut sql, &caller.scope(Resource::SipTrunk, Action::View));
    // As for numbers: a deletion waits.
    sql.push(" FOR KEY SHARE OF t");
    complete("sip trunk", ids, &sql.build_query_scalar().fetch_all(connection).await?)
}

/// Names of trunks by their ids.
pub type TrunkNames = HashMap<i64, String>;

/// Trunks that do not exist any more are left out.
pub async fn trunk_names(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<TrunkNames> {
    if ids.is_empty() {
        return Ok(TrunkNames::new());
    }
    let named: Vec<(i64, String)> = sqlx::query_as("SELECT id, name FROM sip_trunks WHERE project_id = $1 AND id = ANY($2)")
        .bind(project_id)
        .bind(ids)
        .fetch_all(connection)
        .await?;
    Ok(named.into_iter().collect())
}
