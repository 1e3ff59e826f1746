//! Schedules ("time rules").
use kit::clock::{from_proto, to_proto};
use kit::{Error, Mask, Result};
use policy::{ActionKind, Authorized, action, resource};
use proto::vestibule::access::v1::time_rules_server::TimeRules;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use time::OffsetDateTime;
use tonic::{Request, Response, Status};

use super::{encode_timestamp, reference, references};
use crate::app::App;
use crate::domain::time_rule::TimeRuleDraft;
use crate::operation::time_rule::{self as operation, Preview, PreviewSource};
use crate::store::time_rule::TimeRuleRow;

pub struct TimeRulesService(pub App);

impl TimeRulesService {
    fn authorize<A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<resource::TimeRule, A>> {
        self.0.context.authorize(request)
    }
}

fn decode(rule: Option<TimeRule>) -> TimeRuleDraft {
    let rule = rule.unwrap_or_default();
    TimeRuleDraft {
        name: rule.name,
        description: rule.description,
        valid_from: rule.valid_from,
        valid_to: rule.valid_to,
        is_all_day: rule.is_all_day,
        repeat_mode: rule.repeat_mode,
        repeat_duration_mode: rule.repeat_duration_mode,
        repeat_duration_count: rule.repeat_duration_count,
        repeat_duration_until: rule.repeat_duration_until,
        repeat_custom_mode: rule.repeat_custom_mode,
        repeat_custom_monthes: rule.repeat_custom_monthes,
        repeat_custom_weekdays: rule.repeat_custom_weekdays,
        repeat_custom_days: rule.repeat_custom_days,
        repeat_custom_looper: rule.repeat_custom_looper,
        repeat_custom_use_day_types: rule.repeat_custom_use_day_types,
        repeat_custom_day_iteration: rule.repeat_custom_day_iteration,
        repeat_custom_day_type: rule.repeat_custom_day_type,
        time_zone: rule.time_zone,
    }
}

fn encode(row: TimeRuleRow) -> TimeRule {
    let schedule = TimeRuleDraft::from_schedule(&row.schedule);
    TimeRule {
        id: row.id,
        name: row.name,
        description: row.description,
        valid_from: schedule.valid_from,
        valid_to: schedule.valid_to,
        is_all_day: schedule.is_all_day,
        repeat_mode: schedule.repeat_mode,
        repeat_duration_mode: schedule.repeat_duration_mode,
        repeat_duration_count: schedule.repeat_duration_count,
        repeat_duration_until: schedule.repeat_duration_until,
        repeat_custom_mode: schedule.repeat_custom_mode,
        repeat_custom_monthes: schedule.repeat_custom_monthes,
        repeat_custom_weekdays: schedule.repeat_custom_weekdays,
        repeat_custom_days: schedule.repeat_custom_days,
        repeat_custom_looper: schedule.repeat_custom_looper,
        repeat_custom_use_day_types: schedule.repeat_custom_use_day_types,
        repeat_custom_day_iteration: schedule.repeat_custom_day_iteration,
        repeat_custom_day_type: schedule.repeat_custom_day_type,
        time_zone: schedule.time_zone,
        access_rules: references(row.rule_ids, row.rule_names),
        created_by_user: reference(row.created_by, row.created_by_name),
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
        link_id: row.link_id.to_string(),
        has_own_zone: row.has_own_zone,
    }
}

fn encode_preview(preview: Preview) -> PreviewTimeRuleResponse {
    let period = |period: &schedule::Period| Period { from: Some(encode_timestamp(period.start)), to: Some(encode_timestamp(period.end)) };
    PreviewTimeRuleResponse {
        periods: preview.periods.iter().map(period).collect(),
        truncated: preview.is_truncated,
        is_open_now: preview.is_open_now,
        next_change: preview.next_change.map(encode_timestamp),
    }
}

fn decode_window(request: &PreviewTimeRuleRequest) -> Result<(OffsetDateTime, OffsetDateTime)> {
    let decode = |at: &Option<prost_types::Timestamp>, field: &str| at.as_ref().and_then(from_proto).ok_or_else(|| Error::field(field, "required"));
    Ok((decode(&request.from, "from")?, decode(&request.to, "to")?))
}

#[tonic::async_trait]
impl TimeRules for TimeRulesService {
    async fn list_time_rules(&self, request: Request<ListTimeRulesRequest>) -> Result<Response<ListTimeRulesResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let page = operation::list(&self.0, &right, &kit::list_query!(request)).await?.map(encode);
        Ok(Response::new(ListTimeRulesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_time_rule(&self, request: Request<GetTimeRuleRequest>) -> Result<Response<TimeRule>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn create_time_rule(&self, request: Request<CreateTimeRuleRequest>) -> Result<Response<TimeRule>, Status> {
        let right = self.authorize::<action::Create, _>(&request)?;
        let draft = decode(request.into_inner().time_rule);
        Ok(Response::new(encode(operation::create(&self.0, &right, draft).await?)))
    }

    async fn update_time_rule(&self, request: Request<UpdateTimeRuleRequest>) -> Result<Response<TimeRule>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let request = request.into_inner();
        let (draft, mask) = (decode(request.time_rule), Mask::new(request.update_mask));
        Ok(Response::new(encode(operation::update(&self.0, &right, request.id, draft, &mask).await?)))
    }

    async fn delete_time_rule(&self, request: Request<DeleteTimeRuleRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_time_rules(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        Ok(Response::new(operation::delete_all(&self.0, &right, request.into_inner().items).await?))
    }

    async fn preview_time_rule(&self, request: Request<PreviewTimeRuleRequest>) -> Result<Response<PreviewTimeRuleResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let window = decode_window(&request)?;
        let source = match (request.id, request.time_rule) {
            (Some(id), _) => PreviewSource::Saved(id),
            (None, Some(rule)) => PreviewSource::Draft(Box::new(decode(Some(rule)))),
            (None, None) => return Err(Error::field("time_rule", "required").into()),
        };
        Ok(Response::new(encode_preview(operation::preview(&self.0, &right, source, window).await?)))
    }
}
