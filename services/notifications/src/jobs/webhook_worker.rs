//! The webhook worker: takes deliveries from their lanes and sends them, in every replica. Webhooks that fail are sent to by a lane of
//! workers of their own, so that servers that hang stop no delivery to others.
use std::time::Duration;

use kit::realtime::Push;
use kit::telemetry::span;
use kit::{Result, Tx};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use super::webhook_deliveries::{Places, WebhookDeliveries, WebhookKey};
use super::webhook_queue::{self, Attempt, ClaimedDelivery, DeliveryOutcome, DisabledWhere};
use crate::app::App;
use crate::domain::webhook_retry::next_attempt;
use crate::domain::webhook_rules::draft_from_problem;
use crate::operation::notification::create::create as create_notification;
use crate::operation::webhook::open_secrets;
use crate::push;
use crate::webhook_http::{self, SendError, WebhookAnswer, WebhookMessage};

const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Its server wants no more messages.
const GONE: u16 = 410;

/// Webhooks that a worker sends to, and how much at a time.
#[derive(Clone, Copy, Debug)]
struct Share {
    is_failing: bool,
    places: Places,
}

const WORKING: Share = Share { is_failing: false, places: Places { all: 64, of_project: 16, of_webhook: 8 } };
/// One attempt of a webhook at a time finds out whether its server is back.
const FAILING: Share = Share { is_failing: true, places: Places { all: 32, of_project: 2, of_webhook: 1 } };

#[derive(Clone)]
pub struct WebhookWorker(pub App);

impl WebhookWorker {
    /// Until shutdown; what is being sent is sent to the end.
    pub async fn run(self, shutdown: CancellationToken) -> anyhow::Result<()> {
        tokio::join!(self.run_share(WORKING, &shutdown), self.run_share(FAILING, &shutdown));
        Ok(())
    }

    async fn run_share(&self, share: Share, shutdown: &CancellationToken) {
        let mut deliveries = WebhookDeliveries::default();
        while !shutdown.is_cancelled() {
            if let Err(error) = self.start_all_due(share, &mut deliveries).await {
                tracing::warn!(error = format!("{error:#}"), "the queue of webhooks cannot be read");
            }
            tokio::select! {
                _ = shutdown.cancelled() => {}
                _ = deliveries.next(), if !deliveries.is_empty() => {}
                _ = self.0.webhook_queued.notified(), if !share.is_failing => {}
                _ = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
        while !deliveries.is_empty() {
            deliveries.next().await;
        }
    }

    /// Sends every delivery that is due. Returns the number of attempts.
    pub async fn send_due(&self) -> Result<usize> {
        let mut attempts = 0;
        loop {
            let before = attempts;
            for share in [WORKING, FAILING] {
                let mut deliveries = WebhookDeliveries::default();
                attempts += self.start_all_due(share, &mut deliveries).await?;
                while !deliveries.is_empty() {
                    deliveries.next().await;
                    attempts += self.start_all_due(share, &mut deliveries).await?;
                }
            }
            if attempts == before {
                return Ok(attempts);
            }
        }
    }

    /// Until nothing more may be started: what one webhook has due must not hide what others have. Each round goes through all webhooks,
    /// but for the first one, which goes on where the last one has ended for want of places.
    async fn start_all_due(&self, share: Share, deliveries: &mut WebhookDeliveries) -> Result<usize> {
        let mut all = 0;
        loop {
            let begins_at = deliveries.last_webhook;
            let started = self.start_round(share, deliveries).await?;
            all += started;
            if deliveries.room(share.places) == 0 || started == 0 && begins_at == 0 {
                return Ok(all);
            }
        }
    }

    async fn start_round(&self, share: Share, deliveries: &mut WebhookDeliveries) -> Result<usize> {
        let (database, mut all) = (&self.0.context.database, 0);
        while deliveries.room(share.places) > 0 {
            let waiting = webhook_queue::list_waiting(database, self.0.context.clock.now(), share.is_failing, deliveries.last_webhook).await?;
            all += self.start_due(share, &waiting.due, deliveries).await?;
            deliveries.last_webhook = waiting.last.unwrap_or_default();
            if waiting.last.is_none() {
                break;
            }
        }
        Ok(all)
    }

    async fn start_due(&self, share: Share, waiting: &[WebhookKey], deliveries: &mut WebhookDeliveries) -> Result<usize> {
        let context = &self.0.context;
        let rooms = deliveries.rooms(share.places, waiting);
        if rooms.is_empty() {
            return Ok(0);
        }
        let due = webhook_queue::claim(&context.database, context.clock.now(), &rooms, deliveries.room(share.places)).await?;
        let started = due.len();
        for delivery in due {
            let key = WebhookKey { project_id: delivery.project_id, webhook_id: delivery.webhook_id };
            let (worker, span) = (self.clone(), span::task(context.service, "send to a webhook", None));
            deliveries.start(key, span, async move { worker.deliver(&delivery).await });
        }
        Ok(started)
    }

    /// Sends a delivery and stores the outcome. Should storing fail, the lease ends and it is sent again, with the same id.
    async fn deliver(&self, delivery: &ClaimedDelivery) {
        let result = match delivery.is_permitted {
            true => self.attempt(delivery).await,
            false => {
                let withheld = Attempt { outcome: DeliveryOutcome::Dead, status: 0, error: "not_permitted", is_sent: false };
                self.finish(delivery, withheld).await
            }
        };
        if let Err(error) = result {
            tracing::warn!(delivery = delivery.id, error = format!("{error:#}"), "the outcome of a delivery to a webhook is not stored");
        }
    }

    async fn attempt(&self, delivery: &ClaimedDelivery) -> Result<()> {
        let now = self.0.context.clock.now();
        let secrets = open_secrets(&self.0, &delivery.secret, delivery.previous_secret.as_deref(), delivery.previous_secret_until, now);
        let timeout = self.0.webhook_timeout;
        let message = WebhookMessage { url: &delivery.url, secrets: &secrets, id: delivery.event_id, body: &delivery.body, timeout };
        let sent = webhook_http::send(&self.0.context.outgoing, &message, now).await;
        let attempt = attempt_of(&sent, delivery, self.0.context.clock.now());
        self.count(delivery, &attempt);
        self.finish(delivery, attempt).await
    }

    /// Stores the outcome. A webhook whose server wants no more messages is disabled in the same transaction: otherwise another delivery of
    /// the lane could be claimed between the two.
    async fn finish(&self, delivery: &ClaimedDelivery, attempt: Attempt<'_>) -> Result<()> {
        let now = self.0.context.clock.now();
        let mut tx = self.0.context.database.system().await?;
        let disabled = match attempt.status {
            GONE => self.disable(&mut tx, delivery, now).await?,
            _ => None,
        };
        if webhook_queue::finish(&mut tx, delivery, attempt, now).await? || disabled.is_some() {
            tx.commit().await?;
        }
        push::push_all(&self.0.context, disabled.unwrap_or_default()).await;
        Ok(())
    }

    /// Returns what tells its owner; None for a webhook that stays as it is.
    async fn disable(&self, tx: &mut Tx, delivery: &ClaimedDelivery, now: OffsetDateTime) -> Result<Option<Vec<Push>>> {
        let gone = DisabledWhere::Gone { url: &delivery.url };
        let Some(problem) = webhook_queue::disable(tx, delivery.webhook_id, gone, now).await? else { return Ok(None) };
        create_notification(&self.0, tx, Some(draft_from_problem(problem, gone.reason().word()))).await.map(Some)
    }

    fn count(&self, delivery: &ClaimedDelivery, attempt: &Attempt<'_>) {
        let metrics = &self.0.webhook_metrics;
        match attempt.outcome {
            DeliveryOutcome::Delivered => drop(metrics.delivered.inc()),
            outcome => {
                metrics.failed.inc();
                if outcome == DeliveryOutcome::Dead {
                    metrics.given_up.inc();
                }
                let Attempt { status, error, .. } = attempt;
                let (webhook, name) = (delivery.webhook_id, &delivery.webhook_name);
                tracing::warn!(delivery = delivery.id, webhook, name, status, error, ?outcome, "a delivery to a webhook has failed");
            }
        }
    }
}

/// A server that wants no more messages gets no second attempt.
fn attempt_of(sent: &std::result::Result<WebhookAnswer, SendError>, delivery: &ClaimedDelivery, now: OffsetDateTime) -> Attempt<'static> {
    let (status, error, retry_after) = match sent {
        Ok(answer) if answer.is_success() => {
            return Attempt { outcome: DeliveryOutcome::Delivered, status: answer.status, error: "", is_sent: true };
        }
        Ok(answer) => (answer.status, "status", answer.retry_after),
        Err(error) => (0, error.word(), None),
    };
    let next = next_attempt(delivery.failures + 1, retry_after, now, delivery.expires_at).filter(|_| status != GONE);
    let outcome = next.map_or(DeliveryOutcome::Dead, DeliveryOutcome::Retry);
    Attempt { outcome, status, error, is_sent: true }
}
