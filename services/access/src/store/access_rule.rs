//! The tables of access rules.
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::search::Searchable;
use kit::{Error, Listing, Page, Result};
use policy::{Action, ActionKind, Authorized, Caller, Resource, action, resource};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::related::{VisibleIds, retain};
use crate::domain::access_rule::{AccessRuleDraft, DeviceLock, MAX_WHOLE, Members, RuleFields};

pub static LISTING: Listing = Listing {
    resource: "access-rules",
    select: COLUMNS,
    from: "access_rules r",
    project: "r.project_id",
    key: "r.id",
    columns: &[
        sortable("name", "r.name", Kind::Text),
        sortable("created_at", "r.created_at", Kind::Time),
        sortable("id", "r.id", Kind::Int),
        column("prohibition", "r.prohibition", Kind::Bool),
        column("is_shareable", "r.is_shareable", Kind::Bool),
        related("device_id", "EXISTS (SELECT 1 FROM rule_devices x WHERE x.rule_id = r.id AND x.device_id = {})"),
        related("user_id", "EXISTS (SELECT 1 FROM rule_users x WHERE x.rule_id = r.id AND x.user_id = {})"),
        related("domain_id", "EXISTS (SELECT 1 FROM rule_groups x WHERE x.rule_id = r.id AND x.group_id = {})"),
        related(
            "within_domain_id",
            "EXISTS (SELECT 1 FROM rule_groups x JOIN group_closure c ON c.descendant_id = x.group_id WHERE x.rule_id = r.id AND c.ancestor_id = {})",
        ),
        related("identifier_id", "EXISTS (SELECT 1 FROM rule_identifiers x WHERE x.rule_id = r.id AND x.identifier_id = {})"),
        related("time_rule_id", "EXISTS (SELECT 1 FROM rule_time_rules x WHERE x.rule_id = r.id AND x.time_rule_id = {})"),
    ],
    default_sort: "name",
    search: &["r.name"],
    // A rule is seen in the groups of its devices, and in the groups that it names.
    groups: "EXISTS (SELECT 1 FROM (SELECT x.group_id FROM rule_groups x WHERE x.rule_id = r.id
             UNION ALL SELECT d.domain_id FROM rule_devices y JOIN doors d ON d.id = y.device_id WHERE y.rule_id = r.id) place WHERE place.group_id IN ({}))",
    own: "r.created_by = {}",
    filter: "",
    // Nobody changes a rule that opens devices beyond their reach: they could let themselves in there.
    whole: "NOT EXISTS (SELECT 1 FROM rule_devices y JOIN doors d ON d.id = y.device_id WHERE y.rule_id = r.id AND d.domain_id NOT IN ({}))",
};

/// With every user and identifier of a rule.
static WHOLE_LISTING: Listing = Listing { select: WHOLE_COLUMNS, ..LISTING };

pub static SEARCHABLE: Searchable = Searchable { kind: "access_rule", listing: &LISTING, name: "r.name", detail: "''" };

/// The columns of a draft, which has them under the same names; a record made of its JSON is what is written.
const FIELDS: &str = "name, description, prohibition, is_shareable";

/// `$limit`: of users and of identifiers, each. Codes of guests and of reservations (origins 4 and 5) are not among them: their own
/// operations put them into rules and take them out, hundreds in a month.
macro_rules! columns {
    ($limit:literal) => {
        concat!(
            "r.id, r.name, r.description, r.prohibition, r.is_shareable, r.created_by, r.created_by_name, r.created_at, r.updated_at,
    ARRAY(SELECT x.device_id FROM rule_devices x JOIN doors d ON d.id = x.device_id WHERE x.rule_id = r.id ORDER BY x.device_id, x.lock_number) AS device_ids,
    ARRAY(SELECT d.name FROM rule_devices x JOIN doors d ON d.id = x.device_id WHERE x.rule_id = r.id ORDER BY x.device_id, x.lock_number) AS device_names,
    ARRAY(SELECT x.lock_number::int FROM rule_devices x JOIN doors d ON d.id = x.device_id WHERE x.rule_id = r.id ORDER BY x.device_id, x.lock_number) AS device_locks,
    ARRAY(SELECT t.id FROM rule_time_rules x JOIN time_rules t ON t.id = x.time_rule_id WHERE x.rule_id = r.id ORDER BY t.id) AS time_rule_ids,
    ARRAY(SELECT t.name FROM rule_time_rules x JOIN time_rules t ON t.id = x.time_rule_id WHERE x.rule_id = r.id ORDER BY t.id) AS time_rule_names,
    ARRAY(SELECT p.id FROM rule_users x JOIN people p ON p.id = x.user_id WHERE x.rule_id = r.id AND NOT p.deleted ORDER BY p.id",
            " LIMIT ",
            $limit,
            ") AS user_ids,
    ARRAY(SELECT p.name FROM rule_users x JOIN people p ON p.id = x.user_id WHERE x.rule_id = r.id AND NOT p.deleted ORDER BY p.id",
            " LIMIT ",
            $limit,
            ") AS user_names,
    ARRAY(SELECT i.id FROM rule_identifiers x JOIN identifiers i ON i.id = x.identifier_id WHERE x.rule_id = r.id AND i.origin NOT IN (4, 5) ORDER BY i.id",
            " LIMIT ",
            $limit,
            ") AS identifier_ids,
    ARRAY(SELECT i.name FROM rule_identifiers x JOIN identifiers i ON i.id = x.identifier_id WHERE x.rule_id = r.id AND i.origin NOT IN (4, 5) ORDER BY i.id",
            " LIMIT ",
            $limit,
            ") AS identifier_names,
    ARRAY(SELECT g.id FROM rule_groups x JOIN group_nodes g ON g.id = x.group_id WHERE x.rule_id = r.id ORDER BY g.id) AS group_ids,
    ARRAY(SELECT g.name FROM rule_groups x JOIN group_nodes g ON g.id = x.group_id WHERE x.rule_id = r.id ORDER BY g.id) AS group_names",
        )
    };
}

const COLUMNS: &str = columns!(500);
/// One more than there may be, so that it is not taken for all.
const WHOLE_COLUMNS: &str = columns!(20_001);
const _: () = assert!(MAX_WHOLE == 20_000);

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AccessRuleRow {
    pub id: i64,
    pub name: String,
    pub description: Option<String>,
    pub prohibition: bool,
    pub is_shareable: bool,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub device_ids: Vec<i64>,
    pub device_names: Vec<String>,
    pub device_locks: Vec<i32>,
    pub time_rule_ids: Vec<i64>,
    pub time_rule_names: Vec<String>,
    pub user_ids: Vec<i64>,
    pub user_names: Vec<String>,
    pub identifier_ids: Vec<i64>,
    pub identifier_names: Vec<String>,
    pub group_ids: Vec<i64>,
    pub group_names: Vec<String>,
}

/// More than an answer of everybody in a rule holds.
fn too_many() -> Error {
    Error::Conflict { code: "too_many_items", message: format!("too many items: at most {MAX_WHOLE}"), data: serde_json::json!({ "max": MAX_WHOLE }) }
}

impl AccessRuleRow {
    /// Refuses one with more users or identifiers than are read: it would be taken for whole.
    fn ensure_is_whole(&self) -> Result<()> {
        if self.has_all_users() && self.has_all_identifiers() { Ok(()) } else { Err(too_many()) }
    }

    /// Of a row that is read with all its members, before `retain_visible`.
    pub fn has_all_users(&self) -> bool {
        self.user_ids.len() <= MAX_WHOLE
    }

    /// As `has_all_users`.
    pub fn has_all_identifiers(&self) -> bool {
        self.identifier_ids.len() <= MAX_WHOLE
    }

    /// Leaves only those of the named entities that the caller sees.
    pub fn retain_visible(&mut self, visible: &VisibleIds) {
        retain(&mut self.time_rule_ids, &mut self.time_rule_names, |id| visible.time_rules.contains(id));
        retain(&mut self.user_ids, &mut self.user_names, |id| visible.users.contains(id));
        retain(&mut self.identifier_ids, &mut self.identifier_names, |id| visible.identifiers.contains(id));
        retain(&mut self.group_ids, &mut self.group_names, |id| visible.groups.contains(id));
        let mut device_ids = self.device_ids.clone();
        retain(&mut device_ids, &mut self.device_locks, |id| visible.devices.contains(id));
        retain(&mut self.device_ids, &mut self.device_names, |id| visible.devices.contains(id));
    }

    pub fn draft(&self) -> AccessRuleDraft {
        AccessRuleDraft {
            fields: RuleFields {
                name: self.name.clone(),
                description: self.description.clone(),
                prohibition: self.prohibition,
                is_shareable: self.is_shareable,
            },
            devices: std::iter::zip(&self.device_ids, &self.device_locks).map(|(&id, &lock_number)| DeviceLock { id, lock_number }).collect(),
            time_rules: self.time_rule_ids.clone(),
            users: self.user_ids.clone(),
            identifiers: self.identifier_ids.clone(),
            groups: self.group_ids.clone(),
        }
    }
}

fn listing(members: Members) -> &'static Listing {
    match members {
        Members::First => &LISTING,
        Members::Whole => &WHOLE_LISTING,
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::AccessRule, action::View>,
    query: &kit::ListQuery,
    members: Members,
) -> Result<Page<AccessRuleRow>> {
    let page: Page<AccessRuleRow> = listing(members).page(connection, right.project_id(), right.scope(), query).await?;
    page.items.iter().try_for_each(AccessRuleRow::ensure_is_whole)?;
    Ok(page)
}

/// `NotFound` for one that is not in the caller's reach.
pub async fn find<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::AccessRule, A>,
    id: i64,
    members: Members,
) -> Result<AccessRuleRow> {
    let columns = listing(members).select;
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {columns} FROM access_rules r WHERE r.project_id = "));
    sql.push_bind(right.project_id()).push(" AND r.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Those of the rules that are in the caller's reach, with all their members, in no order.
pub async fn find_all(
    connection: &mut PgConnection,
    right: &Authorized<resource::AccessRule, action::View>,
    ids: &[i64],
) -> Result<Vec<AccessRuleRow>> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {WHOLE_COLUMNS} FROM access_rules r WHERE r.project_id = "));
    sql.push_bind(right.project_id()).push(" AND r.id = ANY(").push_bind(ids).push(")");
    LISTING.push_scope(&mut sql, right.scope());
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::AccessRule, A>,
    id: i64,
    members: Members,
) -> Result<Permitted<AccessRuleRow, A>> {
    lock(connection, right.project_id(), id).await?;
    let found: Permitted<AccessRuleRow, A> = listing(members).find_for_update(connection, right, id).await?;
    found.ensure_is_whole()?;
    // The reach of devices decides, also for those who reach rules further than devices.
    ensure_can_change_rules(connection, right.caller(), A::VALUE, &[id], &[]).await?;
    Ok(found)
}

/// Before the rule is read: whoever waits for the lock would read what the rule named before another change of it, and keep what that
/// change has added.
async fn lock(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<()> {
    let lock = sqlx::query("SELECT id FROM access_rules WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE");
    lock.bind(project_id).bind(id).execute(connection).await?;
    Ok(())
}

/// Whether the caller may change all of these rules, in one statement. `added` are rules that the request names: one that
/// the caller does not see is refused as unknown. `removed` are rules that it leaves out.
pub async fn ensure_can_edit_rules(connection: &mut PgConnection, caller: &Caller, added: &[i64], removed: &[i64]) -> Result<()> {
    ensure_can_change_rules(connection, caller, Action::Edit, added, removed).await
}

async fn ensure_can_change_rules(connection: &mut PgConnection, caller: &Caller, action: Action, added: &[i64], removed: &[i64]) -> Result<()> {
    let ids = [added, removed].concat();
    if ids.is_empty() {
        return Ok(());
    }
    let reach = caller.scope(Resource::Device, Action::View);
    let mut sql = sqlx::QueryBuilder::new("SELECT r.id, (");
    sql.push_bind(reach.all).push(
        " OR NOT EXISTS (SELECT 1 FROM rule_devices y JOIN doors d ON d.id = y.device_id WHERE y.rule_id = r.id AND NOT EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = d.domain_id AND c.ancestor_id = ANY(",
    );
    sql.push_bind(reach.domain_ids.clone()).push(") AND (c.depth > 0 AND ").push_bind(reach.descendants);
    sql.push(" OR c.depth = 0 AND ").push_bind(reach.domain).push("))))");
    LISTING.push_scope(&mut sql, &caller.scope(Resource::AccessRule, action));
    sql.push(" FROM access_rules r WHERE r.project_id = ").push_bind(caller.project_id).push(" AND r.id = ANY(").push_bind(ids.clone()).push(")");
    LISTING.push_scope(&mut sql, &caller.scope(Resource::AccessRule, Action::View));
    let rules: Vec<(i64, bool)> = sql.build_query_as().fetch_all(connection).await?;
    let visible: Vec<i64> = rules.iter().map(|(id, _)| *id).collect();
    kit::related::complete("access rule", added, &visible)?;
    let is_editable = |id: &i64| rules.iter().any(|(rule, is_editable)| rule == id && *is_editable);
    if ids.iter().all(is_editable) { Ok(()) } else { Err(Error::Forbidden) }
}

/// Ids and names of the rules that the caller sees.
pub async fn visible_names(connection: &mut PgConnection, caller: &Caller) -> Result<Vec<(i64, String)>> {
    let mut sql = sqlx::QueryBuilder::new("SELECT r.id, r.name FROM access_rules r WHERE r.project_id = ");
    sql.push_bind(caller.project_id);
    LISTING.push_scope(&mut sql, &caller.scope(Resource::AccessRule, Action::View));
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

/// Names of the rules, in the order of their ids.
pub async fn names(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<Vec<(i64, String)>> {
    let names = sqlx::query_as("SELECT id, name FROM access_rules WHERE project_id = $1 AND id = ANY($2) ORDER BY id");
    Ok(names.bind(project_id).bind(ids).fetch_all(connection).await?)
}

/// Names of those of the rules that forbid.
pub async fn names_of_prohibitions(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<Vec<String>> {
    let names = sqlx::query_scalar("SELECT name FROM access_rules WHERE project_id = $1 AND id = ANY($2) AND prohibition ORDER BY name LIMIT 20");
    Ok(names.bind(project_id).bind(ids).fetch_all(connection).await?)
}

/// Names of the devices of the rules that do not take identifiers of a type.
pub async fn devices_without_type(connection: &mut PgConnection, project_id: i64, ids: &[i64], identifier_type: &str) -> Result<Vec<String>> {
    let devices = sqlx::query_scalar(
        "SELECT DISTINCT d.name FROM rule_devices x JOIN doors d ON d.id = x.device_id
         WHERE x.project_id = $1 AND x.rule_id = ANY($2) AND NOT d.deleted AND $3 <> ALL(d.identifier_types) ORDER BY d.name LIMIT 20",
    );
    Ok(devices.bind(project_id).bind(ids).bind(identifier_type).fetch_all(connection).await?)
}

/// With everything that the draft names.
pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::AccessRule, action::Create>,
    draft: &AccessRuleDraft,
    now: OffsetDateTime,
) -> Result<i64> {
    let sql = format!(
        "INSERT INTO access_rules (project_id, {FIELDS}, created_by, created_by_name, created_at, updated_at)
         SELECT $1, {FIELDS}, $3, $4, $5, $5 FROM jsonb_populate_record(NULL::access_rules, $2) RETURNING id"
    );
    let id = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(right.project_id())
        .bind(Json(draft.fields.trimmed()))
        .bind(right.caller().user_id)
        .bind(&right.caller().user_name)
        .bind(now);
    let id = id.fetch_one(&mut *connection).await?;
    write_relations(connection, right.project_id(), id, &AccessRuleDraft::default(), draft, |_| true).await?;
    Ok(id)
}

pub async fn update(
    connection: &mut PgConnection,
    found: &Permitted<AccessRuleRow, action::Edit>,
    fields: &RuleFields,
    now: OffsetDateTime,
) -> Result<()> {
    let sql = format!(
        "UPDATE access_rules SET ({FIELDS}) = (SELECT {FIELDS} FROM jsonb_populate_record(NULL::access_rules, $3)), updated_at = $4, version = version + 1
         WHERE project_id = $1 AND id = $2"
    );
    sqlx::query(AssertSqlSafe(sql)).bind(found.project_id()).bind(found.id).bind(Json(fields.trimmed())).bind(now).execute(connection).await?;
    Ok(())
}

/// What the rule names is deleted with it.
pub async fn delete(connection: &mut PgConnection, found: &Permitted<AccessRuleRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM access_rules WHERE project_id = $1 AND id = $2").bind(found.project_id()).bind(found.id).execute(connection).await?;
    Ok(())
}

/// Takes codes of guests and of reservations out of a rule that grants no more: they have those that let them in, and one that forbids would
/// keep them out unseen.
pub async fn remove_given(connection: &mut PgConnection, found: &Permitted<AccessRuleRow, action::Edit>) -> Result<()> {
    sqlx::query(
        "DELETE FROM rule_identifiers x USING identifiers i WHERE i.id = x.identifier_id AND x.project_id = $1 AND x.rule_id = $2 AND i.origin IN (4, 5)",
    )
    .bind(found.project_id())
    .bind(found.id)
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes the relations that `is_named` names. `visible` is what the caller sees of the rule as it was: what they have not
/// seen (out of their reach, or beyond the 500 of an answer that is not whole) they cannot have taken away, and it stays.
pub async fn set_relations(
    connection: &mut PgConnection,
    found: &Permitted<AccessRuleRow, action::Edit>,
    visible: &AccessRuleDraft,
    new: &AccessRuleDraft,
    is_named: impl Fn(&str) -> bool,
) -> Result<()> {
    write_relations(connection, found.project_id(), found.id, visible, new, is_named).await
}

async fn write_relations(
    connection: &mut PgConnection,
    project_id: i64,
    rule: i64,
    visible: &AccessRuleDraft,
    new: &AccessRuleDraft,
    is_named: impl Fn(&str) -> bool,
) -> Result<()> {
    if is_named("devices") {
        set_devices(connection, project_id, rule, &new.devices).await?;
    }
    let relations = [
        ("users", Relation::Users, &visible.users, &new.users),
        ("domains", Relation::Groups, &visible.groups, &new.groups),
        ("identifiers", Relation::Identifiers, &visible.identifiers, &new.identifiers),
        ("time_rules", Relation::TimeRules, &visible.time_rules, &new.time_rules),
    ];
    for (path, relation, visible, new) in relations {
        if is_named(path) {
            // Ids of a draft are in order.
            let removed: Vec<i64> = visible.iter().copied().filter(|id| new.binary_search(id).is_err()).collect();
            change_relation(connection, project_id, rule, relation, &removed, new).await?;
        }
    }
    Ok(())
}

async fn set_devices(connection: &mut PgConnection, project_id: i64, rule: i64, devices: &[DeviceLock]) -> Result<()> {
    let (devices, locks): (Vec<i64>, Vec<i32>) = devices.iter().map(|device| (device.id, device.lock_number)).unzip();
    sqlx::query("DELETE FROM rule_devices WHERE rule_id = $1").bind(rule).execute(&mut *connection).await?;
    sqlx::query(
        "INSERT INTO rule_devices (rule_id, device_id, lock_number, project_id)
         SELECT $1, d, l, $4 FROM unnest($2::bigint[], $3::int[]) AS t(d, l) ON CONFLICT DO NOTHING",
    )
    .bind(rule)
    .bind(devices)
    .bind(locks)
    .bind(project_id)
    .execute(connection)
    .await?;
    Ok(())
}

/// The tables of what a rule names, with one column each.
#[derive(Clone, Copy)]
enum Relation {
    Users,
    Groups,
    Identifiers,
    TimeRules,
}

impl Relation {
    fn statements(self) -> (&'static str, &'static str) {
        match self {
            Relation::Users => (
                "DELETE FROM rule_users WHERE rule_id = $1 AND user_id = ANY($2)",
                "INSERT INTO rule_users (rule_id, user_id, project_id) SELECT $1, x, $3 FROM unnest($2::bigint[]) x ON CONFLICT DO NOTHING",
            ),
            Relation::Groups => (
                "DELETE FROM rule_groups WHERE rule_id = $1 AND group_id = ANY($2)",
                "INSERT INTO rule_groups (rule_id, group_id, project_id) SELECT $1, x, $3 FROM unnest($2::bigint[]) x ON CONFLICT DO NOTHING",
            ),
            Relation::Identifiers => (
                "DELETE FROM rule_identifiers WHERE rule_id = $1 AND identifier_id = ANY($2)",
                "INSERT INTO rule_identifiers (rule_id, identifier_id, project_id) SELECT $1, x, $3 FROM unnest($2::bigint[]) x ON CONFLICT DO NOTHING",
            ),
            Relation::TimeRules => (
                "DELETE FROM rule_time_rules WHERE rule_id = $1 AND time_rule_id = ANY($2)",
                "INSERT INTO rule_time_rules (rule_id, time_rule_id, project_id) SELECT $1, x, $3 FROM unnest($2::bigint[]) x ON CONFLICT DO NOTHING",
            ),
        }
    }
}

async fn change_relation(
    connection: &mut PgConnection,
    project_id: i64,
    rule: i64,
    relation: Relation,
    removed: &[i64],
    added: &[i64],
) -> Result<()> {
    let (remove, add) = relation.statements();
    if !removed.is_empty() {
        sqlx::query(remove).bind(rule).bind(removed).execute(&mut *connection).await?;
    }
    if !added.is_empty() {
        sqlx::query(add).bind(rule).bind(added).bind(project_id).execute(connection).await?;
    }
    Ok(())
}
