//! What groups have of the licences. Every group has a row for readers: one without limits where nobody gave it any.
use std::collections::{BTreeSet, HashMap};

use kit::listing::{Kind as ColumnKind, Permitted, column, related, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, ResourceKind, action, resource};
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::counts::Counts;
use crate::domain::group_license::GroupLicenseDraft;
use crate::domain::license_tree::{Grant, LicenseTree, former_end};
use crate::domain::reminder::{Reminder, ReminderMode};

/// Groups of one project with limits of their own.
pub const MAX_GRANTS: i64 = 5_000;

/// Rows of a download that are read at a time.
const ROWS_AT_A_TIME: i64 = 500;

pub static LISTING: Listing = Listing {
    resource: "domains/licenses",
    select:
        "g.id, g.name, g.parent_id, coalesce(l.is_active, false) AS is_active, coalesce(l.features, '{}') AS features, l.sip, l.mobile_app, l.ukey2,
        coalesce(l.has_period, false) AS has_period, l.period_from, l.period_to, coalesce(l.reminder_enabled, true) AS reminder_enabled,
        coalesce(l.reminder_mode, 2::smallint) AS reminder_mode, coalesce(l.notify_before, 14) AS notify_before, l.former_end",
    from: "group_nodes g LEFT JOIN group_licenses l ON l.group_id = g.id",
    project: "g.project_id",
    key: "g.id",
    columns: &[
        sortable("name", "g.name", ColumnKind::Text),
        column("id", "g.id", ColumnKind::Int),
        column("is_active", "coalesce(l.is_active, false)", ColumnKind::Bool),
        related("within_domain_id", "g.id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {})"),
    ],
    default_sort: "name",
    search: &["g.name"],
    groups: "g.id IN ({})",
    own: "",
    filter: "NOT g.deleted",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct GroupLicenseRow {
    pub id: i64,
    pub name: String,
    pub parent_id: Option<i64>,
    is_active: bool,
    features: Vec<String>,
    sip: Option<i64>,
    mobile_app: Option<i64>,
    ukey2: Option<i64>,
    has_period: bool,
    period_from: Option<OffsetDateTime>,
    period_to: Option<OffsetDateTime>,
    reminder_enabled: bool,
    reminder_mode: i16,
    notify_before: i32,
    former_end: Option<OffsetDateTime>,
}

impl GroupLicenseRow {
    pub fn draft(&self) -> GroupLicenseDraft {
        GroupLicenseDraft {
            is_active: self.is_active,
            features: self.features.iter().cloned().collect(),
            counts: Counts { sip: self.sip, mobile_app: self.mobile_app, ukey2: self.ukey2 },
            has_period: self.has_period,
            period_from: self.period_from,
            period_to: self.period_to,
            reminder: Reminder {
                is_enabled: self.reminder_enabled,
                mode: ReminderMode::from_number(self.reminder_mode),
                notify_before: self.notify_before,
            },
        }
    }

    /// None without limits of its own.
    pub fn grant(&self) -> Option<Grant> {
        self.draft().grant().map(|grant| Grant { former_end: self.former_end, ..grant })
    }
}

/// Of groups that the right reaches.
pub async fn page<R: ResourceKind>(
    connection: &mut PgConnection,
    right: &Authorized<R, action::View>,
    query: &ListQuery,
) -> Result<Page<GroupLicenseRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// Those with limits of their own that the right reaches, by name.
pub async fn list_active(connection: &mut PgConnection, right: &Authorized<resource::GroupLicense, action::View>) -> Result<Vec<GroupLicenseRow>> {
    let mut sql =
        QueryBuilder::new(format!("SELECT {} FROM {} WHERE {} AND l.is_active AND g.project_id = ", LISTING.select, LISTING.from, LISTING.filter));
    sql.push_bind(right.project_id());
    LISTING.push_scope(&mut sql, right.scope());
    sql.push(" ORDER BY g.name, g.id LIMIT ").push_bind(MAX_GRANTS);
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

/// The next ones by id, for a download.
pub async fn list_after<R: ResourceKind>(
    connection: &mut PgConnection,
    right: &Authorized<R, action::View>,
    search: &str,
    within: i64,
    after: i64,
) -> Result<Vec<GroupLicenseRow>> {
    let mut sql = QueryBuilder::new(format!("SELECT {} FROM {} WHERE {} AND g.project_id = ", LISTING.select, LISTING.from, LISTING.filter));
    sql.push_bind(right.project_id()).push(" AND g.id > ").push_bind(after);
    if !search.is_empty() {
        sql.push(" AND position(lower(").push_bind(search.to_owned()).push(") in lower(g.name)) > 0");
    }
    if within != 0 {
        sql.push(" AND g.id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = ").push_bind(within).push(")");
    }
    LISTING.push_scope(&mut sql, right.scope());
    sql.push(" ORDER BY g.id LIMIT ").push_bind(ROWS_AT_A_TIME);
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

/// `NotFound` for a group that the right does not reach.
pub async fn find<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::GroupLicense, A>, id: i64) -> Result<GroupLicenseRow> {
    let mut sql = QueryBuilder::new(format!("SELECT {} FROM {} WHERE {} AND g.project_id = ", LISTING.select, LISTING.from, LISTING.filter));
    sql.push_bind(right.project_id()).push(" AND g.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

pub async fn find_for_update(
    connection: &mut PgConnection,
    right: &Authorized<resource::GroupLicense, action::Edit>,
    id: i64,
) -> Result<Permitted<GroupLicenseRow, action::Edit>> {
    LISTING.find_for_update(connection, right, id).await
}

pub async fn upsert(
    connection: &mut PgConnection,
    found: &Permitted<GroupLicenseRow, action::Edit>,
    draft: &GroupLicenseDraft,
    now: OffsetDateTime,
) -> Result<()> {
    let before = found.grant();
    let is_same_period = before.as_ref().and_then(|grant| grant.period) == draft.grant().and_then(|grant| grant.period);
    let former_end = if is_same_period { found.former_end } else { former_end(before.as_ref(), now) };
    let features: Vec<&String> = draft.features.iter().collect();
    sqlx::query(
        "INSERT INTO group_licenses (group_id, project_id, is_active, features, sip, mobile_app, ukey2, has_period, period_from, period_to,
             reminder_enabled, reminder_mode, notify_before, updated_at, former_end)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         ON CONFLICT (group_id) DO UPDATE SET is_active = excluded.is_active, features = excluded.features, sip = excluded.sip,
             mobile_app = excluded.mobile_app, ukey2 = excluded.ukey2, has_period = excluded.has_period, period_from = excluded.period_from,
             period_to = excluded.period_to, reminder_enabled = excluded.reminder_enabled, reminder_mode = excluded.reminder_mode,
             notify_before = excluded.notify_before, updated_at = excluded.updated_at, former_end = excluded.former_end",
    )
    .bind(found.id)
    .bind(found.project_id())
    .bind(draft.is_active)
    .bind(features)
    .bind(draft.counts.sip)
    .bind(draft.counts.mobile_app)
    .bind(draft.counts.ukey2)
    .bind(draft.has_period)
    .bind(draft.period_from)
    .bind(draft.period_to)
    .bind(draft.reminder.is_enabled)
    .bind(draft.reminder.mode as i16)
    .bind(draft.reminder.notify_before)
    .bind(now)
    .bind(former_end)
    .execute(connection)
    .await?;
    Ok(())
}

/// Of all groups of a project that have limits of their own.
pub async fn list_grants(connection: &mut PgConnection, project_id: i64) -> Result<HashMap<i64, Grant>> {
    let sql = format!("SELECT {} FROM {} WHERE {} AND l.is_active AND g.project_id = $1", LISTING.select, LISTING.from, LISTING.filter);
    let rows: Vec<GroupLicenseRow> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(project_id).fetch_all(connection).await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.id, row.grant()?))).collect())
}

/// Names of groups that the caller may know.
pub async fn names(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<HashMap<i64, String>> {
    let rows: Vec<(i64, String)> = sqlx::query_as("SELECT id, name FROM group_nodes WHERE project_id = $1 AND id = ANY($2)")
        .bind(project_id)
        .bind(ids)
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// The features of groups of a user: all together, those of groups outside of their period left out.
pub fn features_of_groups(tree: &LicenseTree, groups: &[i64], now: OffsetDateTime) -> BTreeSet<String> {
    let of = |group: &i64| match tree.is_open(*group, now) {
        true => tree.grant(tree.home(*group)).map(|grant| grant.features.clone()).unwrap_or_default(),
        false => BTreeSet::new(),
    };
    if groups.is_empty() { tree.project.features.clone() } else { groups.iter().flat_map(of).collect() }
}
