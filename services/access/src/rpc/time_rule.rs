//! Schedules.
use kit::{Context, Error, Fields, Mask, Result, audit};
use policy::{Action, Resource, action, resource};
use proto::vestibule::access::v1::time_rules_server::TimeRules;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use schedule::Schedule;
use serde_json::json;
use sqlx::PgConnection;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::schedule::from_api;
use crate::site::timestamp;
use crate::store::time_rule::{self, Row};
use crate::store::{affected, projection};

const MAX_PERIODS: usize = 1000;
const MAX_WINDOW: time::Duration = time::Duration::days(366);

pub struct Api {
    context: Context,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone() }
    }

    async fn create(&self, caller: policy::Caller, rule: TimeRule) -> Result<TimeRule> {
        let right = caller.authorize::<resource::TimeRule, action::Create>()?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let zone = projection::time_zone_to_write_by(&mut tx, right.project_id()).await?;
        let now = self.context.clock.now();
        let row = Row {
            id: 0,
            link_id: Uuid::now_v7(),
            schedule: checked(&rule, &zone)?.into(),
            has_own_zone: !rule.time_zone.is_empty(),
            name: rule.name,
            description: rule.description,
            // Who manages groups makes schedules for them; who manages the project, for the project.
            domain_id: if right.scope().all { None } else { caller.domain_ids.first().copied() },
            created_by: None,
            created_by_name: String::new(),
            created_at: now,
            updated_at: now,
            rule_ids: Vec::new(),
            rule_names: Vec::new(),
        };
        let id = time_rule::insert(&mut tx, &right, &row).await?;
        let made = time_rule::find(&mut tx, &right, id, false).await?;
        self.audit(&mut tx, &caller, Action::Create, None, Some(&made)).await?;
        tx.commit().await?;
        Ok(made.into_api())
    }

    async fn update(&self, caller: policy::Caller, request: UpdateTimeRuleRequest) -> Result<TimeRule> {
        let right = caller.authorize::<resource::TimeRule, action::Edit>()?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let zone = projection::time_zone_to_write_by(&mut tx, right.project_id()).await?;
        let before = time_rule::find(&mut tx, &right, request.id, true).await?;
        may_change(&mut tx, right.scope(), &before).await?;

        let (mask, new) = (Mask::new(request.update_mask), request.time_rule.unwrap_or_default());
        let mut old = before.clone().into_api();
        if !before.has_own_zone {
            old.time_zone.clear();
        }
        let merged = merge(old, new, &mask);
        let mut after = before.clone();
        after.schedule = checked(&merged, &zone)?.into();
        after.has_own_zone = !merged.time_zone.is_empty();
        (after.name, after.description, after.updated_at) = (merged.name, merged.description, self.context.clock.now());
        time_rule::update(&mut tx, &right, &after).await?;
        if after.schedule != before.schedule || after.name != before.name {
            let devices = affected::by_time_rule(&mut tx, request.id).await?;
            affected::touch(&mut tx, right.project_id(), devices).await?;
        }
        self.audit(&mut tx, &caller, Action::Edit, Some(&before), Some(&after)).await?;
        tx.commit().await?;
        Ok(after.into_api())
    }

    async fn delete(&self, caller: &policy::Caller, id: i64) -> Result<()> {
        let right = caller.authorize::<resource::TimeRule, action::Delete>()?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let row = time_rule::find(&mut tx, &right, id, true).await?;
        may_change(&mut tx, right.scope(), &row).await?;
        if !row.rule_names.is_empty() {
            let message = "the schedule is used by access rules".into();
            return Err(Error::Conflict { code: "in_use", message, data: json!({ "names": row.rule_names }) });
        }
        time_rule::delete(&mut tx, &right, id).await?;
        self.audit(&mut tx, caller, Action::Delete, Some(&row), None).await?;
        Ok(tx.commit().await?)
    }

    async fn preview(&self, caller: policy::Caller, request: PreviewTimeRuleRequest) -> Result<PreviewTimeRuleResponse> {
        let right = caller.authorize::<resource::TimeRule, action::View>()?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        let schedule = match (request.id, &request.time_rule) {
            (Some(id), _) => time_rule::find(&mut reader, &right, id, false).await?.schedule.0,
            (None, Some(rule)) => from_api(rule, &projection::time_zone(&mut reader, right.project_id()).await?)?,
            (None, None) => return Err(Error::field("time_rule", "required")),
        };
        drop(reader);
        let (from, to) = window(&request)?;
        let timetable = schedule.timetable();
        let mut periods = timetable.periods(timestamp(from), timestamp(to), MAX_PERIODS + 1);
        let truncated = periods.len() > MAX_PERIODS;
        periods.truncate(MAX_PERIODS);
        let now = timestamp(self.context.clock.now());
        Ok(PreviewTimeRuleResponse {
            periods: periods.iter().map(|period| Period { from: Some(proto_time(period.start)), to: Some(proto_time(period.end)) }).collect(),
            truncated,
            is_open_now: timetable.contains(now),
            next_change: timetable.next_change(now).map(proto_time),
        })
    }

    async fn audit(&self, tx: &mut PgConnection, caller: &policy::Caller, action: Action, before: Option<&Row>, after: Option<&Row>) -> Result<()> {
        let record = |row: Option<&Row>| {
            row.map_or(serde_json::Value::Null, |row| json!({ "name": row.name, "description": row.description, "schedule": row.schedule.0 }))
        };
        let Some(subject) = after.or(before) else { return Ok(()) };
        let change = audit::Change::new(action, Resource::TimeRule, subject.id, &subject.name, record(before), record(after));
        audit::record(tx, &self.context.clock, caller, change).await
    }
}

/// A schedule of the whole project is there to be used by all, and changed by those who manage the project.
async fn may_change(connection: &mut PgConnection, scope: &policy::Scope, row: &Row) -> Result<()> {
    let allowed = match row.domain_id {
        _ if scope.all || row.created_by == Some(scope.user_id) => true,
        Some(group) => kit::tree::covers(connection, scope, group).await?,
        None => false,
    };
    if allowed { Ok(()) } else { Err(Error::Forbidden) }
}

fn checked(rule: &TimeRule, zone: &str) -> Result<Schedule> {
    let mut fields = Fields::new();
    fields.text("name", &rule.name, 100);
    fields.optional_text("description", rule.description.as_deref(), 1000);
    fields.finish()?;
    from_api(rule, zone)
}

/// The fields that the request names, over those that were.
fn merge(mut old: TimeRule, new: TimeRule, mask: &Mask) -> TimeRule {
    macro_rules! take {
        ($($field:ident),+ $(,)?) => { $(mask.apply(stringify!($field), &mut old.$field, new.$field);)+ };
    }
    take!(
        name,
        description,
        valid_from,
        valid_to,
        is_all_day,
        repeat_mode,
        repeat_duration_mode,
        repeat_duration_count,
        repeat_duration_until,
        repeat_custom_mode,
        repeat_custom_monthes,
        repeat_custom_weekdays,
        repeat_custom_days,
        repeat_custom_looper,
        repeat_custom_use_day_types,
        repeat_custom_day_iteration,
        repeat_custom_day_type,
        time_zone,
    );
    old
}

fn window(request: &PreviewTimeRuleRequest) -> Result<(time::OffsetDateTime, time::OffsetDateTime)> {
    let read = |at: &Option<prost_types::Timestamp>, field: &str| {
        at.as_ref().and_then(kit::clock::from_proto).ok_or_else(|| Error::field(field, "required"))
    };
    let (from, to) = (read(&request.from, "from")?, read(&request.to, "to")?);
    match to - from {
        length if length <= time::Duration::ZERO => Err(Error::field("to", "must be greater than from")),
        length if length > MAX_WINDOW => Err(Error::field("to", "must be within 366 days")),
        _ => Ok((from, to)),
    }
}

pub(crate) fn proto_time(at: jiff::Timestamp) -> prost_types::Timestamp {
    prost_types::Timestamp { seconds: at.as_second(), nanos: at.subsec_nanosecond() }
}

#[tonic::async_trait]
impl TimeRules for Api {
    async fn list_time_rules(&self, request: Request<ListTimeRulesRequest>) -> Result<Response<ListTimeRulesResponse>, Status> {
        let right = self.context.caller(&request)?.authorize::<resource::TimeRule, action::View>().map_err(Error::from)?;
        let request = request.into_inner();
        let mut reader = self.context.database.read(right.project_id()).await?;
        let page = time_rule::list(&mut reader, &right, &kit::list_query!(request)).await?.map(Row::into_api);
        Ok(Response::new(ListTimeRulesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_time_rule(&self, request: Request<GetTimeRuleRequest>) -> Result<Response<TimeRule>, Status> {
        let right = self.context.caller(&request)?.authorize::<resource::TimeRule, action::View>().map_err(Error::from)?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        Ok(Response::new(time_rule::find(&mut reader, &right, request.into_inner().id, false).await?.into_api()))
    }

    async fn create_time_rule(&self, request: Request<CreateTimeRuleRequest>) -> Result<Response<TimeRule>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.create(caller, request.into_inner().time_rule.unwrap_or_default()).await?))
    }

    async fn update_time_rule(&self, request: Request<UpdateTimeRuleRequest>) -> Result<Response<TimeRule>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.update(caller, request.into_inner()).await?))
    }

    async fn delete_time_rule(&self, request: Request<DeleteTimeRuleRequest>) -> Result<Response<DeleteResponse>, Status> {
        let caller = self.context.caller(&request)?;
        let id = request.into_inner().id;
        self.delete(&caller, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_time_rules(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let caller = self.context.caller(&request)?;
        caller.authorize::<resource::TimeRule, action::Delete>().map_err(Error::from)?;
        Ok(Response::new(kit::bulk::each(request.into_inner().items, |id| self.delete(&caller, id)).await?))
    }

    async fn preview_time_rule(&self, request: Request<PreviewTimeRuleRequest>) -> Result<Response<PreviewTimeRuleResponse>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.preview(caller, request.into_inner()).await?))
    }
}
