//! The tables of amenities.
use jiff::tz::TimeZone;
use kit::listing::{Kind, Permitted, related, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{Action, ActionKind, Authorized, Caller, Resource, action, resource};
use sqlx::types::Json;
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::amenity::{AmenityDraft, PersonLimits};
use crate::domain::time_slot::{SlotItem, SlotPattern};

/// Besides what the role gives, everybody sees the amenities of their groups and of the groups above them: those that they
/// may reserve.
pub static LISTING: Listing = Listing {
    resource: "amenities",
    select: COLUMNS,
    from: "amenities a",
    project: "a.project_id",
    key: "a.id",
    columns: SORTS,
    default_sort: "name",
    search: &["a.name", "a.address"],
    groups: GROUPS,
    own: "a.created_by = {} OR a.id IN (SELECT ag.amenity_id FROM person_groups m JOIN group_closure c ON c.descendant_id = m.group_id
             JOIN amenity_groups ag ON ag.group_id = c.ancestor_id WHERE m.user_id = {})",
    filter: "",
    whole: WHOLE,
};

/// For changes: that somebody may reserve an amenity does not make it theirs.
static OWNED: Listing = Listing {
    resource: "amenities",
    select: COLUMNS,
    from: "amenities a",
    project: "a.project_id",
    key: "a.id",
    columns: SORTS,
    default_sort: "name",
    search: &["a.name", "a.address"],
    groups: GROUPS,
    own: "a.created_by = {}",
    filter: "",
    whole: WHOLE,
};

const SORTS: &[kit::listing::Column] = &[
    sortable("name", "a.name", Kind::Text),
    sortable("created_at", "a.created_at", Kind::Time),
    sortable("id", "a.id", Kind::Int),
    related("domain_id", "EXISTS (SELECT 1 FROM amenity_groups x WHERE x.amenity_id = a.id AND x.group_id = {})"),
    related(
        "within_domain_id",
        "EXISTS (SELECT 1 FROM amenity_groups x JOIN group_closure c ON c.descendant_id = x.group_id WHERE x.amenity_id = a.id AND c.ancestor_id = {})",
    ),
    related("access_rule_id", "EXISTS (SELECT 1 FROM amenity_rules x WHERE x.amenity_id = a.id AND x.rule_id = {})"),
];

const GROUPS: &str = "a.id IN (SELECT ag.amenity_id FROM amenity_groups ag WHERE ag.group_id IN ({}))";
const WHOLE: &str = "NOT EXISTS (SELECT 1 FROM amenity_groups ag WHERE ag.amenity_id = a.id AND ag.group_id NOT IN ({}))";

const COLUMNS: &str = "a.id, a.name, a.address, a.description, a.persons_min, a.persons_max, a.slot_duration, a.slot_items, a.is_exclusive, a.time_zone,
    a.horizon_days, a.cancel_before, a.live_per_user, a.lead, a.terms_version, a.created_by, a.created_by_name, a.created_at, a.updated_at,
    coalesce((SELECT p.time_zone FROM projects p WHERE p.project_id = a.project_id), 'UTC') AS project_zone,
    (SELECT f.key FROM amenity_files f WHERE f.amenity_id = a.id AND f.kind = 1) AS image_key,
    (SELECT f.key FROM amenity_files f WHERE f.amenity_id = a.id AND f.kind = 2) AS terms_key,
    ARRAY(SELECT x.group_id FROM amenity_groups x WHERE x.amenity_id = a.id ORDER BY x.group_id) AS group_ids,
    ARRAY(SELECT coalesce(g.name, '') FROM amenity_groups x LEFT JOIN group_nodes g ON g.id = x.group_id WHERE x.amenity_id = a.id ORDER BY x.group_id) AS group_names,
    ARRAY(SELECT x.rule_id FROM amenity_rules x WHERE x.amenity_id = a.id ORDER BY x.rule_id) AS rule_ids,
    ARRAY(SELECT x.name FROM amenity_rules x WHERE x.amenity_id = a.id ORDER BY x.rule_id) AS rule_names";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AmenityRow {
    pub id: i64,
    pub name: String,
    pub address: Option<String>,
    pub description: Option<String>,
    pub persons_min: i32,
    pub persons_max: i32,
    pub slot_duration: i32,
    pub slot_items: Json<Vec<SlotItem>>,
    pub is_exclusive: bool,
    pub time_zone: String,
    pub horizon_days: i32,
    pub cancel_before: i32,
    pub live_per_user: i32,
    pub lead: i32,
    pub terms_version: i32,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub project_zone: String,
    pub image_key: Option<Uuid>,
    pub terms_key: Option<Uuid>,
    pub group_ids: Vec<i64>,
    pub group_names: Vec<String>,
    pub rule_ids: Vec<i64>,
    pub rule_names: Vec<String>,
}

impl AmenityRow {
    pub fn draft(&self) -> AmenityDraft {
        AmenityDraft {
            name: self.name.clone(),
            address: self.address.clone(),
            description: self.description.clone(),
            groups: self.group_ids.clone(),
            access_rules: self.rule_ids.clone(),
            number_of_persons: PersonLimits { min: self.persons_min, max: self.persons_max },
            time_slots: SlotPattern { duration: self.slot_duration, items: self.slot_items.0.clone() },
            is_exclusive: self.is_exclusive,
            time_zone: self.time_zone.clone(),
            horizon_days: self.horizon_days,
            cancel_before: self.cancel_before,
            live_per_user: self.live_per_user,
            lead: self.lead,
        }
    }

    /// Name of the zone that holds.
    pub fn effective_zone(&self) -> &str {
        if self.time_zone.is_empty() { &self.project_zone } else { &self.time_zone }
    }

    pub fn zone(&self) -> TimeZone {
        kit::zone::find(self.effective_zone())
    }
}

pub async fn list(connection: &mut PgConnection, right: &Authorized<resource::Amenity, action::View>, query: &ListQuery) -> Result<Page<AmenityRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// `NotFound` for one that the caller does not see.
pub async fn find(connection: &mut PgConnection, caller: &Caller, id: i64) -> Result<AmenityRow> {
    find_locked_by(connection, caller, id, "").await
}

/// SQL: keeps changes of an amenity and of the project's zone away; both then find what was reserved.
const LOCK_FOR_SHARE: &str = "WITH zone AS MATERIALIZED (SELECT 1 FROM projects WHERE project_id = $1 FOR SHARE)
    SELECT id, (SELECT count(*) FROM zone) FROM amenities WHERE project_id = $1 AND id = $2 FOR SHARE";

/// As `find`, and keeps changes of the amenity away until the transaction ends; reservations do not wait for each other.
pub async fn find_for_share(connection: &mut PgConnection, caller: &Caller, id: i64) -> Result<AmenityRow> {
    sqlx::query(LOCK_FOR_SHARE).bind(caller.project_id).bind(id).execute(&mut *connection).await?;
    find_locked_by(connection, caller, id, " FOR SHARE OF a").await
}

async fn find_locked_by(connection: &mut PgConnection, caller: &Caller, id: i64, lock: &str) -> Result<AmenityRow> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM amenities a WHERE a.project_id = "));
    sql.push_bind(caller.project_id).push(" AND a.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, &caller.scope(Resource::Amenity, Action::View));
    sql.push(lock);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Locks first and reads then, so that the row comes with what a change before has left. `Forbidden` for one that the caller
/// may only see.
pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::Amenity, A>,
    id: i64,
) -> Result<Permitted<AmenityRow, A>> {
    sqlx::query("SELECT id FROM amenities WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE")
        .bind(right.project_id())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    match OWNED.find_for_update(connection, right, id).await {
        Err(Error::NotFound) => find(connection, right.caller(), id).await.and(Err(Error::Forbidden)),
        found => found,
    }
}

/// Whether a user may reserve it: they are in one of its groups, or below.
pub async fn is_for_user(connection: &mut PgConnection, project_id: i64, id: i64, user_id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM person_groups m JOIN people p ON p.id = m.user_id AND NOT p.deleted AND p.is_active
             JOIN group_closure c ON c.descendant_id = m.group_id JOIN amenity_groups ag ON ag.group_id = c.ancestor_id
             WHERE m.project_id = $1 AND m.user_id = $2 AND ag.amenity_id = $3)",
    )
    .bind(project_id)
    .bind(user_id)
    .bind(id)
    .fetch_one(connection)
    .await?)
}

/// `rules`: ids with names.
pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::Amenity, action::Create>,
    draft: &AmenityDraft,
    rules: &[(i64, String)],
    now: OffsetDateTime,
) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO amenities (project_id, name, address, description, persons_min, persons_max, slot_duration, slot_items, is_exclusive, time_zone,
             horizon_days, cancel_before, live_per_user, lead, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17) RETURNING id",
    )
    .bind(right.project_id())
    .bind(draft.name.trim())
    .bind(&draft.address)
    .bind(&draft.description)
    .bind(draft.number_of_persons.min)
    .bind(draft.number_of_persons.max)
    .bind(draft.time_slots.duration)
    .bind(Json(&draft.time_slots.items))
    .bind(draft.is_exclusive)
    .bind(&draft.time_zone)
    .bind(draft.horizon_days)
    .bind(draft.cancel_before)
    .bind(draft.live_per_user)
    .bind(draft.lead)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    write_groups(connection, right.project_id(), id, &draft.groups).await?;
    write_rules(connection, right.project_id(), id, rules).await?;
    Ok(id)
}

/// `rules`: None leaves them.
pub async fn update(
    connection: &mut PgConnection,
    found: &Permitted<AmenityRow, action::Edit>,
    draft: &AmenityDraft,
    rules: Option<&[(i64, String)]>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE amenities SET name = $3, address = $4, description = $5, persons_min = $6, persons_max = $7, slot_duration = $8, slot_items = $9,
             is_exclusive = $10, time_zone = $11, horizon_days = $12, cancel_before = $13, live_per_user = $14, lead = $15, updated_at = $16,
             version = version + 1
         WHERE project_id = $1 AND id = $2",
    )
    .bind(found.project_id())
    .bind(found.id)
    .bind(draft.name.trim())
    .bind(&draft.address)
    .bind(&draft.description)
    .bind(draft.number_of_persons.min)
    .bind(draft.number_of_persons.max)
    .bind(draft.time_slots.duration)
    .bind(Json(&draft.time_slots.items))
    .bind(draft.is_exclusive)
    .bind(&draft.time_zone)
    .bind(draft.horizon_days)
    .bind(draft.cancel_before)
    .bind(draft.live_per_user)
    .bind(draft.lead)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    if draft.groups != found.group_ids {
        write_groups(connection, found.project_id(), found.id, &draft.groups).await?;
    }
    if let Some(rules) = rules {
        write_rules(connection, found.project_id(), found.id, rules).await?;
    }
    Ok(())
}

/// With its files and its reservations that are over.
pub async fn delete(connection: &mut PgConnection, found: &Permitted<AmenityRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM amenities WHERE project_id = $1 AND id = $2").bind(found.project_id()).bind(found.id).execute(connection).await?;
    Ok(())
}

/// Counts the new file of the terms of use. Returns its number.
pub async fn increment_terms_version(connection: &mut PgConnection, found: &Permitted<AmenityRow, action::Edit>, now: OffsetDateTime) -> Result<i32> {
    let version = sqlx::query_scalar(
        "UPDATE amenities SET terms_version = terms_version + 1, updated_at = $3, version = version + 1 WHERE project_id = $1 AND id = $2 RETURNING terms_version",
    );
    Ok(version.bind(found.project_id()).bind(found.id).bind(now).fetch_one(connection).await?)
}

async fn write_groups(connection: &mut PgConnection, project_id: i64, id: i64, groups: &[i64]) -> Result<()> {
    sqlx::query("DELETE FROM amenity_groups WHERE amenity_id = $1 AND group_id <> ALL($2)").bind(id).bind(groups).execute(&mut *connection).await?;
    sqlx::query("INSERT INTO amenity_groups (amenity_id, group_id, project_id) SELECT $1, g, $3 FROM unnest($2::bigint[]) g ON CONFLICT DO NOTHING")
        .bind(id)
        .bind(groups)
        .bind(project_id)
        .execute(connection)
        .await?;
    Ok(())
}

async fn write_rules(connection: &mut PgConnection, project_id: i64, id: i64, rules: &[(i64, String)]) -> Result<()> {
    let (ids, names): (Vec<i64>, Vec<&str>) = rules.iter().map(|(id, name)| (*id, name.as_str())).unzip();
    sqlx::query("DELETE FROM amenity_rules WHERE amenity_id = $1").bind(id).execute(&mut *connection).await?;
    sqlx::query(
        "INSERT INTO amenity_rules (amenity_id, rule_id, name, project_id) SELECT $1, r.id, r.name, $4 FROM unnest($2::bigint[], $3::text[]) r (id, name)",
    )
    .bind(id)
    .bind(ids)
    .bind(names)
    .bind(project_id)
    .execute(connection)
    .await?;
    Ok(())
}

/// The amenity of a reservation that the caller has a right to, whether or not they see the amenity. Keeps its changes away
/// until the transaction ends.
pub async fn find_of_reservation_for_share(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<AmenityRow> {
    sqlx::query(LOCK_FOR_SHARE).bind(project_id).bind(id).execute(&mut *connection).await?;
    let sql = format!("SELECT {COLUMNS} FROM amenities a WHERE a.project_id = $1 AND a.id = $2");
    let found = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(project_id).bind(id).fetch_optional(connection).await?;
    found.ok_or(Error::NotFound)
}

/// Groups that have some, each with how many.
pub async fn count_by_group(connection: &mut PgConnection, project_id: i64, groups: &[i64]) -> Result<Vec<(i64, i64)>> {
    let sql = "SELECT group_id, count(*) FROM amenity_groups WHERE project_id = $1 AND group_id = ANY($2) GROUP BY group_id";
    Ok(sqlx::query_as(sql).bind(project_id).bind(groups).fetch_all(connection).await?)
}

/// Access rules that some open doors by, each with how many.
pub async fn count_by_rule(connection: &mut PgConnection, project_id: i64, rules: &[i64]) -> Result<Vec<(i64, i64)>> {
    let sql = "SELECT rule_id, count(*) FROM amenity_rules WHERE project_id = $1 AND rule_id = ANY($2) GROUP BY rule_id";
    Ok(sqlx::query_as(sql).bind(project_id).bind(rules).fetch_all(connection).await?)
}

/// Paths of the amenity's groups from the root, each itself last.
pub async fn group_paths(connection: &mut PgConnection, project_id: i64, amenity_id: i64) -> Result<Vec<Vec<i64>>> {
    let paths = sqlx::query_scalar(
        "SELECT ARRAY(SELECT c.ancestor_id FROM group_closure c WHERE c.descendant_id = g.group_id ORDER BY c.depth DESC)
         FROM amenity_groups g WHERE g.project_id = $1 AND g.amenity_id = $2 ORDER BY g.group_id",
    );
    Ok(paths.bind(project_id).bind(amenity_id).fetch_all(connection).await?)
}
