//! The tables of elevators.
use kit::error::violated;
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, action, resource};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection, QueryBuilder};
use time::OffsetDateTime;

use super::license::is_group_off;
use super::related::{VisibleIds, retain};
use crate::domain::elevator::{Controller, ElevatorDraft, Floors, Passenger, floors_of};

pub static LISTING: Listing = Listing {
    resource: "elevators",
    select: COLUMNS,
    from: TABLES,
    project: "e.project_id",
    key: "e.id",
    columns: &[
        sortable("name", "e.name", Kind::Text),
        sortable("created_at", "e.created_at", Kind::Time),
        sortable("id", "e.id", Kind::Int),
        column("domain_id", "e.domain_id", Kind::Int),
        related("within_domain_id", "e.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {})"),
        related("device_id", "EXISTS (SELECT 1 FROM elevator_devices x WHERE x.elevator_id = e.id AND x.device_id = {})"),
        related("elevator_access_rule_id", "EXISTS (SELECT 1 FROM elevator_rule_floors x WHERE x.elevator_id = e.id AND x.rule_id = {})"),
    ],
    default_sort: "name",
    search: &["e.name"],
    groups: "e.domain_id IN ({})",
    own: "e.created_by = {}",
    filter: "",
    whole: "",
};

const TABLES: &str = "elevators e LEFT JOIN group_nodes g ON g.id = e.domain_id AND NOT g.deleted";

/// The controllers of the elevator `e` with their maps, in the order in which they were entered.
macro_rules! controllers {
    () => {
        "coalesce((SELECT jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'is_enabled', coalesce(l.is_enabled, false),
             'device_mode', coalesce(l.device_mode, ''), 'floors', coalesce(l.floors, '[]')) ORDER BY x.place)
         FROM elevator_devices x JOIN doors d ON d.id = x.device_id LEFT JOIN lift_controllers l ON l.device_id = d.id
         WHERE x.elevator_id = e.id), '[]')"
    };
}
pub(super) use controllers;

const COLUMNS: &str = concat!(
    "e.id, e.name, e.domain_id, coalesce(g.name, '') AS domain_name, e.version, e.created_by, e.created_by_name, e.created_at, e.updated_at, ",
    controllers!(),
    " AS controllers,
     ARRAY(SELECT r.id FROM elevator_access_rules r WHERE r.id IN (SELECT x.rule_id FROM elevator_rule_floors x WHERE x.elevator_id = e.id)
           ORDER BY r.id LIMIT 500) AS rule_ids,
     ARRAY(SELECT r.name FROM elevator_access_rules r WHERE r.id IN (SELECT x.rule_id FROM elevator_rule_floors x WHERE x.elevator_id = e.id)
           ORDER BY r.id LIMIT 500) AS rule_names"
);

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ElevatorRow {
    pub id: i64,
    pub name: String,
    pub domain_id: i64,
    pub domain_name: String,
    pub version: i64,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub controllers: Json<Vec<Controller>>,
    pub rule_ids: Vec<i64>,
    pub rule_names: Vec<String>,
}

impl ElevatorRow {
    /// Leaves only those of the rules that the caller sees, and the name of a group that they see.
    pub fn retain_visible(&mut self, visible: &VisibleIds) {
        retain(&mut self.rule_ids, &mut self.rule_names, |id| visible.elevator_access_rules.contains(id));
        if !visible.groups.contains(&self.domain_id) {
            self.domain_name.clear();
        }
    }

    pub fn draft(&self) -> ElevatorDraft {
        ElevatorDraft { name: self.name.clone(), group: self.domain_id, devices: self.device_ids() }
    }

    /// Controllers, in the order in which they were entered.
    pub fn device_ids(&self) -> Vec<i64> {
        self.controllers.iter().map(|controller| controller.id).collect()
    }

    pub fn floors(&self) -> Floors {
        floors_of(&self.controllers)
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::Elevator, action::View>,
    query: &ListQuery,
) -> Result<Page<ElevatorRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// `NotFound` for one that is not in the caller's reach.
pub async fn find<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::Elevator, A>, id: i64) -> Result<ElevatorRow> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM {TABLES} WHERE e.project_id = "));
    sql.push_bind(right.project_id()).push(" AND e.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::Elevator, A>,
    id: i64,
) -> Result<Permitted<ElevatorRow, A>> {
    // Locks first and reads then: the row comes with the controllers that a change which held the lock before has left.
    sqlx::query("SELECT id FROM elevators WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE")
        .bind(right.project_id())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    LISTING.find_for_update(connection, right, id).await
}

/// Without its controllers.
pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::Elevator, action::Create>,
    draft: &ElevatorDraft,
    now: OffsetDateTime,
) -> Result<i64> {
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO elevators (project_id, name, domain_id, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id",
    )
    .bind(right.project_id())
    .bind(draft.name.trim())
    .bind(draft.group)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    set_controllers(connection, right.project_id(), id, &draft.devices).await?;
    Ok(id)
}

pub async fn update(
    connection: &mut PgConnection,
    found: &Permitted<ElevatorRow, action::Edit>,
    draft: &ElevatorDraft,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query("UPDATE elevators SET name = $3, domain_id = $4, updated_at = $5, version = version + 1 WHERE project_id = $1 AND id = $2")
        .bind(found.project_id())
        .bind(found.id)
        .bind(draft.name.trim())
        .bind(draft.group)
        .bind(now)
        .execute(&mut *connection)
        .await?;
    if draft.devices != found.device_ids() {
        set_controllers(connection, found.project_id(), found.id, &draft.devices).await?;
    }
    Ok(())
}

/// Its controllers are free then, and rules lose it.
pub async fn delete(connection: &mut PgConnection, found: &Permitted<ElevatorRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM elevators WHERE project_id = $1 AND id = $2").bind(found.project_id()).bind(found.id).execute(connection).await?;
    Ok(())
}

/// The index decides between two elevators that take a controller at the same time.
async fn set_controllers(connection: &mut PgConnection, project_id: i64, elevator: i64, devices: &[i64]) -> Result<()> {
    sqlx::query("DELETE FROM elevator_devices WHERE elevator_id = $1").bind(elevator).execute(&mut *connection).await?;
    sqlx::query(
        "INSERT INTO elevator_devices (device_id, elevator_id, project_id, place)
         SELECT d, $1, $2, place FROM unnest($3::bigint[]) WITH ORDINALITY AS t(d, place) ORDER BY d",
    )
    .bind(elevator)
    .bind(project_id)
    .bind(devices)
    .execute(connection)
    .await
    .map_err(|error| match violated(&error) {
        Some("elevator_devices_linked") => Error::conflict("controller already linked to another elevator"),
        _ => error.into(),
    })?;
    Ok(())
}

/// Whether one of the devices is a lift controller with a floor.
pub async fn has_floor(connection: &mut PgConnection, project_id: i64, devices: &[i64]) -> Result<bool> {
    let found = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM lift_controllers WHERE project_id = $1 AND device_id = ANY($2) AND floors <> '[]')");
    Ok(found.bind(project_id).bind(devices).fetch_one(connection).await?)
}

/// Those of the devices that are lift controllers.
pub async fn lift_controllers(connection: &mut PgConnection, project_id: i64, devices: &[i64]) -> Result<Vec<i64>> {
    let found = sqlx::query_scalar("SELECT device_id FROM lift_controllers WHERE project_id = $1 AND device_id = ANY($2)");
    Ok(found.bind(project_id).bind(devices).fetch_all(connection).await?)
}

/// An elevator with its controllers, for what no caller asks for.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ServedElevator {
    pub id: i64,
    pub domain_id: i64,
    pub controllers: Json<Vec<Controller>>,
}

/// The elevators that a panel serves: those of its group and of the groups above it.
pub async fn served_by_panel(connection: &mut PgConnection, project_id: i64, panel: i64) -> Result<Vec<ServedElevator>> {
    let statement = concat!(
        "SELECT e.id, e.domain_id, ",
        controllers!(),
        " AS controllers FROM doors p
         JOIN group_closure c ON c.descendant_id = p.domain_id JOIN elevators e ON e.domain_id = c.ancestor_id
         WHERE p.project_id = $1 AND p.id = $2 AND p.type = 'panel' AND NOT p.deleted AND e.project_id = $1 ORDER BY e.id LIMIT 100"
    );
    Ok(sqlx::query_as(statement).bind(project_id).bind(panel).fetch_all(connection).await?)
}

/// What is known of a person about one elevator.
#[derive(Clone, Debug, sqlx::FromRow)]
struct PassengerRow {
    is_active: bool,
    rule_floors: Vec<i32>,
    homes: Vec<String>,
}

/// Whose floors are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rider {
    /// The user.
    User(i64),
    /// Somebody who has shown a guest's key of the user, and may go where the user lives.
    GuestOf(i64),
}

/// A user who is not there may go to public floors.
pub async fn passenger(connection: &mut PgConnection, project_id: i64, elevator: i64, rider: Rider, is_licensed: bool) -> Result<Passenger> {
    let (Rider::User(user) | Rider::GuestOf(user)) = rider;
    let sql = format!(
        "SELECT p.is_active AND NOT p.deleted AND NOT p.elevator_access_disabled
                 AND NOT EXISTS (SELECT 1 FROM elevators e WHERE e.id = $3 AND {}) AS is_active,
             ARRAY(SELECT DISTINCT f.floor::int FROM elevator_rule_users u JOIN elevator_rule_floors f ON f.rule_id = u.rule_id
                   WHERE u.user_id = p.id AND f.elevator_id = $3) AS rule_floors,
             ARRAY(SELECT coalesce(unit.address, '00') || '-' || home.address
                   FROM person_groups m
                   JOIN group_addresses home ON home.group_id = m.group_id AND home.kind = 'apartment' AND home.address <> ''
                   JOIN group_closure below ON below.descendant_id = m.group_id
                   JOIN elevators e ON e.id = $3 AND e.domain_id = below.ancestor_id
                   LEFT JOIN LATERAL (
                       SELECT a.address FROM group_closure c JOIN group_addresses a ON a.group_id = c.ancestor_id AND a.kind = 'unit' AND a.address <> ''
                       WHERE c.descendant_id = m.group_id ORDER BY c.depth LIMIT 1) unit ON true
                   WHERE m.user_id = p.id) AS homes
         FROM people p WHERE p.project_id = $1 AND p.id = $2",
        is_group_off("e.domain_id")
    );
    let row: Option<PassengerRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(user).bind(elevator).fetch_optional(connection).await?;
    Ok(row.map_or_else(Passenger::default, |row| Passenger {
        is_entitled: row.is_active && is_licensed,
        rule_floors: if matches!(rider, Rider::User(_)) { row.rule_floors.into_iter().collect() } else { Default::default() },
        homes: row.homes.into_iter().collect(),
    }))
}

/// Whether the identifier is a guest's. One that is not there any more may have been; 0 is none, and nobody's.
pub async fn is_guests(connection: &mut PgConnection, project_id: i64, identifier: i64) -> Result<bool> {
    let found: Option<bool> = sqlx::query_scalar("SELECT owner_type = 2 FROM identifiers WHERE project_id = $1 AND id = $2")
        .bind(project_id)
        .bind(identifier)
        .fetch_optional(connection)
        .await?;
    Ok(found.unwrap_or(identifier != 0))
}

/// An elevator that an event of another service changes, as it is published.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PublishedElevator {
    pub id: i64,
    pub version: i64,
    pub name: String,
    pub domain_id: i64,
    pub device_ids: Vec<i64>,
}

impl From<&ElevatorRow> for PublishedElevator {
    fn from(row: &ElevatorRow) -> Self {
        PublishedElevator { id: row.id, version: row.version, name: row.name.clone(), domain_id: row.domain_id, device_ids: row.device_ids() }
    }
}
