//! The push worker: takes messages to browsers from the queue and sends them to their push services. It runs in every replica.
use std::time::Duration;

use kit::Result;
use kit::telemetry::span;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::deliveries::Deliveries;
use super::push_queue::{self, PushMessageRow};
use crate::app::App;
use crate::domain::mail::locale::Locale;
use crate::domain::mail::retry;
use crate::domain::notification_class::Significance;
use crate::push::notification_json;
use crate::web_push::{self, MAX_PLAINTEXT, PushOutcome, PushRequest, vapid::PushKey};

/// Messages that a replica sends at a time.
const MAX_CONCURRENT: usize = 32;
/// Of one project: a push service that hangs must not stop the messages of other projects.
const MAX_CONCURRENT_PER_PROJECT: usize = 8;
const POLL_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub struct PushWorker(pub App);

impl PushWorker {
    /// Until shutdown; what is being sent is sent to the end. Without a key there is nothing to do.
    pub async fn run(self, shutdown: CancellationToken) -> anyhow::Result<()> {
        let Some(key) = self.0.config.push_key.clone() else {
            shutdown.cancelled().await;
            return Ok(());
        };
        let mut deliveries = Deliveries::default();
        while !shutdown.is_cancelled() {
            if let Err(error) = self.start_due(&key, &mut deliveries).await {
                tracing::warn!(error = format!("{error:#}"), "the queue of messages to browsers cannot be read");
            }
            tokio::select! {
                _ = shutdown.cancelled() => {}
                _ = deliveries.next(), if !deliveries.is_empty() => {}
                _ = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
        while !deliveries.is_empty() {
            deliveries.next().await;
        }
        Ok(())
    }

    /// Sends every message that is due. Returns how many there were.
    pub async fn send_due(&self) -> Result<usize> {
        let Some(key) = self.0.config.push_key.clone() else { return Ok(0) };
        let mut deliveries = Deliveries::default();
        let mut messages = 0;
        loop {
            let started = self.start_due(&key, &mut deliveries).await?;
            messages += started;
            if started == 0 && deliveries.is_empty() {
                return Ok(messages);
            }
            deliveries.next().await;
        }
    }

    async fn start_due(&self, key: &PushKey, deliveries: &mut Deliveries) -> Result<usize> {
        let room = MAX_CONCURRENT - deliveries.len();
        if room == 0 {
            return Ok(0);
        }
        let context = &self.0.context;
        let busy = deliveries.busy(MAX_CONCURRENT_PER_PROJECT);
        let due = push_queue::claim(&context.database, context.clock.now(), room as i64, MAX_CONCURRENT_PER_PROJECT as i64, &busy).await?;
        let started = due.len();
        for message in due {
            let (worker, key) = (self.clone(), key.clone());
            let span = span::task(context.service, "push a notification", None);
            deliveries.start(message.project_id, span, async move { worker.deliver(&key, &message).await });
        }
        Ok(started)
    }

    /// Sends a message and stores the outcome. Should storing fail, the lease ends and it is sent again: the browser shows it once,
    /// since both have the same tag.
    async fn deliver(&self, key: &PushKey, message: &PushMessageRow) {
        let now = self.0.context.clock.now();
        let result = if !message.is_wanted || message.expires_at <= now {
            push_queue::delete(&self.0.context.database, message).await
        } else {
            let payload = payload(message);
            let request = PushRequest {
                endpoint: &message.endpoint,
                p256dh: &message.p256dh,
                auth: &message.auth,
                payload: &payload,
                ttl: message.expires_at - now,
                is_urgent: message.notification.significance() == Significance::Important,
            };
            self.store_outcome(message, web_push::send(&self.0.context.outgoing, key, &request, now).await).await
        };
        if let Err(error) = result {
            tracing::warn!(message = message.message_id, error = format!("{error:#}"), "the outcome of a message to a browser is not stored");
        }
    }

    async fn store_outcome(&self, message: &PushMessageRow, outcome: PushOutcome) -> Result<()> {
        let (database, now) = (&self.0.context.database, self.0.context.clock.now());
        match outcome {
            PushOutcome::Sent => push_queue::delete(database, message).await,
            PushOutcome::SubscriptionGone => push_queue::delete_subscription(database, message).await,
            PushOutcome::Failed(error) => {
                tracing::warn!(message = message.message_id, project = message.project_id, error, "a message to a browser is given up");
                push_queue::delete(database, message).await
            }
            PushOutcome::Retry { error, after } => {
                let next = retry::next_attempt(message.attempts.into(), now, message.expires_at);
                let next = next.map(|next| next.max(now + after.unwrap_or_default())).filter(|next| *next < message.expires_at);
                tracing::warn!(message = message.message_id, project = message.project_id, error, "a message to a browser is not sent");
                match next {
                    Some(next) => push_queue::retry(database, message, next).await,
                    None => push_queue::delete(database, message).await,
                }
            }
        }
    }
}

/// What the service worker shows: the notification as the API answers it, in the language of its user. Where it is too long, what it
/// is and where it leads.
fn payload(message: &PushMessageRow) -> Vec<u8> {
    let mut notification = notification_json(&message.notification);
    let text = |notification: &Value| json!({ "notification": notification, "locale": Locale::nearest(&message.locale).code() }).to_string();
    let whole = text(&notification);
    if whole.len() <= MAX_PLAINTEXT {
        return whole.into_bytes();
    }
    notification["data"] = json!({});
    text(&notification).into_bytes()
}
