//! Identifiers of a table that is imported: many at once, in few statements.
use std::collections::HashMap;

use kit::{Result, Tx};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::{PgConnection, QueryBuilder};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::identifier::{LISTING, duplicate};
use crate::domain::identifier::{IdentifierType, Origin, OwnerType};
use crate::domain::identifier_import::ImportLine;

/// An import of a full table, on a machine that has other work.
const IMPORT_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(600);
/// How long the answer of an import is kept: longer than its attempt may be continued.
const RESULT_TTL: Duration = Duration::hours(48);

pub type ImportRight = Authorized<resource::IdentifierTable, action::Create>;

/// What an import did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct ImportCounts {
    pub created: i32,
    pub replaced: i32,
    pub skipped: i32,
}

/// An identifier of the project with the number of a row.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ExistingIdentifier {
    pub r#type: i16,
    pub unique_value: String,
    pub id: i64,
    pub name: String,
    pub owner_id: Option<i64>,
    pub domain_id: Option<i64>,
    /// In their order.
    pub owner_groups: Vec<i64>,
    pub valid_from: Option<OffsetDateTime>,
    pub valid_to: Option<OffsetDateTime>,
    /// The owner is deleted, suspended or not known: the identifier opens nothing.
    pub is_owner_suspended: bool,
    pub owner_type: i16,
    pub origin: i16,
    pub is_revoked: bool,
    pub rule_ids: Vec<i64>,
    /// The caller sees it.
    pub is_visible: bool,
    /// The caller may change the whole of it, and reaches its owner.
    pub is_editable: bool,
}

impl ExistingIdentifier {
    /// Whether an import may change it: not what was revoked, and not what comes from elsewhere and goes with it.
    pub fn is_replaceable(&self) -> bool {
        let is_of_import = [Origin::Manual, Origin::Import, Origin::Structure].contains(&Origin::from_number(self.origin));
        is_of_import
            && !self.is_revoked
            && OwnerType::from_number(self.owner_type.into()) == OwnerType::Owner
            && self.r#type != IdentifierType::Ukey2.number()
    }
}

/// One import of a project at a time: false where another one is at work. Until the transaction ends.
pub async fn try_lock(tx: &mut Tx, right: &ImportRight) -> Result<bool> {
    tx.set_statement_timeout(IMPORT_TIMEOUT).await?;
    let locked = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock(hashtextextended('identifier import', $1))").bind(right.project_id());
    Ok(locked.fetch_one(&mut **tx).await?)
}

/// Those that have one of the keys (number of the type, unique value), by key. Locked where they may be replaced.
pub async fn find_existing(
    connection: &mut PgConnection,
    caller: &Caller,
    keys: &[(i16, String)],
    is_locked: bool,
) -> Result<HashMap<(i16, String), ExistingIdentifier>> {
    let mut sql = QueryBuilder::new(
        "SELECT i.type, i.unique_value, i.id, i.name, i.owner_id, i.domain_id, i.owner_type,
             ARRAY(SELECT w.group_id FROM person_groups w WHERE w.user_id = i.owner_id ORDER BY w.group_id) AS owner_groups,
             CASE WHEN i.period_restrict_active THEN i.period_restrict_from END AS valid_from,
             CASE WHEN i.period_restrict_active THEN i.period_restrict_to END AS valid_to,
             coalesce((SELECT p.deleted OR NOT p.is_active FROM people p WHERE p.id = i.owner_id), i.owner_id IS NOT NULL) AS is_owner_suspended,
             i.origin, i.revoked_at IS NOT NULL AS is_revoked,
             ARRAY(SELECT r.rule_id FROM rule_identifiers r WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_ids, coalesce(TRUE",
    );
    LISTING.push_scope(&mut sql, &caller.scope(Resource::Identifier, Action::View));
    sql.push(", FALSE) AS is_visible, coalesce(TRUE");
    LISTING.push_whole_scope(&mut sql, &caller.scope(Resource::Identifier, Action::Edit));
    sql.push(", FALSE) AS is_editable FROM unnest(").push_bind(keys.iter().map(|(kind, _)| *kind).collect::<Vec<i16>>());
    sql.push("::smallint[], ").push_bind(keys.iter().map(|(_, value)| value.clone()).collect::<Vec<String>>());
    sql.push("::text[]) w (type, value) JOIN identifiers i ON i.type = w.type AND i.unique_value = w.value WHERE i.project_id = ")
        .push_bind(caller.project_id)
        .push(" ORDER BY i.id");
    if is_locked {
        sql.push(" FOR NO KEY UPDATE OF i");
    }
    let rows: Vec<ExistingIdentifier> = sql.build_query_as().fetch_all(connection).await?;
    Ok(rows.into_iter().map(|row| ((row.r#type, row.unique_value.clone()), row)).collect())
}

/// Those of the unique values that cards of the project have, and cards that doors have refused lately because nobody had them.
pub async fn known_cards(connection: &mut PgConnection, project_id: i64, values: &[String]) -> Result<Vec<String>> {
    let known = sqlx::query_scalar(
        "SELECT unique_value FROM identifiers WHERE project_id = $1 AND type = ANY($2) AND unique_value = ANY($3)
         UNION SELECT unique_value FROM unknown_cards WHERE project_id = $1 AND unique_value = ANY($3)",
    );
    let cards = [IdentifierType::Card.number(), IdentifierType::Ukey.number()];
    Ok(known.bind(project_id).bind(cards).bind(values).fetch_all(connection).await?)
}

/// Users by e-mail.
pub async fn users_by_email(connection: &mut PgConnection, project_id: i64, emails: &[String]) -> Result<Vec<(String, i64)>> {
    let found = sqlx::query_as("SELECT lower(email), id FROM people WHERE project_id = $1 AND lower(email) = ANY($2) AND NOT deleted");
    Ok(found.bind(project_id).bind(emails).fetch_all(connection).await?)
}

/// Names and groups of owners.
pub async fn owners(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<HashMap<i64, (String, Vec<i64>)>> {
    let found: Vec<(i64, String, Vec<i64>)> = sqlx::query_as(
        "SELECT p.id, p.name, ARRAY(SELECT g.group_id FROM person_groups g WHERE g.user_id = p.id ORDER BY g.group_id) FROM people p
         WHERE p.project_id = $1 AND p.id = ANY($2) AND NOT p.deleted",
    )
    .bind(project_id)
    .bind(ids)
    .fetch_all(connection)
    .await?;
    Ok(found.into_iter().map(|(id, name, groups)| (id, (name, groups))).collect())
}

/// A row as it is written.
#[derive(Clone, Debug)]
pub struct WrittenRow {
    /// Of an identifier that exists; of a new one its id is made.
    pub id: i64,
    pub link_id: Uuid,
    pub line: ImportLine,
    pub owner_id: Option<i64>,
    pub domain_id: Option<i64>,
    /// None where the table has no rules.
    pub rules: Option<Vec<i64>>,
}

pub async fn new_ids(connection: &mut PgConnection, _right: &ImportRight, count: usize) -> Result<Vec<i64>> {
    let ids = sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence('identifiers', 'id')) FROM generate_series(1, $1)");
    Ok(ids.bind(count as i64).fetch_all(connection).await?)
}

/// The columns of rows, one list for each.
#[derive(Default)]
struct RowColumns {
    ids: Vec<i64>,
    links: Vec<Uuid>,
    names: Vec<String>,
    types: Vec<i16>,
    values: Vec<String>,
    numbers: Vec<String>,
    unique_values: Vec<String>,
    active: Vec<bool>,
    owners: Vec<Option<i64>>,
    domains: Vec<Option<i64>>,
    from: Vec<Option<OffsetDateTime>>,
    to: Vec<Option<OffsetDateTime>>,
    passes: Vec<Option<i32>>,
}

impl RowColumns {
    fn new(rows: &[WrittenRow]) -> RowColumns {
        let mut columns = RowColumns::default();
        for row in rows {
            let draft = &row.line.draft;
            columns.ids.push(row.id);
            columns.links.push(row.link_id);
            columns.names.push(draft.name.trim().into());
            columns.types.push(row.line.kind.number());
            columns.values.push(draft.value.trim().into());
            columns.numbers.push(row.line.number.for_device());
            // Two faces without a name are two.
            let unique_value = Some(row.line.number.unique_value()).filter(|text| !text.is_empty());
            columns.unique_values.push(unique_value.unwrap_or_else(|| row.link_id.to_string()));
            columns.active.push(draft.is_active);
            columns.owners.push(row.owner_id);
            columns.domains.push(row.domain_id);
            columns.from.push(draft.period_restrict_from);
            columns.to.push(draft.period_restrict_to);
            columns.passes.push(draft.passes_restrict_active.then_some(draft.passes_restrict_max_count));
        }
        columns
    }
}

pub async fn insert_all(connection: &mut PgConnection, right: &ImportRight, rows: &[WrittenRow], now: OffsetDateTime) -> Result<()> {
    let columns = RowColumns::new(rows);
    sqlx::query(
        "INSERT INTO identifiers (id, project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, owner_id, domain_id,
             period_restrict_active, period_restrict_from, period_restrict_to, passes_restrict_active, passes_restrict_max_count,
             created_by, created_by_name, created_at, updated_at, origin)
         OVERRIDING SYSTEM VALUE
         SELECT n.id, $1, n.link, n.name, n.type, n.value, n.number, n.unique_value, n.active, 1, n.owner, n.domain,
             n.since IS NOT NULL OR n.until IS NOT NULL, n.since, n.until, n.passes IS NOT NULL, coalesce(n.passes, 1), $2, $3, $4, $4, $5
         FROM unnest($6::bigint[], $7::uuid[], $8::text[], $9::smallint[], $10::text[], $11::text[], $12::text[], $13::boolean[], $14::bigint[],
                 $15::bigint[], $16::timestamptz[], $17::timestamptz[], $18::int[])
             n (id, link, name, type, value, number, unique_value, active, owner, domain, since, until, passes)",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .bind(Origin::Import.number())
    .bind(columns.ids)
    .bind(columns.links)
    .bind(columns.names)
    .bind(columns.types)
    .bind(columns.values)
    .bind(columns.numbers)
    .bind(columns.unique_values)
    .bind(columns.active)
    .bind(columns.owners)
    .bind(columns.domains)
    .bind(columns.from)
    .bind(columns.to)
    .bind(columns.passes)
    .execute(connection)
    .await
    .map_err(duplicate)?;
    Ok(())
}

/// Writes name, owner and period over identifiers that were found editable and are locked.
pub async fn replace_all(connection: &mut PgConnection, right: &ImportRight, rows: &[WrittenRow], now: OffsetDateTime) -> Result<()> {
    let columns = RowColumns::new(rows);
    sqlx::query(
        "UPDATE identifiers i SET name = n.name, owner_id = n.owner, domain_id = n.domain,
             period_restrict_active = n.since IS NOT NULL OR n.until IS NOT NULL, period_restrict_from = n.since, period_restrict_to = n.until,
             updated_at = $2, version = i.version + 1
         FROM unnest($3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::timestamptz[], $8::timestamptz[]) n (id, name, owner, domain, since, until)
         WHERE i.project_id = $1 AND i.id = n.id",
    )
    .bind(right.project_id())
    .bind(now)
    .bind(columns.ids)
    .bind(columns.names)
    .bind(columns.owners)
    .bind(columns.domains)
    .bind(columns.from)
    .bind(columns.to)
    .execute(connection)
    .await?;
    Ok(())
}

/// Pairs of a rule and an identifier to add, and to take away.
pub async fn change_rules(connection: &mut PgConnection, right: &ImportRight, added: &[(i64, i64)], removed: &[(i64, i64)]) -> Result<()> {
    let columns = |pairs: &[(i64, i64)]| -> (Vec<i64>, Vec<i64>) { pairs.iter().copied().unzip() };
    let (rules, identifiers) = columns(removed);
    sqlx::query(
        "DELETE FROM rule_identifiers r USING unnest($2::bigint[], $3::bigint[]) n (rule, identifier)
         WHERE r.project_id = $1 AND r.rule_id = n.rule AND r.identifier_id = n.identifier",
    )
    .bind(right.project_id())
    .bind(rules)
    .bind(identifiers)
    .execute(&mut *connection)
    .await?;
    let (rules, identifiers) = columns(added);
    sqlx::query(
        "INSERT INTO rule_identifiers (rule_id, identifier_id, project_id)
         SELECT n.rule, n.identifier, $1 FROM unnest($2::bigint[], $3::bigint[]) n (rule, identifier) ON CONFLICT DO NOTHING",
    )
    .bind(right.project_id())
    .bind(rules)
    .bind(identifiers)
    .execute(connection)
    .await?;
    Ok(())
}

/// Devices of the rules.
pub async fn devices_by_rules(connection: &mut PgConnection, project_id: i64, rules: &[i64]) -> Result<Vec<i64>> {
    let devices = sqlx::query_scalar("SELECT DISTINCT device_id FROM rule_devices WHERE project_id = $1 AND rule_id = ANY($2)");
    Ok(devices.bind(project_id).bind(rules).fetch_all(connection).await?)
}

/// What the attempt came to, when it was continued already.
pub async fn find_result(connection: &mut PgConnection, right: &ImportRight, attempt_id: Uuid) -> Result<Option<ImportCounts>> {
    let found = sqlx::query_as("SELECT created, replaced, skipped FROM identifier_table_imports WHERE project_id = $1 AND attempt_id = $2");
    Ok(found.bind(right.project_id()).bind(attempt_id).fetch_optional(connection).await?)
}

/// Keeps it, and forgets those of attempts that cannot be continued any more.
pub async fn insert_result(
    connection: &mut PgConnection,
    right: &ImportRight,
    attempt_id: Uuid,
    counts: ImportCounts,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO identifier_table_imports (attempt_id, project_id, created, replaced, skipped, finished_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(attempt_id)
    .bind(right.project_id())
    .bind(counts.created)
    .bind(counts.replaced)
    .bind(counts.skipped)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM identifier_table_imports WHERE project_id = $1 AND finished_at < $2")
        .bind(right.project_id())
        .bind(now - RESULT_TTL)
        .execute(connection)
        .await?;
    Ok(())
}
