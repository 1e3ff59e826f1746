//! The table of identifiers.
use futures::TryStreamExt;
use kit::listing::{Column, Kind, Permitted, column, related, sortable};
use kit::search::Searchable;
use kit::{Error, Listing, Page, Result};
use policy::{Action, ActionKind, Authorized, Caller, Resource, action, resource};
use spreadsheet::Rows;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::identifier::{IdentifierDraft, IdentifierType, Origin, OwnerType};
use crate::domain::number::Number;
use crate::store::related::{VisibleGroups, VisibleIds, retain};

const TYPES: &[(&str, i16)] = &[("card", 1), ("ukey", 2), ("ukey2", 3), ("access_code", 4), ("qr", 5), ("face", 6), ("license_plate", 7)];

const ORIGINS: &[(&str, i16)] = &[("manual", 1), ("import", 2), ("structure", 3), ("guest", 4), ("reservation", 5), ("ukey2", 6)];

pub static LISTING: Listing = Listing {
    resource: "identifiers",
    select: COLUMNS,
    from: "identifiers i LEFT JOIN people p ON p.id = i.owner_id LEFT JOIN group_nodes g ON g.id = i.domain_id",
    project: "i.project_id",
    key: "i.id",
    columns: &FIELDS,
    default_sort: "-created_at",
    search: &["i.name", "i.number", "i.value"],
    groups: "i.owner_id IN (SELECT m.user_id FROM person_groups m WHERE m.group_id IN ({}))",
    own: "i.created_by = {} OR i.owner_id = {}",
    filter: "",
    // One of somebody who is in other groups too opens doors there.
    whole: "NOT EXISTS (SELECT 1 FROM person_groups m WHERE m.user_id = i.owner_id AND m.group_id NOT IN ({}))",
};

/// For callers who do not see every group, to whom an identifier may be shown in another group than its own.
static OF_SEEN_GROUPS: Listing = Listing { columns: &FIELDS_OF_SEEN_GROUPS, ..LISTING };

const FIELDS: [Column; 13] = fields(column("domain_id", "i.domain_id", Kind::Int), related("within_domain_id", WITHIN));

const FIELDS_OF_SEEN_GROUPS: [Column; 13] = fields(related("domain_id", IN_SEEN_GROUP), related("within_domain_id", WITHIN_SEEN_GROUP));

pub(super) const WITHIN: &str = "i.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {})";

/// Of the identifier `i` in a group, for callers who see that group and not every other one. They find it in each group of its owner: the
/// group that it has may be none of theirs.
pub(super) const IN_SEEN_GROUP: &str = "i.domain_id = {} OR i.owner_id IN (SELECT u.user_id FROM person_groups u WHERE u.group_id = {})";

/// The same for a group and those below it.
pub(super) const WITHIN_SEEN_GROUP: &str = "i.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {})
    OR i.owner_id IN (SELECT u.user_id FROM person_groups u JOIN group_closure c ON c.descendant_id = u.group_id WHERE c.ancestor_id = {})";

const fn fields(domain: Column, within_domain: Column) -> [Column; 13] {
    [
        sortable("created_at", "i.created_at", Kind::Time),
        sortable("name", "i.name", Kind::Text),
        sortable("id", "i.id", Kind::Int),
        sortable("value", "i.number", Kind::Text),
        column("type", "i.type", Kind::Choice(TYPES)),
        column("is_active", "i.is_active", Kind::Bool),
        column("owner_id", "i.owner_id", Kind::Int),
        column("owner_type", "i.owner_type", Kind::Choice(&[("owner", 1), ("guest", 2)])),
        domain,
        within_domain,
        column("revoked_at", "i.revoked_at", Kind::Time),
        column("period_restrict_to", "i.period_restrict_to", Kind::Time),
        column("origin", "i.origin", Kind::Choice(ORIGINS)),
    ]
}

/// The list as the caller filters it.
fn listing(caller: &Caller) -> &'static Listing {
    if caller.scope(Resource::Group, Action::View).all { &LISTING } else { &OF_SEEN_GROUPS }
}

pub static SEARCHABLE: Searchable = Searchable { kind: "identifier", listing: &LISTING, name: "i.name", detail: "i.number" };

const COLUMNS: &str = "i.id, i.link_id, i.name, i.description, i.type, i.value, i.number, i.unique_value, i.is_active, i.owner_type, i.owner_id, p.name AS owner_name,
    coalesce(p.deleted, false) AS is_owner_deleted, coalesce(p.deleted OR NOT p.is_active, i.owner_id IS NOT NULL) AS is_owner_suspended,
    i.domain_id, g.name AS domain_name,
    ARRAY(SELECT w.group_id FROM person_groups w WHERE w.user_id = i.owner_id ORDER BY w.group_id) AS owner_groups,
    i.period_restrict_active, i.period_restrict_from, i.period_restrict_to, i.passes_restrict_active, i.passes_restrict_max_count,
    i.passes_restrict_passes_count, i.revoked_at, i.origin, i.origin_ref, i.version, i.created_by, i.created_by_name, i.created_at, i.updated_at,
    (SELECT f.taken_at FROM identifier_photos f WHERE f.identifier_id = i.id) AS photo_taken_at,
    EXISTS (SELECT 1 FROM guest_keys k WHERE k.identifier_id = i.id AND k.hours IS NOT NULL) AS has_own_hours,
    ARRAY(SELECT r.rule_id FROM rule_identifiers r WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_ids,
    ARRAY(SELECT a.name FROM rule_identifiers r JOIN access_rules a ON a.id = r.rule_id WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_names";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct IdentifierRow {
    pub id: i64,
    pub link_id: Uuid,
    pub name: String,
    pub description: Option<String>,
    pub r#type: i16,
    pub value: String,
    pub number: String,
    pub unique_value: String,
    pub is_active: bool,
    pub owner_type: i16,
    pub owner_id: Option<i64>,
    pub owner_name: Option<String>,
    /// The owner is known by name only.
    pub is_owner_deleted: bool,
    /// Or is suspended, or not known: the identifier opens nothing.
    pub is_owner_suspended: bool,
    pub domain_id: Option<i64>,
    pub domain_name: Option<String>,
    /// In their order.
    pub owner_groups: Vec<i64>,
    pub period_restrict_active: bool,
    pub period_restrict_from: Option<OffsetDateTime>,
    pub period_restrict_to: Option<OffsetDateTime>,
    pub passes_restrict_active: bool,
    pub passes_restrict_max_count: i32,
    pub passes_restrict_passes_count: i32,
    pub revoked_at: Option<OffsetDateTime>,
    pub origin: i16,
    /// What it comes from, as a reservation; unique for each origin in a project.
    pub origin_ref: Option<String>,
    pub version: i64,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    /// Of a face.
    pub photo_taken_at: Option<OffsetDateTime>,
    /// Of a recurring guest key.
    pub has_own_hours: bool,
    pub rule_ids: Vec<i64>,
    pub rule_names: Vec<String>,
}

impl IdentifierRow {
    /// A row that is not in the table yet, with the defaults of a new identifier.
    pub fn new(now: OffsetDateTime) -> IdentifierRow {
        IdentifierRow {
            id: 0,
            link_id: Uuid::now_v7(),
            name: String::new(),
            description: None,
            r#type: IdentifierType::Card.number(),
            value: String::new(),
            number: String::new(),
            unique_value: String::new(),
            is_active: true,
            owner_type: OwnerType::Owner.number(),
            owner_id: None,
            owner_name: None,
            is_owner_deleted: false,
            is_owner_suspended: false,
            domain_id: None,
            domain_name: None,
            owner_groups: Vec::new(),
            period_restrict_active: false,
            period_restrict_from: None,
            period_restrict_to: None,
            passes_restrict_active: false,
            passes_restrict_max_count: 1,
            passes_restrict_passes_count: 0,
            revoked_at: None,
            origin: Origin::Manual.number(),
            origin_ref: None,
            version: 1,
            created_by: None,
            created_by_name: String::new(),
            created_at: now,
            updated_at: now,
            photo_taken_at: None,
            has_own_hours: false,
            rule_ids: Vec::new(),
            rule_names: Vec::new(),
        }
    }

    pub fn kind(&self) -> IdentifierType {
        IdentifierType::from_number(self.r#type.into()).unwrap_or(IdentifierType::Card)
    }

    pub fn origin(&self) -> Origin {
        Origin::from_number(self.origin)
    }

    pub fn draft(&self) -> IdentifierDraft {
        IdentifierDraft {
            name: self.name.clone(),
            description: self.description.clone(),
            is_active: self.is_active,
            kind: Some(self.kind()),
            value: self.value.clone(),
            owner_type: OwnerType::from_number(self.owner_type.into()),
            owner_id: self.owner_id,
            period_restrict_active: self.period_restrict_active,
            period_restrict_from: self.period_restrict_from,
            period_restrict_to: self.period_restrict_to,
            passes_restrict_active: self.passes_restrict_active,
            passes_restrict_max_count: self.passes_restrict_max_count,
            access_rules: self.rule_ids.clone(),
        }
    }

    /// Leaves only those of the rules that the caller sees.
    pub fn retain_visible(&mut self, visible: &VisibleIds) {
        retain(&mut self.rule_ids, &mut self.rule_names, |id| visible.access_rules.contains(id));
    }

    /// Shows the owner in a group that the caller sees.
    pub fn show_group(&mut self, visible: &VisibleGroups) {
        visible.show(&mut self.domain_id, &mut self.domain_name, &self.owner_groups);
    }

    /// Takes over a valid draft, with the type and number that its validation returned.
    pub fn apply_input(&mut self, draft: &IdentifierDraft, kind: IdentifierType, number: &Number) {
        self.name = draft.name.trim().into();
        self.description.clone_from(&draft.description);
        self.is_active = draft.is_active;
        self.r#type = kind.number();
        self.value = draft.value.trim().into();
        self.number = number.for_device();
        // Two faces without a number are two.
        self.unique_value = Some(number.unique_value()).filter(|text| !text.is_empty()).unwrap_or_else(|| self.link_id.to_string());
        self.owner_type = draft.owner_type.number();
        self.owner_id = draft.owner_id;
        self.period_restrict_active = draft.period_restrict_active;
        let period = (draft.period_restrict_from, draft.period_restrict_to);
        (self.period_restrict_from, self.period_restrict_to) = if draft.period_restrict_active { period } else { (None, None) };
        // A limit that is switched on counts from now; one that only changes its number goes on counting.
        if draft.passes_restrict_active && !self.passes_restrict_active {
            self.passes_restrict_passes_count = 0;
        }
        self.passes_restrict_active = draft.passes_restrict_active;
        self.passes_restrict_max_count = if draft.passes_restrict_active { draft.passes_restrict_max_count } else { 1 };
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::Identifier, action::View>,
    query: &kit::ListQuery,
    only_guest: bool,
) -> Result<Page<IdentifierRow>> {
    let guests = |sql: &mut sqlx::QueryBuilder<sqlx::Postgres>| {
        if only_guest {
            sql.push(" AND i.owner_type = 2");
        }
    };
    listing(right.caller()).page_by_parts(connection, right.project_id(), right.scope(), query, "identifiers_by_part", guests).await
}

/// Whether an export of the query has more rows than that. Refuses a wrong query.
pub async fn has_more_than(
    connection: &mut PgConnection,
    right: &Authorized<resource::IdentifierTable, action::View>,
    query: &kit::ListQuery,
    rows: i64,
) -> Result<bool> {
    let mut sql = Listing { select: "i.id", ..*listing(right.caller()) }.everything(right.project_id(), right.scope(), query, 1)?;
    sql.push(" OFFSET ").push(rows);
    Ok(sql.build_query_scalar::<i64>().fetch_optional(connection).await?.is_some())
}

/// Writes every identifier of the query into `rows`, until their receiver is gone.
pub async fn write_all(
    connection: &mut PgConnection,
    right: &Authorized<resource::IdentifierTable, action::View>,
    query: &kit::ListQuery,
    rows: &Rows,
    cells: impl Fn(IdentifierRow) -> Vec<String>,
) -> Result<()> {
    let mut sql = listing(right.caller()).everything(right.project_id(), right.scope(), query, i64::MAX)?;
    let mut found = sql.build_query_as().fetch(connection);
    while let Some(row) = found.try_next().await? {
        if !rows.push(cells(row)).await {
            break;
        }
    }
    Ok(())
}

/// `NotFound` for one that is not in the caller's reach.
pub async fn find<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::Identifier, A>, id: i64) -> Result<IdentifierRow> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM {} WHERE i.project_id = ", LISTING.from));
    sql.push_bind(right.project_id()).push(" AND i.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Those with these ids, for what follows a change of many.
pub async fn find_all(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<Vec<IdentifierRow>> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM {} WHERE i.project_id = ", LISTING.from));
    sql.push_bind(project_id).push(" AND i.id = ANY(").push_bind(ids).push(") ORDER BY i.id");
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

/// Locks first and reads then: the row comes with the rules that a change which held the lock before has left.
pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::Identifier, A>,
    id: i64,
) -> Result<Permitted<IdentifierRow, A>> {
    sqlx::query("SELECT id FROM identifiers WHERE project_id = $1 AND id = $2 FOR UPDATE")
        .bind(right.project_id())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    LISTING.find_for_update(connection, right, id).await
}

/// `rules`: those that name the identifier.
pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::Identifier, action::Create>,
    row: &IdentifierRow,
    rules: &[i64],
) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO identifiers (project_id, link_id, name, description, type, value, number, unique_value, is_active, owner_type, owner_id, domain_id,
             period_restrict_active, period_restrict_from, period_restrict_to, passes_restrict_active, passes_restrict_max_count,
             created_by, created_by_name, created_at, updated_at, origin, origin_ref)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, (SELECT min(group_id) FROM person_groups WHERE user_id = $11),
             $12, $13, $14, $15, $16, $17, $18, $19, $19, $20, $21)
         RETURNING id",
    )
    .bind(right.project_id())
    .bind(row.link_id)
    .bind(&row.name)
    .bind(&row.description)
    .bind(row.r#type)
    .bind(&row.value)
    .bind(&row.number)
    .bind(&row.unique_value)
    .bind(row.is_active)
    .bind(row.owner_type)
    .bind(row.owner_id)
    .bind(row.period_restrict_active)
    .bind(row.period_restrict_from)
    .bind(row.period_restrict_to)
    .bind(row.passes_restrict_active)
    .bind(row.passes_restrict_max_count)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(row.created_at)
    .bind(row.origin)
    .bind(&row.origin_ref)
    .fetch_one(&mut *connection)
    .await
    .map_err(duplicate)?;
    write_rules(connection, right.project_id(), id, rules).await?;
    Ok(id)
}

/// Writes `row` over the one that was found.
pub async fn update(connection: &mut PgConnection, found: &Permitted<IdentifierRow, action::Edit>, row: &IdentifierRow) -> Result<()> {
    let updated = sqlx::query(
        "UPDATE identifiers SET name = $3, description = $4, type = $5, value = $6, number = $7, unique_value = $8, is_active = $9, owner_type = $10, owner_id = $11,
             domain_id = CASE WHEN owner_id IS NOT DISTINCT FROM $11 THEN domain_id ELSE (SELECT min(group_id) FROM person_groups WHERE user_id = $11) END,
             period_restrict_active = $12, period_restrict_from = $13, period_restrict_to = $14,
             passes_restrict_active = $15, passes_restrict_max_count = $16, passes_restrict_passes_count = $17, revoked_at = $18, updated_at = $19,
             version = version + 1
         WHERE project_id = $1 AND id = $2",
    )
    .bind(found.project_id())
    .bind(found.id)
    .bind(&row.name)
    .bind(&row.description)
    .bind(row.r#type)
    .bind(&row.value)
    .bind(&row.number)
    .bind(&row.unique_value)
    .bind(row.is_active)
    .bind(row.owner_type)
    .bind(row.owner_id)
    .bind(row.period_restrict_active)
    .bind(row.period_restrict_from)
    .bind(row.period_restrict_to)
    .bind(row.passes_restrict_active)
    .bind(row.passes_restrict_max_count)
    .bind(row.passes_restrict_passes_count)
    .bind(row.revoked_at)
    .bind(row.updated_at)
    .execute(connection)
    .await;
    updated.map(|_| ()).map_err(duplicate)
}

pub async fn delete(connection: &mut PgConnection, found: &Permitted<IdentifierRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM identifiers WHERE project_id = $1 AND id = $2").bind(found.project_id()).bind(found.id).execute(connection).await?;
    Ok(())
}

/// How often it was changed.
pub async fn version(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<i64> {
    let version = sqlx::query_scalar("SELECT version FROM identifiers WHERE project_id = $1 AND id = $2").bind(project_id).bind(id);
    Ok(version.fetch_one(connection).await?)
}

/// The identifier with a number that a device has read. Of several types that a reader does not tell apart, one that is not
/// revoked comes before one that is.
pub async fn find_by_number(connection: &mut PgConnection, project_id: i64, kinds: &[i16], unique_value: &str) -> Result<Option<i64>> {
    let found = sqlx::query_scalar(
        "SELECT id FROM identifiers WHERE project_id = $1 AND type = ANY($2) AND unique_value = $3 ORDER BY revoked_at IS NOT NULL, is_active DESC, id LIMIT 1",
    );
    Ok(found.bind(project_id).bind(kinds).bind(unique_value).fetch_optional(connection).await?)
}

/// Access codes that open something, or may.
pub async fn count_codes(connection: &mut PgConnection, project_id: i64) -> Result<u64> {
    let count = sqlx::query_scalar("SELECT count(*) FROM identifiers WHERE project_id = $1 AND type = $2 AND revoked_at IS NULL");
    let count: i64 = count.bind(project_id).bind(IdentifierType::AccessCode.number()).fetch_one(connection).await?;
    Ok(count.unsigned_abs())
}

/// Replaces the rules that name this identifier itself; those that name its owner are not concerned.
pub async fn set_rules(connection: &mut PgConnection, found: &Permitted<IdentifierRow, action::Edit>, rules: &[i64]) -> Result<()> {
    write_rules(connection, found.project_id(), found.id, rules).await
}

async fn write_rules(connection: &mut PgConnection, project_id: i64, id: i64, rules: &[i64]) -> Result<()> {
    sqlx::query("DELETE FROM rule_identifiers WHERE identifier_id = $1 AND rule_id <> ALL($2)")
        .bind(id)
        .bind(rules)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO rule_identifiers (rule_id, identifier_id, project_id) SELECT r, $1, $3 FROM unnest($2::bigint[]) r ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(rules)
    .bind(project_id)
    .execute(connection)
    .await?;
    Ok(())
}

/// Moves the identifiers of an owner who has left groups to another group of the owner. Those in a group that the owner has
/// not left stay: an import may have chosen it.
pub(crate) async fn follow_owner(connection: &mut PgConnection, project_id: i64, owner: i64, left_groups: &[i64]) -> Result<()> {
    sqlx::query(
        "UPDATE identifiers SET domain_id = (SELECT min(group_id) FROM person_groups WHERE user_id = $2)
         WHERE project_id = $1 AND owner_id = $2 AND (domain_id IS NULL OR domain_id = ANY($3))",
    )
    .bind(project_id)
    .bind(owner)
    .bind(left_groups)
    .execute(connection)
    .await?;
    Ok(())
}

/// How many identifiers each of the projects has; a project without any is left out. Needs a system transaction.
pub async fn count_by_project(connection: &mut PgConnection, project_ids: &[i64]) -> Result<Vec<(i64, i64)>> {
    let counts = sqlx::query_as("SELECT project_id, count(*) FROM identifiers WHERE project_id = ANY($1) GROUP BY project_id");
    Ok(counts.bind(project_ids).fetch_all(connection).await?)
}

pub(super) fn duplicate(error: sqlx::Error) -> Error {
    match kit::error::violated(&error) {
        Some("identifiers_unique_value") => {
            Error::Conflict { code: "identifier_duplicate", message: "identifier duplicate".into(), data: serde_json::Value::Null }
        }
        _ => error.into(),
    }
}
