//! What decides about one device, read from the tables into the domain's types.
use kit::zone::timestamp;
use kit::{Error, Result, zone};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::access_matrix::MatrixSite;
use crate::domain::access_rule::{AccessRule, Door};
use crate::domain::device::{Capability, Device, LockChoice};
use crate::domain::device_access::DeviceAccess;
use crate::domain::guest_key::KeyWeek;
use crate::domain::identifier::{Identifier, IdentifierType, IdentifierTypes, LicenseGate, Origin, OwnerType, Passes};
use crate::domain::ids::{DeviceId, GroupId, IdentifierId, RuleId, ScheduleId, UserId};
use crate::domain::schedule_book::ScheduleBook;
use crate::domain::user::User;
use crate::projection;
use crate::store::license::{features_in_use, is_identifier_off};
use crate::store::{lockdown, time_rule};

/// Whose access to read.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// Everybody whom the rules of the device name.
    Everybody,
    /// One user.
    User(i64),
    /// One identifier, and its owner.
    Identifier(i64),
}

/// `at`: the time that is asked about. `NotFound` when the project has no such device. Several statements: read them in one snapshot (`store::snapshot`).
pub async fn find(connection: &mut PgConnection, project_id: i64, device_id: i64, subject: Subject, at: OffsetDateTime) -> Result<DeviceAccess> {
    let device = device(connection, project_id, device_id).await?;
    // Devices do not report the zone of their clock: it is taken to be the project's.
    let time_zone = projection::project::time_zone(connection, project_id).await?;
    let rules = rules(connection, project_id, &[device_id]).await?;
    let (users, identifiers) = match subject {
        Subject::Everybody => {
            let users = users(connection, project_id, device_id).await?;
            let identifiers = identifiers(connection, project_id, device_id, &users, at).await?;
            (users, identifiers)
        }
        Subject::User(id) => (user_by_id(connection, project_id, id).await?, Vec::new()),
        Subject::Identifier(id) => {
            let identifiers = identifier_by_id(connection, project_id, id, device_id, at).await?;
            let users = match identifiers.first().and_then(|identifier| identifier.owner) {
                Some(owner) => user_by_id(connection, project_id, owner.0).await?,
                None => Vec::new(),
            };
            (users, identifiers)
        }
    };
    let schedules = schedules(connection, project_id, &[device_id], &[]).await?;
    Ok(DeviceAccess {
        device: Device { id: DeviceId(device_id), time_zone: zone::find(&time_zone), capability: capability(&device) },
        version: device.list_version,
        users,
        identifiers,
        rules,
        schedules,
        license: license(connection, project_id).await?,
    })
}

#[derive(sqlx::FromRow)]
struct DeviceRow {
    r#type: String,
    locks: i16,
    identifier_types: Vec<String>,
    list_version: i64,
}

#[derive(sqlx::FromRow)]
struct ListedDeviceRow {
    id: i64,
    #[sqlx(flatten)]
    device: DeviceRow,
}

/// Everything about some devices that does not depend on who asks. Several statements: read them in one snapshot.
pub async fn find_site(connection: &mut PgConnection, project_id: i64, devices: &[i64], more_schedules: &[i64]) -> Result<MatrixSite> {
    let time_zone = zone::find(&projection::project::time_zone(connection, project_id).await?);
    let rows: Vec<ListedDeviceRow> = sqlx::query_as(
        "SELECT id, type, locks, identifier_types, list_version FROM doors WHERE project_id = $1 AND id = ANY($2) AND NOT deleted ORDER BY id",
    )
    .bind(project_id)
    .bind(devices)
    .fetch_all(&mut *connection)
    .await?;
    let device = |row: ListedDeviceRow| Device { id: DeviceId(row.id), time_zone: time_zone.clone(), capability: capability(&row.device) };
    Ok(MatrixSite {
        devices: rows.into_iter().map(device).collect(),
        rules: rules(connection, project_id, devices).await?,
        schedules: schedules(connection, project_id, devices, more_schedules).await?,
        license: license(connection, project_id).await?,
    })
}

async fn device(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<DeviceRow> {
    let row = sqlx::query_as("SELECT type, locks, identifier_types, list_version FROM doors WHERE project_id = $1 AND id = $2 AND NOT deleted");
    row.bind(project_id).bind(id).fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// None for a device that the project does not have.
pub async fn device_name(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<String>> {
    let name = sqlx::query_scalar("SELECT name FROM doors WHERE project_id = $1 AND id = $2");
    Ok(name.bind(project_id).bind(id).fetch_optional(connection).await?)
}

fn capability(device: &DeviceRow) -> Capability {
    Capability {
        identifier_types: readable_types(&device.identifier_types),
        locks: device.locks.clamp(0, 8) as u8,
        // Panels know "first", "second" and "all"; controllers hold an item for each lock.
        lock_choice: if device.r#type == "accesscontroller" { LockChoice::Any } else { LockChoice::FirstSecondOrAll },
        // Not known here: device-gateway learns from the device what it has no room for.
        max_identifiers: None,
        max_faces: None,
    }
}

/// A device that reads a ukey reads the key of an application, too: it does not tell them apart.
fn readable_types(words: &[String]) -> IdentifierTypes {
    let types = words.iter().filter_map(|word| IdentifierType::parse(word));
    types.flat_map(|kind| [Some(kind), (kind == IdentifierType::Ukey).then_some(IdentifierType::Ukey2)]).flatten().collect()
}

#[derive(sqlx::FromRow)]
struct RuleRow {
    id: i64,
    name: String,
    prohibition: bool,
    is_shareable: bool,
    devices: Vec<i64>,
    locks: Vec<i32>,
    users: Vec<i64>,
    identifiers: Vec<i64>,
    groups: Vec<i64>,
    time_rules: Vec<i64>,
}

/// With those of their locks that the devices have. Lockdowns are among them.
async fn rules(connection: &mut PgConnection, project_id: i64, devices: &[i64]) -> Result<Vec<AccessRule>> {
    let rows: Vec<RuleRow> = sqlx::query_as(
        "SELECT r.id, r.name, r.prohibition, r.is_shareable,
             ARRAY(SELECT d.device_id FROM rule_devices d WHERE d.rule_id = r.id AND d.device_id = ANY($2) ORDER BY d.device_id, d.lock_number) AS devices,
             ARRAY(SELECT d.lock_number::int FROM rule_devices d WHERE d.rule_id = r.id AND d.device_id = ANY($2) ORDER BY d.device_id, d.lock_number) AS locks,
             ARRAY(SELECT x.user_id FROM rule_users x WHERE x.rule_id = r.id) AS users,
             ARRAY(SELECT x.identifier_id FROM rule_identifiers x WHERE x.rule_id = r.id) AS identifiers,
             ARRAY(SELECT x.group_id FROM rule_groups x WHERE x.rule_id = r.id) AS groups,
             ARRAY(SELECT x.time_rule_id FROM rule_time_rules x WHERE x.rule_id = r.id) AS time_rules
         FROM access_rules r WHERE r.project_id = $1 AND r.id IN (SELECT d.rule_id FROM rule_devices d WHERE d.device_id = ANY($2)) ORDER BY r.id",
    )
    .bind(project_id)
    .bind(devices)
    .fetch_all(&mut *connection)
    .await?;
    let rule = |row: RuleRow| AccessRule {
        id: RuleId(row.id),
        name: row.name,
        prohibition: row.prohibition,
        is_shareable: row.is_shareable,
        doors: row.devices.into_iter().zip(row.locks).map(|(device, lock)| Door { device: DeviceId(device), lock: lock.clamp(0, 8) as u8 }).collect(),
        users: row.users.into_iter().map(UserId).collect(),
        identifiers: row.identifiers.into_iter().map(IdentifierId).collect(),
        groups: row.groups.into_iter().map(GroupId).collect(),
        everybody_but: None,
        schedules: row.time_rules.into_iter().map(ScheduleId).collect(),
    };
    Ok(rows.into_iter().map(rule).chain(lockdown::rules(connection, project_id, devices).await?).collect())
}

#[derive(sqlx::FromRow)]
struct UserRow {
    id: i64,
    name: String,
    is_active: bool,
    groups: Vec<i64>,
}

const USER: &str = "p.id, p.name, p.is_active,
    ARRAY(SELECT DISTINCT c.ancestor_id FROM person_groups pg JOIN group_closure c ON c.descendant_id = pg.group_id WHERE pg.user_id = p.id) AS groups";

fn user(row: UserRow) -> User {
    User { id: UserId(row.id), name: row.name, is_active: row.is_active, groups: row.groups.into_iter().map(GroupId).collect() }
}

/// Users that the rules of the device name themselves or by a group, and owners of the identifiers that they name.
async fn users(connection: &mut PgConnection, project_id: i64, device: i64) -> Result<Vec<User>> {
    let sql = format!(
        "WITH rule AS (SELECT rule_id FROM rule_devices WHERE device_id = $2),
         named AS (
             SELECT x.user_id AS id FROM rule_users x JOIN rule USING (rule_id)
             UNION SELECT pg.user_id FROM rule_groups g JOIN rule USING (rule_id)
                 JOIN group_closure c ON c.ancestor_id = g.group_id JOIN person_groups pg ON pg.group_id = c.descendant_id
             UNION SELECT i.owner_id FROM rule_identifiers x JOIN rule USING (rule_id) JOIN identifiers i ON i.id = x.identifier_id)
         SELECT {USER} FROM people p JOIN named ON named.id = p.id WHERE p.project_id = $1 AND NOT p.deleted ORDER BY p.id",
    );
    let rows: Vec<UserRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(device).fetch_all(connection).await?;
    Ok(rows.into_iter().map(user).collect())
}

async fn user_by_id(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Vec<User>> {
    let sql = format!("SELECT {USER} FROM people p WHERE p.project_id = $1 AND NOT p.deleted AND p.id = $2");
    let rows: Vec<UserRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(id).fetch_all(connection).await?;
    Ok(rows.into_iter().map(user).collect())
}

#[derive(Clone, sqlx::FromRow)]
struct IdentifierRow {
    id: i64,
    link_id: Uuid,
    r#type: i16,
    number: String,
    name: String,
    owner_id: Option<i64>,
    owner_type: i16,
    origin: i16,
    is_active: bool,
    revoked: bool,
    valid_from: Option<OffsetDateTime>,
    valid_to: Option<OffsetDateTime>,
    max_passes: Option<i32>,
    used_passes: i32,
    is_guest_key: bool,
    is_link_only: bool,
    visit_ends_at: Option<OffsetDateTime>,
    visit_full: Vec<i64>,
    face: Option<String>,
    hours: Option<Json<KeyWeek>>,
    is_counted_exactly: bool,
    time_zone: Option<String>,
    is_owner_off: bool,
}

fn identifier_columns() -> String {
    format!("{IDENTIFIER}, {} AS is_owner_off", is_identifier_off())
}

const IDENTIFIER: &str = "i.id, i.link_id, i.type, i.number, i.name, i.owner_id, i.owner_type, i.origin,
    i.is_active AND NOT EXISTS (SELECT 1 FROM license_suspended x WHERE x.item_id = i.id) AS is_active, i.revoked_at IS NOT NULL AS revoked,
    CASE WHEN i.period_restrict_active THEN i.period_restrict_from END AS valid_from,
    CASE WHEN i.period_restrict_active THEN i.period_restrict_to END AS valid_to,
    CASE WHEN i.passes_restrict_active THEN i.passes_restrict_max_count END AS max_passes, i.passes_restrict_passes_count AS used_passes,
    k.identifier_id IS NOT NULL AS is_guest_key, coalesce(k.kind = 4, false) AS is_link_only, k.visit_ends_at, coalesce(k.visit_full, '{}') AS visit_full,
    f.sha256 AS face, coalesce(k.is_counted_exactly AND i.passes_restrict_active, false) AS is_counted_exactly, k.hours, CASE WHEN k.hours IS NOT NULL THEN (SELECT z.time_zone FROM projects z WHERE z.project_id = i.project_id) END AS time_zone";

const IDENTIFIERS: &str = "identifiers i LEFT JOIN guest_keys k ON k.identifier_id = i.id LEFT JOIN identifier_photos f ON f.identifier_id = i.id";

/// Identifiers of the users, and those that the rules name themselves. Those that are revoked or expired are on no list, and there are
/// many of them: guests come and go.
async fn identifiers(connection: &mut PgConnection, project_id: i64, device: i64, users: &[User], at: OffsetDateTime) -> Result<Vec<Identifier>> {
    let owners: Vec<i64> = users.iter().map(|user| user.id.0).collect();
    let sql = format!(
        "SELECT {} FROM {IDENTIFIERS} WHERE i.project_id = $1 AND i.id IN (
             SELECT id FROM identifiers WHERE owner_id = ANY($3)
             UNION SELECT x.identifier_id FROM rule_identifiers x JOIN rule_devices d ON d.rule_id = x.rule_id WHERE d.device_id = $2)
             AND i.revoked_at IS NULL AND (NOT i.period_restrict_active OR i.period_restrict_to IS NULL OR i.period_restrict_to > $4)
         ORDER BY i.id",
        identifier_columns()
    );
    let rows: Vec<IdentifierRow> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(device).bind(owners).bind(at).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|row| identifier(row, device, at)).collect())
}

async fn identifier_by_id(connection: &mut PgConnection, project_id: i64, id: i64, device: i64, at: OffsetDateTime) -> Result<Vec<Identifier>> {
    let sql = format!("SELECT {} FROM {IDENTIFIERS} WHERE i.project_id = $1 AND i.id = $2", identifier_columns());
    let rows: Vec<IdentifierRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(id).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|row| identifier(row, device, at)).collect())
}

/// As the list of the device has it: while a visit goes on that has room for the device, one pass more is left there.
fn identifier(row: IdentifierRow, device: i64, at: OffsetDateTime) -> Identifier {
    let has_room = row.visit_ends_at.is_some_and(|ends| at < ends) && !row.visit_full.contains(&device);
    let used = row.used_passes.max(0) as u32;
    let used = if has_room { used.saturating_sub(1) } else { used };
    Identifier {
        id: IdentifierId(row.id),
        link_id: row.link_id,
        kind: IdentifierType::from_number(row.r#type.into()).unwrap_or(IdentifierType::Card),
        number: row.number,
        name: row.name,
        owner: row.owner_id.map(UserId),
        owner_type: OwnerType::from_number(row.owner_type.into()),
        is_guest_key: row.is_guest_key,
        is_reservation: row.origin == Origin::Reservation.number(),
        is_owner_off: row.is_owner_off,
        is_link_only: row.is_link_only,
        is_active: row.is_active,
        is_revoked: row.revoked,
        valid_from: row.valid_from.map(timestamp),
        valid_to: row.valid_to.map(timestamp),
        passes: row.max_passes.map(|max| Passes { max: max.max(0) as u32, used }),
        face: row.face,
        hours: row.hours.map(|hours| hours.0.in_zone(row.time_zone.as_deref())),
        is_counted_exactly: row.is_counted_exactly,
    }
}

/// A guest's key as the list of each of the devices has it, in their order, and its giver.
pub async fn find_key(
    connection: &mut PgConnection,
    project_id: i64,
    id: i64,
    devices: &[i64],
    at: OffsetDateTime,
) -> Result<(Vec<Identifier>, Option<User>)> {
    let sql = format!("SELECT {} FROM {IDENTIFIERS} WHERE i.project_id = $1 AND i.id = $2", identifier_columns());
    let row: Option<IdentifierRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(id).fetch_optional(&mut *connection).await?;
    let row = row.ok_or(Error::NotFound)?;
    let giver = match row.owner_id {
        Some(owner) => user_by_id(connection, project_id, owner).await?.pop(),
        None => None,
    };
    Ok((devices.iter().map(|device| identifier(row.clone(), *device, at)).collect(), giver))
}

/// Those of the devices' rules, and others.
async fn schedules(connection: &mut PgConnection, project_id: i64, devices: &[i64], others: &[i64]) -> Result<ScheduleBook> {
    let rows: Vec<time_rule::TimeRuleRow> = sqlx::query_as(
        "SELECT t.id, t.link_id, t.name, t.description, t.schedule, t.has_own_zone, t.domain_id, t.created_by, t.created_by_name, t.created_at, t.updated_at,
             '{}'::bigint[] AS rule_ids, '{}'::text[] AS rule_names
         FROM time_rules t WHERE t.project_id = $1 AND (t.id = ANY($3) OR t.id IN (
             SELECT x.time_rule_id FROM rule_time_rules x JOIN rule_devices d ON d.rule_id = x.rule_id WHERE d.device_id = ANY($2)))",
    )
    .bind(project_id)
    .bind(devices)
    .bind(others)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(time_rule::TimeRuleRow::booked).collect())
}

/// Types that need no licence feature are always allowed; the others only with their feature. None while the features
/// of the project are not known, as after an upgrade: nobody is held up by that (as in `kit::features::require`).
async fn license(connection: &mut PgConnection, project_id: i64) -> Result<Option<LicenseGate>> {
    let Some(features) = features_in_use(connection, project_id).await? else { return Ok(None) };
    let has = |feature: &str| features.iter().any(|held| held == feature);
    let allowed = |kind: &IdentifierType| match kind {
        IdentifierType::Face => has("face_id"),
        IdentifierType::LicensePlate => has("license_plate"),
        IdentifierType::Ukey2 => has("ukey2"),
        _ => true,
    };
    Ok(Some(LicenseGate { types: IdentifierType::ALL.into_iter().filter(allowed).collect(), guests: has("identifier.guest") }))
}
