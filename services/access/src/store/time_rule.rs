//! The table of schedules.
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::search::Searchable;
use kit::{Error, Listing, Page, Result};
use policy::{ActionKind, Authorized, action, resource};
use schedule::ValidSchedule;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use super::related::{VisibleIds, retain};
use crate::domain::ids::ScheduleId;
use crate::domain::schedule_book::BookedSchedule;
use crate::domain::time_rule::TimeRuleDraft;

pub static LISTING: Listing = Listing {
    resource: "time-rules",
    select: COLUMNS,
    from: "time_rules t",
    project: "t.project_id",
    key: "t.id",
    columns: &[
        sortable("name", "t.name", Kind::Text),
        sortable("created_at", "t.created_at", Kind::Time),
        sortable("id", "t.id", Kind::Int),
        column("domain_id", "t.domain_id", Kind::Int),
        related("access_rule_id", "EXISTS (SELECT 1 FROM rule_time_rules x WHERE x.time_rule_id = t.id AND x.rule_id = {})"),
    ],
    default_sort: "name",
    search: &["t.name"],
    // Everybody who may view schedules sees those of the whole project.
    groups: "(t.domain_id IS NULL OR t.domain_id IN ({}))",
    own: "t.created_by = {}",
    filter: "",
    // Everybody may use a schedule of the whole project; only who reaches all schedules may change it.
    whole: "t.domain_id IS NOT NULL AND t.domain_id IN ({})",
};

pub static SEARCHABLE: Searchable = Searchable { kind: "time_rule", listing: &LISTING, name: "t.name", detail: "''" };

const COLUMNS: &str =
    "t.id, t.link_id, t.name, t.description, t.schedule, t.has_own_zone, t.domain_id, t.created_by, t.created_by_name, t.created_at, t.updated_at,
    ARRAY(SELECT x.rule_id FROM rule_time_rules x WHERE x.time_rule_id = t.id ORDER BY x.rule_id) AS rule_ids,
    ARRAY(SELECT a.name FROM rule_time_rules x JOIN access_rules a ON a.id = x.rule_id WHERE x.time_rule_id = t.id ORDER BY x.rule_id) AS rule_names";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct TimeRuleRow {
    pub id: i64,
    pub link_id: Uuid,
    pub name: String,
    pub description: Option<String>,
    pub schedule: Json<ValidSchedule>,
    /// Otherwise the schedule's zone is the project's, and changes with it.
    pub has_own_zone: bool,
    pub domain_id: Option<i64>,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub rule_ids: Vec<i64>,
    pub rule_names: Vec<String>,
}

impl TimeRuleRow {
    /// Leaves only those of the rules that the caller sees.
    pub fn retain_visible(&mut self, visible: &VisibleIds) {
        retain(&mut self.rule_ids, &mut self.rule_names, |id| visible.access_rules.contains(id));
    }

    /// With an empty zone for a schedule that goes by the project's.
    pub fn draft(&self) -> TimeRuleDraft {
        let mut draft =
            TimeRuleDraft { name: self.name.clone(), description: self.description.clone(), ..TimeRuleDraft::from_schedule(&self.schedule) };
        if !self.has_own_zone {
            draft.time_zone.clear();
        }
        draft
    }

    pub fn booked(self) -> BookedSchedule {
        BookedSchedule::new(ScheduleId(self.id), self.link_id, self.name, self.schedule.0)
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::TimeRule, action::View>,
    query: &kit::ListQuery,
) -> Result<Page<TimeRuleRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// `NotFound` for one that is not in the caller's reach.
pub async fn find<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::TimeRule, A>, id: i64) -> Result<TimeRuleRow> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM time_rules t WHERE t.project_id = "));
    sql.push_bind(right.project_id()).push(" AND t.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::TimeRule, A>,
    id: i64,
) -> Result<Permitted<TimeRuleRow, A>> {
    LISTING.find_for_update(connection, right, id).await
}

pub async fn insert(connection: &mut PgConnection, right: &Authorized<resource::TimeRule, action::Create>, row: &TimeRuleRow) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO time_rules (project_id, link_id, name, description, schedule, has_own_zone, domain_id, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING id",
    )
    .bind(right.project_id())
    .bind(row.link_id)
    .bind(&row.name)
    .bind(&row.description)
    .bind(&row.schedule)
    .bind(row.has_own_zone)
    .bind(row.domain_id)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(row.created_at);
    Ok(id.fetch_one(connection).await?)
}

pub async fn update(connection: &mut PgConnection, found: &Permitted<TimeRuleRow, action::Edit>, row: &TimeRuleRow) -> Result<()> {
    sqlx::query(
        "UPDATE time_rules SET name = $3, description = $4, schedule = $5, has_own_zone = $6, updated_at = $7, version = version + 1 WHERE project_id = $1 AND id = $2",
    )
    .bind(found.project_id())
    .bind(found.id)
    .bind(&row.name)
    .bind(&row.description)
    .bind(&row.schedule)
    .bind(row.has_own_zone)
    .bind(row.updated_at)
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, found: &Permitted<TimeRuleRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM time_rules WHERE project_id = $1 AND id = $2").bind(found.project_id()).bind(found.id).execute(connection).await?;
    Ok(())
}
