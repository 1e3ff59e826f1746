//! A project with webhooks, whose servers are on this machine.
use kit::Outgoing;
use kit::consumer::{Delivery, Handler as _};
use kit::outgoing::{Allowed, Authorities};
use notifications::config::Config;
use notifications::events::Events;
use notifications::jobs::webhook_worker::WebhookWorker;
use notifications::rpc::WebhookService;
use policy::Caller;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::events::v1::EventArrived;
use proto::vestibule::notifications::v1::webhooks_server::Webhooks as _;
use proto::vestibule::notifications::v1::*;
use sqlx::AssertSqlSafe;
use testing::prost_message::Message;
use testing::{NOW, PROJECT, administrator};
use time::Duration;
use tonic::{Response, Status};
use uuid::Uuid;

use crate::harness::*;
use crate::webhook_receiver::WebhookReceiver;

/// The administrator, who has a row in the projection of users, too.
pub const OWNER: i64 = 1;
pub const EVERY_DEVICE_EVENT: &str = "device.event.arrived";

pub struct Webhooks {
    pub site: Site,
    pub service: WebhookService,
    pub worker: WebhookWorker,
    pub receiver: WebhookReceiver,
}

impl Webhooks {
    pub async fn start() -> Webhooks {
        Webhooks::with_timeout(std::time::Duration::from_secs(10)).await
    }

    /// With another time limit of messages.
    pub async fn with_timeout(timeout: std::time::Duration) -> Webhooks {
        let outgoing = Outgoing::new(Allowed::parse("127.0.0.0/8").unwrap(), Authorities::default()).unwrap();
        let mut site = Site::with_outgoing(Config::default(), outgoing).await;
        site.service.webhook_timeout = timeout;
        site.user(OWNER, ADMINISTRATOR, &[]).await;
        notifications::jobs::webhook_projects::refresh(&site.service).await.unwrap();
        let (service, worker) = (WebhookService(site.service.clone()), WebhookWorker(site.service.clone()));
        Webhooks { service, worker, receiver: WebhookReceiver::start().await, site }
    }

    pub fn draft(&self, path: &str, events: &[&str]) -> Webhook {
        Webhook {
            name: path.into(),
            url: self.receiver.url(path),
            events: events.iter().map(|name| (*name).to_owned()).collect(),
            is_enabled: true,
            ..Webhook::default()
        }
    }

    pub async fn create(&self, path: &str, events: &[&str]) -> Webhook {
        self.create_by(&administrator(PROJECT), self.draft(path, events)).await.unwrap()
    }

    pub async fn create_in(&self, path: &str, events: &[&str], group: i64) -> Webhook {
        let draft = Webhook { domain: Some(Ref { id: group, name: String::new() }), ..self.draft(path, events) };
        self.create_by(&administrator(PROJECT), draft).await.unwrap()
    }

    pub async fn create_by(&self, caller: &Caller, webhook: Webhook) -> Result<Webhook, Status> {
        let request = CreateWebhookRequest { webhook: Some(webhook) };
        self.service.create_webhook(self.site.app.context.signer.request(caller, request)).await.map(Response::into_inner)
    }

    pub async fn update_by(&self, caller: &Caller, webhook: Webhook, paths: &[&str]) -> Result<Webhook, Status> {
        let mask = prost_types::FieldMask { paths: paths.iter().map(|path| (*path).to_owned()).collect() };
        let request = UpdateWebhookRequest { id: webhook.id, webhook: Some(webhook), update_mask: Some(mask) };
        self.service.update_webhook(self.site.app.context.signer.request(caller, request)).await.map(Response::into_inner)
    }

    pub async fn enable(&self, id: i64, is_enabled: bool) -> Webhook {
        self.update_by(&administrator(PROJECT), Webhook { id, is_enabled, ..Webhook::default() }, &["is_enabled"]).await.unwrap()
    }

    pub async fn find(&self, id: i64) -> Webhook {
        let request = self.site.app.context.signer.request(&administrator(PROJECT), GetWebhookRequest { id });
        self.service.get_webhook(request).await.unwrap().into_inner()
    }

    pub async fn deliveries(&self, id: i64, state: WebhookDeliveryState) -> Vec<WebhookDelivery> {
        let request = ListWebhookDeliveriesRequest { id, state: state.into(), ..ListWebhookDeliveriesRequest::default() };
        let request = self.site.app.context.signer.request(&administrator(PROJECT), request);
        self.service.list_webhook_deliveries(request).await.unwrap().into_inner().items
    }

    pub async fn dead(&self, id: i64) -> Vec<WebhookDelivery> {
        self.deliveries(id, WebhookDeliveryState::Dead).await
    }

    pub async fn pending(&self, id: i64) -> Vec<WebhookDelivery> {
        self.deliveries(id, WebhookDeliveryState::Pending).await
    }

    pub async fn replay(&self, caller: &Caller, id: i64, deliveries: &[i64]) -> Result<i64, Status> {
        let request = ReplayWebhookDeliveriesRequest { id, deliveries: deliveries.to_vec(), all: deliveries.is_empty() };
        let answer = self.service.replay_webhook_deliveries(self.site.app.context.signer.request(caller, request)).await;
        answer.map(|answer| answer.into_inner().replayed)
    }

    pub async fn test(&self, id: i64) -> Result<TestWebhookResponse, Status> {
        let request = self.site.app.context.signer.request(&administrator(PROJECT), TestWebhookRequest { id });
        self.service.test_webhook(request).await.map(Response::into_inner)
    }

    pub async fn rotate(&self, id: i64) -> WebhookSecret {
        let request = self.site.app.context.signer.request(&administrator(PROJECT), RotateWebhookSecretRequest { id });
        self.service.rotate_webhook_secret(request).await.unwrap().into_inner()
    }

    /// A door of the group reports.
    pub async fn door_event(&self, event_id: i64, device_id: i64, group: i64) {
        self.site.receive_door_event(&EventArrived { device_id, ..granted(event_id, group) }).await;
    }

    /// As RabbitMQ hands it on, again after a crash before the acknowledgement. The inbox is left out.
    pub async fn deliver(&self, id: Uuid, topic: &str, event: &impl Message) {
        let delivery = Delivery { id, topic: topic.into(), payload: event.encode_to_vec() };
        let mut tx = self.site.app.context.database.system().await.unwrap();
        Events(self.site.service.clone()).handle(&mut tx, &delivery).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// As the platform itself, in every project.
    pub async fn execute(&self, sql: &str) {
        let mut tx = self.site.app.context.database.system().await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn numbers(&self, sql: &str) -> Vec<i64> {
        let mut tx = self.site.app.context.database.system().await.unwrap();
        sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut *tx).await.unwrap()
    }

    /// So many doors have something to send to a webhook since `NOW`, one event each.
    pub async fn make_due(&self, project_id: i64, webhook_id: i64, doors: i64) {
        self.execute(&format!(
            "INSERT INTO webhook_deliveries (project_id, webhook_id, event_id, event, lane, group_ids, body, created_at, expires_at)
             SELECT {project_id}, {webhook_id}, gen_random_uuid(), '{EVERY_DEVICE_EVENT}', 'device:' || n, '{{}}', '{{}}', '{NOW}',
                 '{NOW}'::timestamptz + '1 day'
             FROM generate_series(1, {doors}) n;
             INSERT INTO webhook_lanes (webhook_id, lane, project_id, next_attempt_at)
             SELECT {webhook_id}, 'device:' || n, {project_id}, '{NOW}' FROM generate_series(1, {doors}) n"
        ))
        .await;
    }

    pub async fn send_due(&self) -> usize {
        self.worker.send_due().await.unwrap()
    }

    pub fn advance(&self, by: Duration) {
        self.site.app.context.clock.advance(by);
    }

    /// Until nothing waits: every attempt that is due, then the next.
    pub async fn send_all(&self, id: i64) {
        for _ in 0..100 {
            self.send_due().await;
            let Some(next) = self.pending(id).await.iter().filter_map(|delivery| delivery.next_attempt_at).map(|at| at.seconds).min() else {
                return;
            };
            self.advance(Duration::seconds(next + 1 - self.site.app.context.clock.now().unix_timestamp()));
        }
        panic!("deliveries wait for ever");
    }

    /// Of the owner, by the number of its class.
    pub async fn problems(&self) -> Vec<String> {
        let mut tx = self.site.app.context.database.system().await.unwrap();
        sqlx::query_scalar("SELECT data->>'reason' FROM notifications WHERE user_id = $1 AND type = $2 ORDER BY id")
            .bind(OWNER)
            .bind(NotificationClass::WebhookProblem as i16)
            .fetch_all(&mut *tx)
            .await
            .unwrap()
    }
}
