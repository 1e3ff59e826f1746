//! The table of reservations.
use std::collections::HashSet;
use std::ops::Deref;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use kit::listing::{Kind, Permitted, ScopeBranch, column, sortable};
use kit::{Error, ListQuery, Listing, Page, Result, zone};
use policy::{Action, ActionKind, Authorized, Caller, Resource, ResourceKind, Scope, action, resource};
use sqlx::{AssertSqlSafe, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::amenity::AmenityRow;
use super::{from_sql, to_sql};
use crate::domain::amenity_reservation::{ChosenSlots, ReservationClock, ReservationDraft, ReservationStatus, ReservedSlot};

pub static LISTING: Listing = RESERVATIONS;

/// For changes: that somebody has reserved for another person does not make it theirs, once they do not manage the amenity any more.
static OWNED: Listing = Listing { own: "r.user_id = {}", ..RESERVATIONS };

const RESERVATIONS: Listing = Listing {
    resource: "amenity-reservations",
    select: COLUMNS,
    from: FROM,
    project: "r.project_id",
    key: "r.id",
    columns: &[
        sortable("start", "r.starts_at", Kind::Time),
        sortable("created_at", "r.created_at", Kind::Time),
        sortable("id", "r.id", Kind::Int),
        column("end", "r.ends_at", Kind::Time),
        column("amenity_id", "r.amenity_id", Kind::Int),
        column("user_id", "r.user_id", Kind::Int),
        column("status", "r.status", Kind::Choice(ReservationStatus::WORDS)),
        column("is_outside_slots", "r.is_outside_slots", Kind::Bool),
    ],
    default_sort: "-start",
    search: &["a.name", "p.name"],
    groups: "r.amenity_id IN (SELECT ag.amenity_id FROM amenity_groups ag WHERE ag.group_id IN ({}))",
    own: "r.user_id = {} OR r.created_by = {}",
    filter: "",
    // Nobody changes the plans of people beyond their reach.
    whole: "NOT EXISTS (SELECT 1 FROM amenity_groups ag WHERE ag.amenity_id = r.amenity_id AND ag.group_id NOT IN ({}))",
};

/// Amenities all of whose reservations somebody may edit.
static MANAGED: Listing = Listing {
    resource: "amenities",
    select: "a.id",
    from: "amenities a",
    project: "a.project_id",
    key: "a.id",
    columns: &[],
    default_sort: "",
    search: &[],
    groups: "a.id IN (SELECT ag.amenity_id FROM amenity_groups ag WHERE ag.group_id IN ({}))",
    own: "",
    filter: "",
    whole: "NOT EXISTS (SELECT 1 FROM amenity_groups ag WHERE ag.amenity_id = a.id AND ag.group_id NOT IN ({}))",
};

const FROM: &str = "amenity_reservations r JOIN amenities a ON a.id = r.amenity_id LEFT JOIN people p ON p.id = r.user_id";
const COLUMNS: &str = "r.id, r.project_id, r.link_id, r.amenity_id, a.name AS amenity_name, r.user_id, p.name AS user_name, r.persons, r.places, r.date,
    r.slot_starts, r.slot_end, r.usage_starts, r.starts_at, r.ends_at, r.status, r.is_outside_slots, r.terms_version, r.identifier_id, r.identifier_name,
    r.identifier_used_at, r.version, r.created_by, r.created_by_name, r.created_at, r.updated_at, a.cancel_before, a.lead,
    coalesce(nullif(a.time_zone, ''), (SELECT z.time_zone FROM projects z WHERE z.project_id = r.project_id), 'UTC') AS zone_name,
    ARRAY(SELECT x.rule_id FROM amenity_rules x WHERE x.amenity_id = r.amenity_id ORDER BY x.rule_id) AS rule_ids";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ReservationRow {
    pub id: i64,
    pub project_id: i64,
    pub link_id: Uuid,
    pub amenity_id: i64,
    pub amenity_name: String,
    pub user_id: i64,
    pub user_name: Option<String>,
    pub persons: i32,
    pub places: i32,
    pub date: time::Date,
    pub slot_starts: Vec<i32>,
    pub slot_end: i32,
    pub usage_starts: Vec<i32>,
    pub starts_at: OffsetDateTime,
    pub ends_at: OffsetDateTime,
    pub status: i16,
    pub is_outside_slots: bool,
    pub terms_version: i32,
    pub identifier_id: Option<i64>,
    pub identifier_name: String,
    pub identifier_used_at: Option<OffsetDateTime>,
    pub version: i64,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub cancel_before: i32,
    pub lead: i32,
    pub zone_name: String,
    pub rule_ids: Vec<i64>,
}

impl ReservationRow {
    pub fn draft(&self) -> ReservationDraft {
        ReservationDraft {
            amenity_id: self.amenity_id,
            user_id: self.user_id,
            date: self.local_date().to_string(),
            time_slots: self.slots(),
            number_of_persons: self.persons,
        }
    }

    /// Each ends where the next one begins.
    pub fn slots(&self) -> Vec<ReservedSlot> {
        let ends = self.slot_starts.iter().skip(1).chain([&self.slot_end]);
        self.slot_starts.iter().zip(ends).map(|(from, to)| ReservedSlot { from: *from, to: *to }).collect()
    }

    pub fn clock(&self) -> ReservationClock {
        ReservationClock {
            status: ReservationStatus::from_number(self.status),
            starts_at: self.starts_at,
            ends_at: self.ends_at,
            is_unused: self.identifier_id.is_some() && self.identifier_used_at.is_none(),
        }
    }

    /// In the amenity's zone.
    pub fn local_date(&self) -> Date {
        from_sql(self.date)
    }

    pub fn zone(&self) -> TimeZone {
        zone::find(&self.zone_name)
    }
}

/// A reservation that is locked until the transaction ends: under the right to change it, or because the clock or another
/// entity changes it.
#[derive(Clone, Debug)]
pub struct LockedReservation {
    row: ReservationRow,
}

impl Deref for LockedReservation {
    type Target = ReservationRow;

    fn deref(&self) -> &ReservationRow {
        &self.row
    }
}

impl From<&Permitted<ReservationRow, action::Edit>> for LockedReservation {
    fn from(found: &Permitted<ReservationRow, action::Edit>) -> Self {
        LockedReservation { row: found.row().clone() }
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::AmenityReservation, action::View>,
    query: &ListQuery,
) -> Result<Page<ReservationRow>> {
    LISTING.page_where(connection, right.project_id(), right.scope(), query, |sql| push_known_names(sql, right.caller(), &query.search)).await
}

/// A search finds users by their names only where the caller sees them: others' reservations are shown without a name.
fn push_known_names(sql: &mut QueryBuilder<Postgres>, caller: &Caller, search: &str) {
    let (search, scope) = (search.trim(), caller.scope(Resource::User, Action::View));
    if search.is_empty() || scope.all {
        return;
    }
    sql.push(" AND (position(").push_bind(search.to_lowercase()).push(" IN lower(a.name)) > 0 OR r.user_id = ").push_bind(caller.user_id);
    if scope.needs_tree() {
        let of_groups = "r.user_id IN (SELECT m.user_id FROM person_groups m WHERE m.group_id IN ({}))";
        ScopeBranch::Groups(of_groups).push(sql.push(" OR "), &scope);
    }
    sql.push(")");
}

/// By a right to reservations, or to their logs. `NotFound` for one that is not in its reach.
pub async fn find<R: ResourceKind, A: ActionKind>(connection: &mut PgConnection, right: &Authorized<R, A>, id: i64) -> Result<ReservationRow> {
    find_within(connection, right.project_id(), right.scope(), id).await
}

async fn find_within(connection: &mut PgConnection, project_id: i64, scope: &Scope, id: i64) -> Result<ReservationRow> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM {FROM} WHERE r.project_id = "));
    sql.push_bind(project_id).push(" AND r.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, scope);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// The id of a reservation's amenity, which is locked before the reservation, as changes of the amenity lock them.
pub async fn find_amenity_id<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::AmenityReservation, A>,
    id: i64,
) -> Result<i64> {
    let amenity = sqlx::query_scalar("SELECT amenity_id FROM amenity_reservations WHERE project_id = $1 AND id = $2");
    amenity.bind(right.project_id()).bind(id).fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// `Forbidden` for one that the caller may only see.
pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::AmenityReservation, A>,
    id: i64,
) -> Result<Permitted<ReservationRow, A>> {
    match OWNED.find_for_update(connection, right, id).await {
        Err(Error::NotFound) => {
            let seen = right.caller().scope(Resource::AmenityReservation, Action::View);
            find_within(connection, right.project_id(), &seen, id).await.and(Err(Error::Forbidden))
        }
        found => found,
    }
}

/// Those of the amenities all of whose reservations the caller may edit.
pub async fn managed(connection: &mut PgConnection, caller: &Caller, amenities: &[i64]) -> Result<HashSet<i64>> {
    let scope = caller.scope(Resource::AmenityReservation, Action::Edit);
    let mut sql = QueryBuilder::new("SELECT a.id FROM amenities a WHERE a.project_id = ");
    sql.push_bind(caller.project_id).push(" AND a.id = ANY(").push_bind(amenities).push(")");
    MANAGED.push_whole_scope(&mut sql, &scope);
    let managed: Vec<i64> = sql.build_query_scalar().fetch_all(connection).await?;
    Ok(managed.into_iter().collect())
}

/// Reservations of a user wait for each other until the transaction ends, so that their number can be limited; what changes the
/// user's groups waits too, and then finds what was reserved.
pub async fn lock_user(connection: &mut PgConnection, caller: &Caller, user_id: i64) -> Result<()> {
    let lock = sqlx::query(
        "WITH person AS MATERIALIZED (SELECT 1 FROM people WHERE project_id = $1 AND id = $2 FOR SHARE)
         SELECT pg_advisory_xact_lock(hashtextextended(format('amenities.user:%s:%s', $1, $2), 0)), (SELECT count(*) FROM person)",
    );
    lock.bind(caller.project_id).bind(user_id).execute(connection).await?;
    Ok(())
}

/// Of a user, in one amenity.
pub async fn count_live(connection: &mut PgConnection, caller: &Caller, amenity_id: i64, user_id: i64, now: OffsetDateTime) -> Result<i64> {
    let count = sqlx::query_scalar(
        "SELECT count(*) FROM amenity_reservations WHERE project_id = $1 AND user_id = $2 AND amenity_id = $3 AND status IN (1, 2) AND ends_at > $4",
    );
    Ok(count.bind(caller.project_id).bind(user_id).bind(amenity_id).bind(now).fetch_one(connection).await?)
}

/// Whether an amenity has reservations that are reserved or active.
pub async fn has_live(connection: &mut PgConnection, amenity: &Permitted<AmenityRow, action::Delete>, now: OffsetDateTime) -> Result<bool> {
    let live = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM amenity_reservations WHERE project_id = $1 AND amenity_id = $2 AND status IN (1, 2) AND ends_at > $3)",
    );
    Ok(live.bind(amenity.project_id()).bind(amenity.id).bind(now).fetch_one(connection).await?)
}

/// Slots that the user has reserved between two dates, both included.
pub async fn slots_of_user(connection: &mut PgConnection, caller: &Caller, amenity_id: i64, from: Date, to: Date) -> Result<HashSet<(Date, i32)>> {
    let rows: Vec<(time::Date, i32)> = sqlx::query_as(
        "SELECT r.date, s FROM amenity_reservations r, unnest(r.usage_starts) s
         WHERE r.project_id = $1 AND r.user_id = $2 AND r.amenity_id = $3 AND r.status IN (1, 2) AND r.date BETWEEN $4 AND $5",
    )
    .bind(caller.project_id)
    .bind(caller.user_id)
    .bind(amenity_id)
    .bind(to_sql(from))
    .bind(to_sql(to))
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(date, start)| (from_sql(date), start)).collect())
}

/// What a new reservation has, or one that is moved.
#[derive(Clone, Debug)]
pub struct ReservedPlaces {
    pub chosen: ChosenSlots,
    pub persons: i32,
    pub places: i32,
    pub terms_version: i32,
}

impl ReservedPlaces {
    fn end(&self) -> i32 {
        self.chosen.slots.last().map_or(0, |slot| slot.to)
    }

    /// First and last instant.
    fn period(&self) -> (OffsetDateTime, OffsetDateTime) {
        let slots = &self.chosen.slots;
        let at = |timestamp: Option<jiff::Timestamp>| zone::instant(timestamp.unwrap_or(jiff::Timestamp::UNIX_EPOCH));
        (at(slots.first().map(|slot| slot.start)), at(slots.last().map(|slot| slot.end)))
    }
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::AmenityReservation, action::Create>,
    amenity_id: i64,
    user_id: i64,
    reserved: &ReservedPlaces,
    now: OffsetDateTime,
) -> Result<LockedReservation> {
    let (starts_at, ends_at) = reserved.period();
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO amenity_reservations (project_id, link_id, amenity_id, user_id, persons, places, date, slot_starts, slot_end, usage_starts, starts_at,
             ends_at, status, due_at, terms_version, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $10, $11, 1, $10, $12, $13, $14, $15, $15) RETURNING id",
    )
    .bind(right.project_id())
    .bind(Uuid::now_v7())
    .bind(amenity_id)
    .bind(user_id)
    .bind(reserved.persons)
    .bind(reserved.places)
    .bind(to_sql(reserved.chosen.date))
    .bind(reserved.chosen.starts())
    .bind(reserved.end())
    .bind(starts_at)
    .bind(ends_at)
    .bind(reserved.terms_version)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE r.project_id = $1 AND r.id = $2");
    let row = sqlx::query_as(AssertSqlSafe(sql)).bind(right.project_id()).bind(id).fetch_one(connection).await?;
    Ok(LockedReservation { row })
}

/// To other slots, or for other persons; it stays reserved.
pub async fn move_to(
    connection: &mut PgConnection,
    locked: &LockedReservation,
    reserved: &ReservedPlaces,
    now: OffsetDateTime,
) -> Result<LockedReservation> {
    let (starts_at, ends_at) = reserved.period();
    sqlx::query(
        "UPDATE amenity_reservations SET persons = $3, places = $4, date = $5, slot_starts = $6, slot_end = $7, usage_starts = $6, starts_at = $8,
             ends_at = $9, due_at = $8, is_outside_slots = false, updated_at = $10, version = version + 1
         WHERE project_id = $1 AND id = $2",
    )
    .bind(locked.project_id)
    .bind(locked.id)
    .bind(reserved.persons)
    .bind(reserved.places)
    .bind(to_sql(reserved.chosen.date))
    .bind(reserved.chosen.starts())
    .bind(reserved.end())
    .bind(starts_at)
    .bind(ends_at)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    locked.reread(connection).await
}

/// As the amenity's slots are cut now: the keys by which it counts, and the places that it takes.
pub async fn set_usage(
    connection: &mut PgConnection,
    locked: &LockedReservation,
    usage_starts: &[i32],
    places: i32,
    is_outside_slots: bool,
) -> Result<()> {
    sqlx::query("UPDATE amenity_reservations SET usage_starts = $3, places = $4, is_outside_slots = $5 WHERE project_id = $1 AND id = $2")
        .bind(locked.project_id)
        .bind(locked.id)
        .bind(usage_starts)
        .bind(places)
        .bind(is_outside_slots)
        .execute(connection)
        .await?;
    Ok(())
}

/// Another instant for the same hours of the day: the zone has changed.
pub async fn set_period(
    connection: &mut PgConnection,
    locked: &LockedReservation,
    (starts_at, ends_at): (OffsetDateTime, OffsetDateTime),
    now: OffsetDateTime,
) -> Result<LockedReservation> {
    sqlx::query(
        "UPDATE amenity_reservations SET starts_at = $3, ends_at = $4, due_at = $3, updated_at = $5, version = version + 1 WHERE project_id = $1 AND id = $2",
    )
    .bind(locked.project_id)
    .bind(locked.id)
    .bind(starts_at)
    .bind(ends_at)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    locked.reread(connection).await
}

pub async fn set_status(
    connection: &mut PgConnection,
    locked: &LockedReservation,
    status: ReservationStatus,
    now: OffsetDateTime,
) -> Result<LockedReservation> {
    let due_at = ReservationClock { status, ..locked.clock() }.due_at();
    sqlx::query("UPDATE amenity_reservations SET status = $3, due_at = $4, updated_at = $5, version = version + 1 WHERE project_id = $1 AND id = $2")
        .bind(locked.project_id)
        .bind(locked.id)
        .bind(status.number())
        .bind(due_at)
        .bind(now)
        .execute(&mut *connection)
        .await?;
    locked.reread(connection).await
}

/// Access has made the identifier.
pub async fn set_identifier(connection: &mut PgConnection, locked: &LockedReservation, identifier_id: Option<i64>, name: &str) -> Result<()> {
    sqlx::query("UPDATE amenity_reservations SET identifier_id = $3, identifier_name = $4 WHERE project_id = $1 AND id = $2")
        .bind(locked.project_id)
        .bind(locked.id)
        .bind(identifier_id)
        .bind(name)
        .execute(connection)
        .await?;
    Ok(())
}

/// The doors were opened for the first time.
pub async fn set_used(connection: &mut PgConnection, locked: &LockedReservation, at: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE amenity_reservations SET identifier_used_at = $3 WHERE project_id = $1 AND id = $2")
        .bind(locked.project_id)
        .bind(locked.id)
        .bind(at)
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, found: &Permitted<ReservationRow, action::Delete>) -> Result<()> {
    let delete = sqlx::query("DELETE FROM amenity_reservations WHERE project_id = $1 AND id = $2");
    delete.bind(found.project_id()).bind(found.id).execute(connection).await?;
    Ok(())
}

impl LockedReservation {
    pub fn row(&self) -> &ReservationRow {
        &self.row
    }

    async fn reread(&self, connection: &mut PgConnection) -> Result<LockedReservation> {
        let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE r.project_id = $1 AND r.id = $2");
        let row = sqlx::query_as(AssertSqlSafe(sql)).bind(self.project_id).bind(self.id).fetch_one(connection).await?;
        Ok(LockedReservation { row })
    }
}

/// Those whose next state has begun, of one project or of all; those that others have locked are left to them.
pub async fn lock_due(connection: &mut PgConnection, project_id: Option<i64>, now: OffsetDateTime, limit: i64) -> Result<Vec<LockedReservation>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {FROM} WHERE r.due_at <= $1 AND ($2::bigint IS NULL OR r.project_id = $2) ORDER BY r.due_at LIMIT $3
         FOR NO KEY UPDATE OF r SKIP LOCKED"
    );
    let rows: Vec<ReservationRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(now).bind(project_id).bind(limit).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|row| LockedReservation { row }).collect())
}

/// Whether a project has one whose next state has begun.
pub async fn has_due(connection: &mut PgConnection, project_id: i64, now: OffsetDateTime) -> Result<bool> {
    let due = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM amenity_reservations WHERE project_id = $1 AND due_at <= $2)");
    Ok(due.bind(project_id).bind(now).fetch_one(connection).await?)
}

/// Whose live reservations another entity changes.
#[derive(Clone, Copy, Debug)]
pub enum LiveReservationsOf<'a> {
    Amenity(i64),
    User(i64),
    Ids(&'a [i64]),
    /// Those of the project's amenities without a zone of their own.
    ProjectZone,
}

/// Locks them in the order of their ids. They come in the order of their slots, in which these are locked everywhere.
pub async fn lock_live(connection: &mut PgConnection, project_id: i64, of: LiveReservationsOf<'_>) -> Result<Vec<LockedReservation>> {
    let (condition, ids) = match &of {
        LiveReservationsOf::Amenity(id) => ("r.amenity_id = ANY($2)", std::slice::from_ref(id)),
        LiveReservationsOf::User(id) => ("r.user_id = ANY($2)", std::slice::from_ref(id)),
        LiveReservationsOf::Ids(ids) => ("r.id = ANY($2)", *ids),
        LiveReservationsOf::ProjectZone => ("a.time_zone = '' AND cardinality($2::bigint[]) = 0", [].as_slice()),
    };
    let sql =
        format!("SELECT {COLUMNS} FROM {FROM} WHERE r.project_id = $1 AND r.status IN (1, 2) AND {condition} ORDER BY r.id FOR NO KEY UPDATE OF r");
    let mut rows: Vec<ReservationRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(ids).fetch_all(connection).await?;
    rows.sort_by_key(|row| (row.amenity_id, row.date, row.usage_starts.first().copied()));
    Ok(rows.into_iter().map(|row| LockedReservation { row }).collect())
}

/// By the link of its identifier.
pub async fn lock_by_link(connection: &mut PgConnection, project_id: i64, link_id: Uuid) -> Result<Option<LockedReservation>> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE r.project_id = $1 AND r.link_id = $2 FOR NO KEY UPDATE OF r");
    let row: Option<ReservationRow> = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(link_id).fetch_optional(connection).await?;
    Ok(row.map(|row| LockedReservation { row }))
}
