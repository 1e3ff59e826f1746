//! What a device held before the platform: many identifiers at once, under the link ids of the device.
use std::collections::HashMap;

use kit::{Result, Tx};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::identifier::duplicate;
use super::time_rule;
use crate::domain::adopted_list::AdoptedIdentifier;
use crate::domain::identifier::Origin;

/// Of the largest list.
const ADOPTION_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(60);

pub type IdentifierRight = Authorized<resource::Identifier, action::Create>;

/// One adoption of a project at a time: false where another one is at work. Until the transaction ends.
pub async fn try_lock(tx: &mut Tx, right: &IdentifierRight) -> Result<bool> {
    tx.set_statement_timeout(ADOPTION_TIMEOUT).await?;
    let locked = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock(hashtextextended('adoption', $1))").bind(right.project_id());
    Ok(locked.fetch_one(&mut **tx).await?)
}

/// A device, as an adoption names it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AdoptingDevice {
    pub name: String,
    pub domain_id: i64,
    pub list_version: i64,
}

pub async fn find_device(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<AdoptingDevice> {
    let row = sqlx::query_as("SELECT name, domain_id, list_version FROM doors WHERE project_id = $1 AND id = $2 AND NOT deleted");
    row.bind(project_id).bind(id).fetch_optional(connection).await?.ok_or(kit::Error::NotFound)
}

/// Schedules that have one of the link ids: None for one that the caller does not see.
pub async fn known_schedules(connection: &mut PgConnection, caller: &Caller, links: &[Uuid]) -> Result<HashMap<Uuid, Option<i64>>> {
    let mut sql = QueryBuilder::new("SELECT t.link_id, t.id, coalesce(TRUE");
    time_rule::LISTING.push_scope(&mut sql, &caller.scope(Resource::TimeRule, Action::View));
    sql.push(", FALSE) FROM time_rules t WHERE t.project_id = ").push_bind(caller.project_id);
    sql.push(" AND t.link_id = ANY(").push_bind(links).push(")");
    let rows: Vec<(Uuid, i64, bool)> = sql.build_query_as().fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(link, id, is_visible)| (link, is_visible.then_some(id))).collect())
}

/// Those of the link ids that identifiers of the project have.
pub async fn taken_links(connection: &mut PgConnection, project_id: i64, links: &[Uuid]) -> Result<Vec<Uuid>> {
    let taken = sqlx::query_scalar("SELECT link_id FROM identifiers WHERE project_id = $1 AND link_id = ANY($2)");
    Ok(taken.bind(project_id).bind(links).fetch_all(connection).await?)
}

/// Creates the identifiers, which belong to nobody; returns their ids in the same order.
pub async fn insert_all(
    connection: &mut PgConnection,
    right: &IdentifierRight,
    group_id: i64,
    adopted: &[AdoptedIdentifier],
    now: OffsetDateTime,
) -> Result<Vec<i64>> {
    let ids: Vec<i64> = sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence('identifiers', 'id')) FROM generate_series(1, $1)")
        .bind(adopted.len() as i64)
        .fetch_all(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO identifiers (id, project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, domain_id,
             period_restrict_active, period_restrict_from, period_restrict_to, passes_restrict_active, passes_restrict_max_count,
             created_by, created_by_name, created_at, updated_at, origin)
         OVERRIDING SYSTEM VALUE
         SELECT n.id, $1, n.link, n.name, n.type, n.value, n.value, n.unique_value, true, n.owner_type, $6,
             n.since IS NOT NULL OR n.until IS NOT NULL, n.since, n.until, n.passes IS NOT NULL, coalesce(n.passes, 1), $2, $3, $4, $4, $5
         FROM unnest($7::bigint[], $8::uuid[], $9::text[], $10::smallint[], $11::text[], $12::text[], $13::smallint[], $14::timestamptz[],
                 $15::timestamptz[], $16::int[])
             n (id, link, name, type, value, unique_value, owner_type, since, until, passes)",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .bind(Origin::Import.number())
    .bind(group_id)
    .bind(&ids)
    .bind(adopted.iter().map(|one| one.link_id).collect::<Vec<_>>())
    .bind(adopted.iter().map(|one| one.name.as_str()).collect::<Vec<_>>())
    .bind(adopted.iter().map(|one| one.kind.number()).collect::<Vec<_>>())
    .bind(adopted.iter().map(|one| one.value.as_str()).collect::<Vec<_>>())
    .bind(adopted.iter().map(|one| one.number.unique_value()).collect::<Vec<_>>())
    .bind(adopted.iter().map(|one| one.owner_type.number()).collect::<Vec<_>>())
    .bind(adopted.iter().map(|one| one.valid_from).collect::<Vec<_>>())
    .bind(adopted.iter().map(|one| one.valid_to).collect::<Vec<_>>())
    .bind(adopted.iter().map(|one| one.passes).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map_err(duplicate)?;
    Ok(ids)
}
