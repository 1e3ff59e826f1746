//! The tables of elevator access rules.
use std::collections::BTreeMap;

use kit::listing::{Kind, Permitted, related, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, Caller, Resource, action, resource};
use serde::Deserialize;
use sqlx::types::Json;
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;

use super::elevator::{self, controllers};
use super::related::{VisibleIds, retain};
use crate::domain::access_rule::{MAX_WHOLE, Members};
use crate::domain::elevator::{Controller, Floors, floors_of};
use crate::domain::elevator_access_rule::{ElevatorAccessRuleDraft, GivenFloors};

pub static LISTING: Listing = Listing {
    resource: "elevator-access-rules",
    select: COLUMNS,
    from: "elevator_access_rules r",
    project: "r.project_id",
    key: "r.id",
    columns: &[
        sortable("name", "r.name", Kind::Text),
        sortable("created_at", "r.created_at", Kind::Time),
        sortable("id", "r.id", Kind::Int),
        related("user_id", "EXISTS (SELECT 1 FROM elevator_rule_users x WHERE x.rule_id = r.id AND x.user_id = {})"),
        related("elevator_id", "EXISTS (SELECT 1 FROM elevator_rule_floors x WHERE x.rule_id = r.id AND x.elevator_id = {})"),
        related(
            "within_domain_id",
            "EXISTS (SELECT 1 FROM elevator_rule_floors x JOIN elevators e ON e.id = x.elevator_id
                     JOIN group_closure c ON c.descendant_id = e.domain_id WHERE x.rule_id = r.id AND c.ancestor_id = {})",
        ),
    ],
    default_sort: "name",
    search: &["r.name"],
    // A rule is seen in the groups of its elevators.
    groups: "EXISTS (SELECT 1 FROM elevator_rule_floors x JOIN elevators e ON e.id = x.elevator_id WHERE x.rule_id = r.id AND e.domain_id IN ({}))",
    own: "r.created_by = {}",
    filter: "",
    // Nobody changes a rule about elevators beyond their reach: they could go there.
    whole: "NOT EXISTS (SELECT 1 FROM elevator_rule_floors x JOIN elevators e ON e.id = x.elevator_id WHERE x.rule_id = r.id AND e.domain_id NOT IN ({}))",
};

/// `$limit`: of users.
macro_rules! columns {
    ($limit:literal) => {
        concat!(
            "r.id, r.name, r.description, r.created_by, r.created_by_name, r.created_at, r.updated_at,
     ARRAY(SELECT p.id FROM elevator_rule_users x JOIN people p ON p.id = x.user_id WHERE x.rule_id = r.id AND NOT p.deleted ORDER BY p.id LIMIT ",
            $limit,
            ") AS user_ids,
     ARRAY(SELECT p.name FROM elevator_rule_users x JOIN people p ON p.id = x.user_id WHERE x.rule_id = r.id AND NOT p.deleted ORDER BY p.id LIMIT ",
            $limit,
            ") AS user_names,
     coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name, 'floors', named.floors, 'controllers', ",
            controllers!(),
            ") ORDER BY e.id)
               FROM (SELECT f.elevator_id, array_agg(f.floor ORDER BY f.floor) AS floors FROM elevator_rule_floors f WHERE f.rule_id = r.id
                     GROUP BY f.elevator_id) named
               JOIN elevators e ON e.id = named.elevator_id), '[]') AS elevators"
        )
    };
}

const COLUMNS: &str = columns!(500);
/// One more than there may be, so that it is not taken for all.
const WHOLE_COLUMNS: &str = columns!(20_001);

/// With every user of a rule.
static WHOLE_LISTING: Listing = Listing { select: WHOLE_COLUMNS, ..LISTING };

fn listing(members: Members) -> &'static Listing {
    match members {
        Members::First => &LISTING,
        Members::Whole => &WHOLE_LISTING,
    }
}

/// An elevator that a rule names, with its maps.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedElevator {
    pub id: i64,
    pub name: String,
    /// Floors that the rule gives.
    pub floors: Vec<i32>,
    controllers: Vec<Controller>,
}

/// More than an answer of everybody in a rule holds.
fn too_many() -> Error {
    Error::Conflict { code: "too_many_items", message: format!("too many items: at most {MAX_WHOLE}"), data: serde_json::json!({ "max": MAX_WHOLE }) }
}

impl NamedElevator {
    /// Floors of the elevator itself.
    pub fn mapped(&self) -> Floors {
        floors_of(&self.controllers)
    }
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ElevatorAccessRuleRow {
    pub id: i64,
    pub name: String,
    pub description: Option<String>,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub user_ids: Vec<i64>,
    pub user_names: Vec<String>,
    pub elevators: Json<Vec<NamedElevator>>,
}

impl ElevatorAccessRuleRow {
    /// Refuses one with more users than are read: it would be taken for whole.
    fn ensure_is_whole(&self) -> Result<()> {
        if self.user_ids.len() <= MAX_WHOLE { Ok(()) } else { Err(too_many()) }
    }

    /// Leaves only those of the named entities that the caller sees.
    pub fn retain_visible(&mut self, visible: &VisibleIds) {
        retain(&mut self.user_ids, &mut self.user_names, |id| visible.users.contains(id));
        self.elevators.retain(|elevator| visible.elevators.contains(&elevator.id));
    }

    pub fn elevator_ids(&self) -> Vec<i64> {
        self.elevators.iter().map(|elevator| elevator.id).collect()
    }

    pub fn draft(&self) -> ElevatorAccessRuleDraft {
        ElevatorAccessRuleDraft {
            name: self.name.clone(),
            description: self.description.clone(),
            users: self.user_ids.clone(),
            elevators: self.elevators.iter().map(|elevator| GivenFloors { id: elevator.id, floors: elevator.floors.clone() }).collect(),
        }
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::ElevatorAccessRule, action::View>,
    query: &ListQuery,
    members: Members,
) -> Result<Page<ElevatorAccessRuleRow>> {
    let page: Page<ElevatorAccessRuleRow> = listing(members).page(connection, right.project_id(), right.scope(), query).await?;
    page.items.iter().try_for_each(ElevatorAccessRuleRow::ensure_is_whole)?;
    Ok(page)
}

/// `NotFound` for one that is not in the caller's reach.
pub async fn find<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::ElevatorAccessRule, A>,
    id: i64,
    members: Members,
) -> Result<ElevatorAccessRuleRow> {
    let columns = listing(members).select;
    let mut sql = QueryBuilder::new(format!("SELECT {columns} FROM elevator_access_rules r WHERE r.project_id = "));
    sql.push_bind(right.project_id()).push(" AND r.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// The reach of elevators decides, also for those who reach rules further than elevators.
pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::ElevatorAccessRule, A>,
    id: i64,
    members: Members,
) -> Result<Permitted<ElevatorAccessRuleRow, A>> {
    // Locks first and reads then: the row comes with what a change which held the lock before has left.
    sqlx::query("SELECT id FROM elevator_access_rules WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE")
        .bind(right.project_id())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    let found: Permitted<ElevatorAccessRuleRow, A> = listing(members).find_for_update(connection, right, id).await?;
    found.ensure_is_whole()?;
    let named = found.elevator_ids();
    let visible = elevator::LISTING.visible(connection, right.caller(), Resource::Elevator, &named).await?;
    if named.iter().all(|id| visible.contains(id)) { Ok(found) } else { Err(Error::Forbidden) }
}

/// The floors of those of the elevators that the caller sees; an error that names the others.
pub async fn maps_of_visible(connection: &mut PgConnection, caller: &Caller, elevators: &[i64]) -> Result<BTreeMap<i64, Floors>> {
    let seen = elevator::LISTING.visible(connection, caller, Resource::Elevator, elevators).await?;
    kit::related::complete("elevator", elevators, &seen)?;
    let statement = concat!(
        "SELECT e.id, ",
        controllers!(),
        " AS controllers FROM elevators e WHERE e.project_id = $1 AND e.id = ANY($2) ORDER BY e.id FOR SHARE OF e"
    );
    let rows: Vec<(i64, Json<Vec<Controller>>)> = sqlx::query_as(statement).bind(caller.project_id).bind(elevators).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(id, controllers)| (id, floors_of(&controllers))).collect())
}

/// With everything that the draft names.
pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::ElevatorAccessRule, action::Create>,
    draft: &ElevatorAccessRuleDraft,
    now: OffsetDateTime,
) -> Result<i64> {
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO elevator_access_rules (project_id, name, description, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id",
    )
    .bind(right.project_id())
    .bind(draft.name.trim())
    .bind(&draft.description)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    set_users(connection, right.project_id(), id, &[], &draft.users).await?;
    set_floors(connection, right.project_id(), id, &draft.elevators).await?;
    Ok(id)
}

/// `visible_users` are those whom the caller has seen in the rule: others they cannot have taken away, and they stay.
pub async fn update(
    connection: &mut PgConnection,
    found: &Permitted<ElevatorAccessRuleRow, action::Edit>,
    visible_users: &[i64],
    draft: &ElevatorAccessRuleDraft,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE elevator_access_rules SET name = $3, description = $4, updated_at = $5, version = version + 1 WHERE project_id = $1 AND id = $2",
    )
    .bind(found.project_id())
    .bind(found.id)
    .bind(draft.name.trim())
    .bind(&draft.description)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    let removed: Vec<i64> = visible_users.iter().copied().filter(|id| !draft.users.contains(id)).collect();
    set_users(connection, found.project_id(), found.id, &removed, &draft.users).await?;
    if draft.elevators != found.draft().elevators {
        set_floors(connection, found.project_id(), found.id, &draft.elevators).await?;
    }
    Ok(())
}

/// What the rule names is deleted with it.
pub async fn delete(connection: &mut PgConnection, found: &Permitted<ElevatorAccessRuleRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM elevator_access_rules WHERE project_id = $1 AND id = $2")
        .bind(found.project_id())
        .bind(found.id)
        .execute(connection)
        .await?;
    Ok(())
}

async fn set_users(connection: &mut PgConnection, project_id: i64, rule: i64, removed: &[i64], users: &[i64]) -> Result<()> {
    if !removed.is_empty() {
        let statement = "DELETE FROM elevator_rule_users WHERE rule_id = $1 AND user_id = ANY($2)";
        sqlx::query(statement).bind(rule).bind(removed).execute(&mut *connection).await?;
    }
    sqlx::query("INSERT INTO elevator_rule_users (rule_id, user_id, project_id) SELECT $1, x, $2 FROM unnest($3::bigint[]) x ON CONFLICT DO NOTHING")
        .bind(rule)
        .bind(project_id)
        .bind(users)
        .execute(connection)
        .await?;
    Ok(())
}

async fn set_floors(connection: &mut PgConnection, project_id: i64, rule: i64, elevators: &[GivenFloors]) -> Result<()> {
    let (ids, floors): (Vec<i64>, Vec<i32>) = elevators.iter().flat_map(|elevator| elevator.floors.iter().map(|floor| (elevator.id, *floor))).unzip();
    sqlx::query("DELETE FROM elevator_rule_floors WHERE rule_id = $1").bind(rule).execute(&mut *connection).await?;
    sqlx::query(
        "INSERT INTO elevator_rule_floors (rule_id, elevator_id, floor, project_id)
         SELECT $1, e, f, $2 FROM unnest($3::bigint[], $4::int[]) AS t(e, f)",
    )
    .bind(rule)
    .bind(project_id)
    .bind(ids)
    .bind(floors)
    .execute(connection)
    .await?;
    Ok(())
}
