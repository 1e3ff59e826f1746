//! Rows and columns of the access matrix.
use std::collections::HashMap;

use kit::listing::{Kind, column, related, sortable};
use kit::{ListQuery, Listing, Page, Result};
use policy::{Action, Authorized, Resource, action, resource};
use sqlx::{AssertSqlSafe, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::access_matrix::{MatrixDoor, MatrixUser};
use crate::domain::identifier::{IdentifierType, IdentifierTypes};
use crate::domain::ids::{DeviceId, GroupId, UserId};
use crate::domain::user::User;
use crate::store::license::is_person_off;

const OF_USERS: Listing = Listing {
    resource: "access-matrix",
    select: "p.id, p.name, p.is_active,
        ARRAY(SELECT DISTINCT c.ancestor_id FROM person_groups m JOIN group_closure c ON c.descendant_id = m.group_id WHERE m.user_id = p.id) AS groups",
    from: "people p",
    project: "p.project_id",
    key: "p.id",
    columns: &[
        sortable("name", "p.name", Kind::Text),
        sortable("id", "p.id", Kind::Int),
        column("is_active", "p.is_active", Kind::Bool),
        related("domain_id", "EXISTS (SELECT 1 FROM person_groups m WHERE m.user_id = p.id AND m.group_id = {})"),
        related(
            "within_domain_id",
            "EXISTS (SELECT 1 FROM person_groups m JOIN group_closure c ON c.descendant_id = m.group_id WHERE m.user_id = p.id AND c.ancestor_id = {})",
        ),
    ],
    default_sort: "name",
    search: &["p.name"],
    groups: "p.id IN (SELECT m.user_id FROM person_groups m WHERE m.group_id IN ({}))",
    own: "p.id = {}",
    filter: "NOT p.deleted",
    whole: "",
};

pub static USERS: Listing = OF_USERS;
static USER_IDS: Listing = Listing { select: "p.id", ..OF_USERS };

/// Locks of devices. The key orders by device, then by lock: no device has 16 locks.
static DOORS: Listing = Listing {
    resource: "access-matrix-doors",
    select: "d.id, d.name, l.number::smallint AS lock",
    from: "doors d CROSS JOIN LATERAL generate_series(1, least(d.locks, 8)) l (number)",
    project: "d.project_id",
    key: "(d.id * 16 + l.number)",
    columns: &[sortable("name", "d.name", Kind::Text)],
    default_sort: "name",
    search: &[],
    groups: "d.domain_id IN ({})",
    own: "",
    filter: "NOT d.deleted",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MatrixUserRow {
    pub id: i64,
    pub name: String,
    pub is_active: bool,
    groups: Vec<i64>,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MatrixDoorRow {
    pub id: i64,
    pub name: String,
    pub lock: i16,
}

/// Which locks to take.
#[derive(Clone, Debug, Default)]
pub struct DoorFilter {
    pub device_id: Option<i64>,
    pub lock_number: Option<i32>,
    /// Devices of this group and of those below it.
    pub within_domain_id: Option<i64>,
    /// Devices that this rule names.
    pub access_rule_id: Option<i64>,
    pub device_ids: Option<Vec<i64>>,
}

type ViewRight = Authorized<resource::AccessRule, action::View>;

impl MatrixUserRow {
    pub fn user(&self, held: IdentifierTypes) -> MatrixUser {
        let groups = self.groups.iter().copied().map(GroupId).collect();
        MatrixUser { user: User { id: UserId(self.id), name: self.name.clone(), is_active: self.is_active, groups }, held }
    }
}

impl MatrixDoorRow {
    pub fn door(&self) -> MatrixDoor {
        MatrixDoor { device: DeviceId(self.id), lock: self.lock.clamp(0, 8) as u8 }
    }
}

impl DoorFilter {
    fn push(&self, sql: &mut QueryBuilder<Postgres>) {
        if let Some(device) = self.device_id {
            sql.push(" AND d.id = ").push_bind(device);
        }
        if let Some(lock) = self.lock_number {
            sql.push(" AND l.number = ").push_bind(lock);
        }
        if let Some(group) = self.within_domain_id {
            sql.push(" AND d.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = ").push_bind(group).push(")");
        }
        if let Some(rule) = self.access_rule_id {
            sql.push(" AND d.id IN (SELECT x.device_id FROM rule_devices x WHERE x.rule_id = ").push_bind(rule).push(")");
        }
        if let Some(devices) = &self.device_ids {
            sql.push(" AND d.id = ANY(").push_bind(devices.clone()).push(")");
        }
    }
}

pub async fn page_of_users(connection: &mut PgConnection, right: &ViewRight, query: &ListQuery) -> Result<Page<MatrixUserRow>> {
    USERS.page(connection, right.project_id(), &right.caller().scope(Resource::User, Action::View), query).await
}

/// Ids of the users that the query asks for, whichever page, in their order; up to a limit.
pub async fn user_ids(connection: &mut PgConnection, right: &ViewRight, query: &ListQuery, limit: i64) -> Result<Vec<i64>> {
    Ok(statement_of_ids(right, query, limit)?.build_query_scalar().fetch_all(connection).await?)
}

/// An error where the list would have one.
pub fn check(right: &ViewRight, query: &ListQuery) -> Result<()> {
    statement_of_ids(right, query, 1).map(|_| ())
}

fn statement_of_ids(right: &ViewRight, query: &ListQuery, limit: i64) -> Result<QueryBuilder<Postgres>> {
    USER_IDS.everything(right.project_id(), &right.caller().scope(Resource::User, Action::View), query, limit)
}

/// Users that `user_ids` has returned, in the order of the ids.
pub async fn users_by_ids(connection: &mut PgConnection, right: &ViewRight, ids: &[i64]) -> Result<Vec<MatrixUserRow>> {
    let mut sql = QueryBuilder::new(format!("SELECT {} FROM {} WHERE p.project_id = ", USERS.select, USERS.from));
    sql.push_bind(right.project_id()).push(" AND p.id = ANY(").push_bind(ids).push(")");
    let rows: Vec<MatrixUserRow> = sql.build_query_as().fetch_all(connection).await?;
    let mut by_id: HashMap<i64, MatrixUserRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// A part of the users whom one of the rules names, or a group above them: those after an id, in the order of ids.
pub async fn named_users(
    connection: &mut PgConnection,
    right: &ViewRight,
    users: &[i64],
    groups: &[i64],
    after: i64,
    limit: i64,
) -> Result<Vec<MatrixUserRow>> {
    let mut sql = QueryBuilder::new(format!("SELECT {} FROM {} WHERE {} AND p.project_id = ", USERS.select, USERS.from, USERS.filter));
    sql.push_bind(right.project_id()).push(" AND p.id > ").push_bind(after).push(" AND (p.id = ANY(").push_bind(users);
    sql.push(") OR EXISTS (SELECT 1 FROM person_groups m JOIN group_closure c ON c.descendant_id = m.group_id WHERE m.user_id = p.id AND c.ancestor_id = ANY(")
        .push_bind(groups)
        .push(")))");
    USERS.push_scope(&mut sql, &right.caller().scope(Resource::User, Action::View));
    sql.push(" ORDER BY p.id LIMIT ").push_bind(limit);
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

pub async fn page_of_doors(
    connection: &mut PgConnection,
    right: &ViewRight,
    filter: &DoorFilter,
    page: i32,
    size: i32,
) -> Result<Page<MatrixDoorRow>> {
    let query = ListQuery { page, size, ..ListQuery::default() };
    DOORS.page_where(connection, right.project_id(), &right.caller().scope(Resource::Device, Action::View), &query, |sql| filter.push(sql)).await
}

/// All of them, up to a limit.
pub async fn all_doors(connection: &mut PgConnection, right: &ViewRight, filter: &DoorFilter, limit: i64) -> Result<Vec<MatrixDoorRow>> {
    let mut sql = QueryBuilder::new(format!("SELECT {} FROM {} WHERE {} AND d.project_id = ", DOORS.select, DOORS.from, DOORS.filter));
    sql.push_bind(right.project_id());
    filter.push(&mut sql);
    DOORS.push_scope(&mut sql, &right.caller().scope(Resource::Device, Action::View));
    sql.push(" ORDER BY d.name, d.id, l.number LIMIT ").push_bind(limit);
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

/// The types of the live identifiers of the users, in their order: their own, not those of their guests. What opens nothing is none of them:
/// a face without a photo, the key of an application beyond the number of a licence, and what ends with the licence of a group.
pub async fn held_types(connection: &mut PgConnection, project_id: i64, users: &[MatrixUserRow], at: OffsetDateTime) -> Result<Vec<IdentifierTypes>> {
    let ids: Vec<i64> = users.iter().map(|user| user.id).collect();
    let sql = format!(
        "SELECT DISTINCT i.owner_id, i.type FROM identifiers i
         WHERE i.project_id = $1 AND i.owner_id = ANY($2) AND i.owner_type = 1 AND i.is_active AND i.revoked_at IS NULL
           AND (NOT i.period_restrict_active OR coalesce(i.period_restrict_from <= $3, true) AND coalesce(i.period_restrict_to > $3, true))
           AND (NOT i.passes_restrict_active OR i.passes_restrict_passes_count < i.passes_restrict_max_count)
           AND (i.type <> 6 OR EXISTS (SELECT 1 FROM identifier_photos f WHERE f.identifier_id = i.id))
           AND NOT EXISTS (SELECT 1 FROM license_suspended x WHERE x.item_id = i.id)
           AND NOT (i.type IN (3, 6, 7) AND {})",
        is_person_off("i.owner_id")
    );
    let rows: Vec<(i64, i16)> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(&ids).bind(at).fetch_all(connection).await?;
    let mut held = HashMap::<i64, Vec<IdentifierType>>::new();
    for (owner, kind) in rows {
        held.entry(owner).or_default().extend(IdentifierType::from_number(kind.into()));
    }
    Ok(ids.iter().map(|id| held.remove(id).unwrap_or_default().into_iter().collect()).collect())
}
