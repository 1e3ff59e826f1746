//! Related entities of a request: they must exist, and the caller must see them.
use kit::Result;
use kit::related::{complete, reached};
use policy::{Action, Caller, Resource};
use sqlx::PgConnection;

/// Devices that the caller may let people open: those that they may edit.
pub async fn devices(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<()> {
    let seen = devices_in_reach(connection, caller, ids).await?;
    complete("device", ids, &seen)
}

/// Those of the devices that lie in the caller's reach.
pub async fn devices_in_reach(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<Vec<i64>> {
    let known = "SELECT d.id FROM doors d WHERE d.project_id = $1 AND d.id = ANY($2) AND NOT d.deleted AND ($3 OR EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = d.domain_id AND c.ancestor_id = ANY($4) AND (c.depth > 0 AND $5 OR c.depth = 0 AND $6)))";
    reached(connection, known, caller, Resource::Device, ids).await
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
    let known = "SELECT t.id FROM time_rules t WHERE t.project_id = $1 AND t.id = ANY($2) AND ($3 OR t.domain_id IS NULL OR EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = t.domain_id AND c.ancestor_id = ANY($4) AND (c.depth > 0 AND $5 OR c.depth = 0 AND $6)))";
    complete("schedule", ids, &reached(connection, known, caller, Resource::TimeRule, ids).await?)
}
