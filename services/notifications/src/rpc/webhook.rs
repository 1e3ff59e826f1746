//! Webhooks, and what was sent to them.
use kit::clock::to_proto;
use kit::json::to_struct;
use kit::{Fields, Mask, Result};
use policy::{ActionKind, Caller, action};
use proto::vestibule::common::v1::{DeleteResponse, Ref};
use proto::vestibule::notifications::v1::webhooks_server::Webhooks;
use proto::vestibule::notifications::v1::*;
use time::macros::datetime;
use tonic::{Request, Response, Status};

use super::reference;
use crate::app::App;
use crate::domain::webhook::WebhookDraft;
use crate::domain::webhook_reach::may_view_somewhere;
use crate::operation::webhook::{self as operation, TestOutcome};
use crate::operation::webhook_delivery::{self, Replayed};
use crate::store::webhook::{Right, WebhookRow};
use crate::store::webhook_delivery::{DeliveriesBefore, WebhookDeliveryRow};

const MAX_DELIVERIES: i32 = 100;
const DEFAULT_DELIVERIES: i32 = 50;

pub struct WebhookService(pub App);

impl WebhookService {
    fn authorize<A: ActionKind, T>(&self, request: &Request<T>) -> Result<Right<A>> {
        self.0.context.authorize(request)
    }
}

fn decode(webhook: Option<Webhook>) -> WebhookDraft {
    let mut webhook = webhook.unwrap_or_default();
    webhook.events.sort_unstable();
    webhook.events.dedup();
    WebhookDraft {
        name: webhook.name.trim().to_owned(),
        url: webhook.url.trim().to_owned(),
        events: webhook.events,
        group_id: webhook.domain.map(|group| group.id).filter(|id| *id != 0),
        is_enabled: webhook.is_enabled,
    }
}

fn encode(row: WebhookRow) -> Webhook {
    let owner = row.owner();
    let withheld = |name: &&String| {
        let Some(event) = event_catalogue::find(name) else { return true };
        !may_view_somewhere(owner.caller(), event)
    };
    Webhook {
        id: row.id,
        withheld_events: row.events.iter().filter(withheld).cloned().collect(),
        disabled_reason: row.disabled_reason().map(|reason| reason.word().to_owned()).unwrap_or_default(),
        name: row.name,
        url: row.url,
        events: row.events,
        domain: reference(row.group_id, row.group_name),
        is_enabled: row.is_enabled,
        disabled_at: row.disabled_at.map(to_proto),
        failing_since: row.failing_since.map(to_proto),
        delivered_at: row.delivered_at.map(to_proto),
        pending: row.pending,
        dead: row.dead,
        dropped: row.dropped,
        previous_secret_until: row.previous_secret_until.map(to_proto),
        owner_user: Some(Ref { id: row.owner_id, name: row.owner_name }),
        secret: String::new(),
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
    }
}

fn encode_delivery(row: WebhookDeliveryRow) -> WebhookDelivery {
    WebhookDelivery {
        id: row.id,
        event_id: row.event_id.to_string(),
        event: row.event,
        state: row.state.into(),
        attempts: row.attempts,
        status: row.status,
        error: row.error,
        created_at: Some(to_proto(row.created_at)),
        attempted_at: row.attempted_at.map(to_proto),
        next_attempt_at: row.next_attempt_at.map(to_proto),
    }
}

fn encode_test(outcome: &TestOutcome) -> TestWebhookResponse {
    TestWebhookResponse {
        status: outcome.answer.as_ref().map_or(0, |answer| answer.status.into()),
        error: outcome.answer.as_ref().err().map(|error| error.word().to_owned()).unwrap_or_default(),
        duration: i32::try_from(outcome.duration.as_millis()).unwrap_or(i32::MAX),
        answer: outcome.excerpt(),
    }
}

fn encode_event(event: &event_catalogue::EventType, caller: &Caller) -> WebhookEvent {
    let field = |field: &event_catalogue::EventField| WebhookEventField {
        name: field.name.into(),
        r#type: field.kind.into(),
        description: field.description.into(),
    };
    let example = event_catalogue::message(event.kind, datetime!(2026-11-26 08:15:30 UTC), &(event.example)());
    WebhookEvent {
        name: event.name.into(),
        r#type: event.kind.into(),
        topic: event.topic.into(),
        description: event.description.into(),
        fields: event.fields.iter().map(field).collect(),
        example: Some(to_struct(&example)),
        is_permitted: may_view_somewhere(caller, event),
    }
}

#[tonic::async_trait]
impl Webhooks for WebhookService {
    async fn list_webhooks(&self, request: Request<ListWebhooksRequest>) -> Result<Response<ListWebhooksResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let page = operation::list(&self.0, &right, &kit::list_query!(request)).await?.map(encode);
        Ok(Response::new(ListWebhooksResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_webhook(&self, request: Request<GetWebhookRequest>) -> Result<Response<Webhook>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn create_webhook(&self, request: Request<CreateWebhookRequest>) -> Result<Response<Webhook>, Status> {
        let right = self.authorize::<action::Create, _>(&request)?;
        let (row, secret) = operation::create(&self.0, &right, decode(request.into_inner().webhook)).await?;
        Ok(Response::new(Webhook { secret, ..encode(row) }))
    }

    async fn update_webhook(&self, request: Request<UpdateWebhookRequest>) -> Result<Response<Webhook>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let request = request.into_inner();
        let (draft, mask) = (decode(request.webhook), Mask::new(request.update_mask));
        Ok(Response::new(encode(operation::update(&self.0, &right, request.id, draft, &mask).await?)))
    }

    async fn delete_webhook(&self, request: Request<DeleteWebhookRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn rotate_webhook_secret(&self, request: Request<RotateWebhookSecretRequest>) -> Result<Response<WebhookSecret>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let rotated = operation::rotate_secret(&self.0, &right, request.into_inner().id).await?;
        Ok(Response::new(WebhookSecret { secret: rotated.secret, previous_secret_until: Some(to_proto(rotated.previous_until)) }))
    }

    async fn test_webhook(&self, request: Request<TestWebhookRequest>) -> Result<Response<TestWebhookResponse>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        Ok(Response::new(encode_test(&operation::test(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn list_webhook_deliveries(
        &self,
        request: Request<ListWebhookDeliveriesRequest>,
    ) -> Result<Response<ListWebhookDeliveriesResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let ListWebhookDeliveriesRequest { id, state, before_id, limit } = request.into_inner();
        let limit = if limit == 0 { DEFAULT_DELIVERIES } else { limit };
        let mut fields = Fields::new();
        fields.range("limit", limit, 1, MAX_DELIVERIES);
        fields.finish()?;
        let before = DeliveriesBefore {
            state: i16::try_from(state).ok().filter(|state| *state != 0),
            before_id: if before_id == 0 { i64::MAX } else { before_id },
            limit: limit.into(),
        };
        let page = webhook_delivery::list(&self.0, &right, id, before).await?;
        Ok(Response::new(ListWebhookDeliveriesResponse { items: page.items.into_iter().map(encode_delivery).collect(), has_more: page.has_more }))
    }

    async fn replay_webhook_deliveries(
        &self,
        request: Request<ReplayWebhookDeliveriesRequest>,
    ) -> Result<Response<ReplayWebhookDeliveriesResponse>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let ReplayWebhookDeliveriesRequest { id, deliveries, all } = request.into_inner();
        let which = if all { Replayed::All } else { Replayed::These(deliveries) };
        let replayed = webhook_delivery::replay(&self.0, &right, id, which).await?;
        Ok(Response::new(ReplayWebhookDeliveriesResponse { replayed }))
    }

    async fn list_webhook_events(&self, request: Request<ListWebhookEventsRequest>) -> Result<Response<ListWebhookEventsResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let items = event_catalogue::EVENTS.iter().map(|event| encode_event(event, right.caller())).collect();
        Ok(Response::new(ListWebhookEventsResponse { items }))
    }
}
