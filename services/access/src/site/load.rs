//! The reading.
use jiff::Timestamp;
use jiff::tz::TimeZone;
use kit::{Error, Result, features};
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{DeviceSite, Whom};
use crate::domain::device::{Capability, Device, LockChoice};
use crate::domain::identifier::{Identifier, IdentifierType, LicenseGate, OwnerType, Passes};
use crate::domain::ids::{DeviceId, GroupId, IdentifierId, RuleId, ScheduleId, UserId};
use crate::domain::person::Person;
use crate::domain::rule::{AccessRule, Door};
use crate::store::{projection, time_rule};

pub(super) async fn run(connection: &mut PgConnection, project_id: i64, device_id: i64, whom: Whom) -> Result<DeviceSite> {
    let door = door(connection, project_id, device_id).await?;
    let zone = projection::time_zone(connection, project_id).await?;
    let rules = rules(connection, project_id, device_id).await?;
    let (people, identifiers) = match whom {
        Whom::All => {
            let people = people(connection, project_id, device_id).await?;
            let identifiers = identifiers(connection, project_id, device_id, &people).await?;
            (people, identifiers)
        }
        Whom::Only { user, identifier } => {
            (one_person(connection, project_id, user, identifier).await?, one_identifier(connection, project_id, identifier).await?)
        }
    };
    let schedules = schedules(connection, project_id, device_id).await?;
    Ok(DeviceSite {
        device: Device { id: DeviceId(device_id), time_zone: TimeZone::get(&zone).unwrap_or(TimeZone::UTC), capability: capability(&door) },
        version: door.list_version,
        people,
        identifiers,
        rules,
        schedules,
        license: license(connection, project_id).await?,
    })
}

#[derive(sqlx::FromRow)]
struct DoorRow {
    r#type: String,
    locks: i16,
    identifier_types: Vec<String>,
    list_version: i64,
}

async fn door(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<DoorRow> {
    let row = sqlx::query_as("SELECT type, locks, identifier_types, list_version FROM doors WHERE project_id = $1 AND id = $2 AND NOT deleted");
    row.bind(project_id).bind(id).fetch_optional(connection).await?.ok_or(Error::NotFound)
}

fn capability(door: &DoorRow) -> Capability {
    Capability {
        identifier_types: door.identifier_types.iter().filter_map(|word| IdentifierType::parse(word)).collect(),
        locks: door.locks.clamp(0, 8) as u8,
        // Panels know "first", "second" and "all"; controllers hold an item for each lock.
        lock_choice: if door.r#type == "accesscontroller" { LockChoice::Any } else { LockChoice::FirstSecondOrAll },
        // How full a device is is known to device-gateway, which is told what it refuses.
        max_identifiers: None,
        max_faces: None,
    }
}

#[derive(sqlx::FromRow)]
struct RuleRow {
    id: i64,
    name: String,
    prohibition: bool,
    locks: Vec<i32>,
    users: Vec<i64>,
    identifiers: Vec<i64>,
    groups: Vec<i64>,
    time_rules: Vec<i64>,
}

async fn rules(connection: &mut PgConnection, project_id: i64, device: i64) -> Result<Vec<AccessRule>> {
    let rows: Vec<RuleRow> = sqlx::query_as(
        "SELECT r.id, r.name, r.prohibition,
             ARRAY(SELECT d.lock_number::int FROM rule_devices d WHERE d.rule_id = r.id AND d.device_id = $2) AS locks,
             ARRAY(SELECT x.user_id FROM rule_users x WHERE x.rule_id = r.id) AS users,
             ARRAY(SELECT x.identifier_id FROM rule_identifiers x WHERE x.rule_id = r.id) AS identifiers,
             ARRAY(SELECT x.group_id FROM rule_groups x WHERE x.rule_id = r.id) AS groups,
             ARRAY(SELECT x.time_rule_id FROM rule_time_rules x WHERE x.rule_id = r.id) AS time_rules
         FROM access_rules r WHERE r.project_id = $1 AND r.id IN (SELECT d.rule_id FROM rule_devices d WHERE d.device_id = $2) ORDER BY r.id",
    )
    .bind(project_id)
    .bind(device)
    .fetch_all(connection)
    .await?;
    let rule = |row: RuleRow| AccessRule {
        id: RuleId(row.id),
        name: row.name,
        prohibition: row.prohibition,
        doors: row.locks.into_iter().map(|lock| Door { device: DeviceId(device), lock: lock.clamp(0, 8) as u8 }).collect(),
        users: row.users.into_iter().map(UserId).collect(),
        identifiers: row.identifiers.into_iter().map(IdentifierId).collect(),
        groups: row.groups.into_iter().map(GroupId).collect(),
        schedules: row.time_rules.into_iter().map(ScheduleId).collect(),
    };
    Ok(rows.into_iter().map(rule).collect())
}

#[derive(sqlx::FromRow)]
struct PersonRow {
    id: i64,
    name: String,
    is_active: bool,
    groups: Vec<i64>,
}

const PERSON: &str = "p.id, p.name, p.is_active,
    ARRAY(SELECT DISTINCT c.ancestor_id FROM person_groups pg JOIN group_closure c ON c.descendant_id = pg.group_id WHERE pg.user_id = p.id) AS groups";

fn person(row: PersonRow) -> Person {
    Person { id: UserId(row.id), name: row.name, is_active: row.is_active, groups: row.groups.into_iter().map(GroupId).collect() }
}

/// Those whom the device's rules name by user or group, and owners of the identifiers that they name.
async fn people(connection: &mut PgConnection, project_id: i64, device: i64) -> Result<Vec<Person>> {
    let sql = format!(
        "WITH rule AS (SELECT rule_id FROM rule_devices WHERE device_id = $2),
         named AS (
             SELECT x.user_id AS id FROM rule_users x JOIN rule USING (rule_id)
             UNION SELECT pg.user_id FROM rule_groups g JOIN rule USING (rule_id)
                 JOIN group_closure c ON c.ancestor_id = g.group_id JOIN person_groups pg ON pg.group_id = c.descendant_id
             UNION SELECT i.owner_id FROM rule_identifiers x JOIN rule USING (rule_id) JOIN identifiers i ON i.id = x.identifier_id)
         SELECT {PERSON} FROM people p JOIN named ON named.id = p.id WHERE p.project_id = $1 AND NOT p.deleted ORDER BY p.id",
    );
    let rows: Vec<PersonRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(device).fetch_all(connection).await?;
    Ok(rows.into_iter().map(person).collect())
}

/// The user, or the identifier's owner.
async fn one_person(connection: &mut PgConnection, project_id: i64, user: Option<i64>, identifier: Option<i64>) -> Result<Vec<Person>> {
    let sql = format!(
        "SELECT {PERSON} FROM people p WHERE p.project_id = $1 AND NOT p.deleted
             AND p.id IN (SELECT $2::bigint UNION SELECT i.owner_id FROM identifiers i WHERE i.project_id = $1 AND i.id = $3)",
    );
    let rows: Vec<PersonRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(user).bind(identifier).fetch_all(connection).await?;
    Ok(rows.into_iter().map(person).collect())
}

#[derive(sqlx::FromRow)]
struct IdentifierRow {
    id: i64,
    link_id: Uuid,
    r#type: i16,
    number: String,
    name: String,
    owner_id: Option<i64>,
    owner_type: i16,
    is_active: bool,
    revoked: bool,
    valid_from: Option<OffsetDateTime>,
    valid_to: Option<OffsetDateTime>,
    max_passes: Option<i32>,
    used_passes: i32,
}

const IDENTIFIER: &str = "i.id, i.link_id, i.type, i.number, i.name, i.owner_id, i.owner_type, i.is_active, i.revoked_at IS NOT NULL AS revoked,
    CASE WHEN i.period_restrict_active THEN i.period_restrict_from END AS valid_from,
    CASE WHEN i.period_restrict_active THEN i.period_restrict_to END AS valid_to,
    CASE WHEN i.passes_restrict_active THEN i.passes_restrict_max_count END AS max_passes, i.passes_restrict_passes_count AS used_passes";

/// Those of the people, and those that the rules name themselves.
async fn identifiers(connection: &mut PgConnection, project_id: i64, device: i64, people: &[Person]) -> Result<Vec<Identifier>> {
    let owners: Vec<i64> = people.iter().map(|person| person.id.0).collect();
    let sql = format!(
        "SELECT {IDENTIFIER} FROM identifiers i WHERE i.project_id = $1 AND i.id IN (
             SELECT id FROM identifiers WHERE owner_id = ANY($3)
             UNION SELECT x.identifier_id FROM rule_identifiers x JOIN rule_devices d ON d.rule_id = x.rule_id WHERE d.device_id = $2)
         ORDER BY i.id",
    );
    let rows: Vec<IdentifierRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(device).bind(owners).fetch_all(connection).await?;
    Ok(rows.into_iter().map(identifier).collect())
}

async fn one_identifier(connection: &mut PgConnection, project_id: i64, id: Option<i64>) -> Result<Vec<Identifier>> {
    let sql = format!("SELECT {IDENTIFIER} FROM identifiers i WHERE i.project_id = $1 AND i.id = $2");
    let rows: Vec<IdentifierRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(id).fetch_all(connection).await?;
    Ok(rows.into_iter().map(identifier).collect())
}

fn identifier(row: IdentifierRow) -> Identifier {
    Identifier {
        id: IdentifierId(row.id),
        link_id: row.link_id,
        kind: IdentifierType::ALL[usize::from(row.r#type.clamp(1, 7) as u16) - 1],
        number: row.number,
        name: row.name,
        owner: row.owner_id.map(UserId),
        owner_type: if row.owner_type == 2 { OwnerType::Guest } else { OwnerType::Owner },
        is_active: row.is_active,
        is_revoked: row.revoked,
        valid_from: row.valid_from.map(timestamp),
        valid_to: row.valid_to.map(timestamp),
        passes: row.max_passes.map(|max| Passes { max: max.max(0) as u32, used: row.used_passes.max(0) as u32 }),
        face: None,
    }
}

async fn schedules(connection: &mut PgConnection, project_id: i64, device: i64) -> Result<crate::domain::schedule_book::ScheduleBook> {
    let rows: Vec<time_rule::Row> = sqlx::query_as(
        "SELECT t.id, t.link_id, t.name, t.description, t.schedule, t.has_own_zone, t.domain_id, t.created_by, t.created_by_name, t.created_at, t.updated_at,
             '{}'::bigint[] AS rule_ids, '{}'::text[] AS rule_names
         FROM time_rules t WHERE t.project_id = $1 AND t.id IN (
             SELECT x.time_rule_id FROM rule_time_rules x JOIN rule_devices d ON d.rule_id = x.rule_id WHERE d.device_id = $2)",
    )
    .bind(project_id)
    .bind(device)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(time_rule::Row::booked).collect())
}

/// Types that no licence feature stands before are always allowed; the others only with their feature.
async fn license(connection: &mut PgConnection, project_id: i64) -> Result<LicenseGate> {
    let features = features::of(connection, project_id).await?.unwrap_or_default();
    let has = |feature: &str| features.iter().any(|held| held == feature);
    let allowed = |kind: &IdentifierType| match kind {
        IdentifierType::Face => has("face_id"),
        IdentifierType::LicensePlate => has("license_plate"),
        IdentifierType::Ukey2 => has("ukey2"),
        _ => true,
    };
    Ok(LicenseGate { types: IdentifierType::ALL.into_iter().filter(allowed).collect(), guests: has("identifier.guest") })
}

pub(crate) fn timestamp(at: OffsetDateTime) -> Timestamp {
    Timestamp::from_nanosecond(at.unix_timestamp_nanos()).unwrap_or(Timestamp::UNIX_EPOCH)
}
