//! The mail worker: takes mails from the queue, sends them, and retries failed ones. It runs in every replica; a mail that
//! one replica has claimed is not sent by another until the lease ends.
use std::time::Duration;

use kit::telemetry::span;
use kit::{Error, Result};
use time::Duration as Span;
use tokio_util::sync::CancellationToken;

use super::deliveries::Deliveries;
use super::mail_queue::{self, MailOutcome};
use crate::app::App;
use crate::domain::mail::{mail_type, rendered_mail, retry};
use crate::operation::mail::mail_context;
use crate::smtp::message::{self, Headers};
use crate::smtp::server::Mailbox;
use crate::smtp::{self, SmtpFailure};
use crate::store::mail::{self, QueuedMail};

/// Mails that a replica sends at a time.
const MAX_CONCURRENT: usize = 16;
/// Of one project: a server that hangs must not stop the mails of other projects.
const MAX_CONCURRENT_PER_PROJECT: usize = 3;
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Between measurements of the queue.
const MEASURE_INTERVAL: Duration = Duration::from_secs(30);
/// Until a mail without a server is looked at again.
const NO_SERVER_INTERVAL: Span = Span::seconds(30);

#[derive(Clone)]
pub struct MailWorker(pub App);

/// Why a mail was not sent.
enum DeliveryFailure {
    NoServer,
    Retry(String),
    Final(String),
}

impl MailWorker {
    /// Until shutdown; mails that are being sent are sent to the end.
    pub async fn run(self, shutdown: CancellationToken) -> anyhow::Result<()> {
        let mut deliveries = Deliveries::default();
        let mut measuring = tokio::time::interval(MEASURE_INTERVAL);
        while !shutdown.is_cancelled() {
            if let Err(error) = self.start_due(&mut deliveries).await {
                tracing::warn!(error = format!("{error:#}"), "the queue of mails cannot be read");
            }
            tokio::select! {
                _ = shutdown.cancelled() => {}
                _ = deliveries.next(), if !deliveries.is_empty() => {}
                _ = self.0.mail_queued.notified() => {}
                _ = measuring.tick() => self.measure_queue().await,
                _ = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
        while !deliveries.is_empty() {
            deliveries.next().await;
        }
        Ok(())
    }

    /// Sends every mail that is due. Returns how many there were.
    pub async fn send_due(&self) -> Result<usize> {
        let mut deliveries = Deliveries::default();
        let mut mails = 0;
        loop {
            let started = self.start_due(&mut deliveries).await?;
            mails += started;
            if started == 0 && deliveries.is_empty() {
                return Ok(mails);
            }
            deliveries.next().await;
        }
    }

    async fn start_due(&self, deliveries: &mut Deliveries) -> Result<usize> {
        let room = MAX_CONCURRENT - deliveries.len();
        if room == 0 {
            return Ok(0);
        }
        let context = &self.0.context;
        let busy = deliveries.busy(MAX_CONCURRENT_PER_PROJECT);
        let due = mail_queue::claim(&context.database, context.clock.now(), room as i64, MAX_CONCURRENT_PER_PROJECT as i64, &busy).await?;
        let started = due.len();
        for queued in due {
            let worker = self.clone();
            let span = span::task(context.service, "send a mail", queued.traceparent.as_deref());
            deliveries.start(queued.project_id, span, async move { worker.deliver(&queued).await });
        }
        Ok(started)
    }

    /// Sends a mail and stores the outcome. Should storing fail, the lease ends and the mail is sent again.
    async fn deliver(&self, queued: &QueuedMail) {
        let result = self.send(queued).await;
        if let Err(error) = self.store_outcome(queued, result).await {
            tracing::warn!(mail = queued.id, error = format!("{error:#}"), "the outcome of a mail is not stored");
        }
    }

    async fn send(&self, queued: &QueuedMail) -> Result<(), DeliveryFailure> {
        let App { context, config, .. } = &self.0;
        if queued.expires_at <= context.clock.now() {
            return Err(DeliveryFailure::Final("it was not sent in time".into()));
        }
        let Some(mail_type) = mail_type::find(&queued.kind) else { return Err(DeliveryFailure::Final("there are no mails of this type".into())) };
        let mut values = queued.values(&context.sealer)?;
        let mut tx = context.database.tenant(queued.project_id).await?;
        mail_context::add_announce(&mut tx, queued.project_id, &mut values).await?;
        let server = mail_context::server_of(&mut tx, &self.0, queued, mail_type).await?.ok_or(DeliveryFailure::NoServer)?;
        let sender = mail_context::sender(&mut tx, config, queued.project_id, queued.domain_id).await?;
        let (locale, text) = mail_context::text_of(&mut tx, queued, mail_type).await?;
        tx.commit().await.map_err(Error::from)?;
        let to_name = if queued.to_name.is_empty() { &queued.to_email } else { &queued.to_name };
        let mail = rendered_mail::render(&text, locale, &sender, to_name, &values);
        let to = Mailbox { name: queued.to_name.clone(), email: queued.to_email.clone() };
        let id = format!("{}.{}", queued.id, queued.event_id.simple());
        let from = mail_context::from(&server, &sender);
        let reply_to = mail_context::reply_to(&sender, mail_type);
        let headers = Headers { from: &from, to: &to, reply_to, id: &id, at: context.clock.now() };
        let encoded = message::encode(&headers, &mail).map_err(|error| DeliveryFailure::Final(error.to_string()))?;
        Ok(smtp::send(&server, &context.outgoing, &encoded, smtp::SEND_TIMEOUT).await?)
    }

    async fn store_outcome(&self, queued: &QueuedMail, result: Result<(), DeliveryFailure>) -> Result<()> {
        let (database, now) = (&self.0.context.database, self.0.context.clock.now());
        let error = match result {
            Ok(()) => {
                self.0.mail_metrics.sent.inc();
                return mail_queue::finish(database, queued.id, MailOutcome::Sent, now).await;
            }
            Err(DeliveryFailure::NoServer) => return mail_queue::defer_without_server(database, queued.id, now + NO_SERVER_INTERVAL).await,
            Err(DeliveryFailure::Final(error)) => error,
            Err(DeliveryFailure::Retry(error)) => match retry::next_attempt(queued.attempts, now, queued.expires_at) {
                Some(next) => {
                    tracing::warn!(mail = queued.id, project = queued.project_id, attempts = queued.attempts, error, "a mail is retried later");
                    self.0.mail_metrics.postponed.inc();
                    return mail_queue::retry(database, queued.id, next, &error).await;
                }
                None => error,
            },
        };
        tracing::warn!(mail = queued.id, project = queued.project_id, mail_type = queued.kind, error, "a mail is given up");
        self.0.mail_metrics.failed.inc();
        mail_queue::finish(database, queued.id, MailOutcome::Failed(&error), now).await
    }

    /// Measures the queue, and warns of mails without a mail server.
    pub async fn measure_queue(&self) {
        match mail::count_waiting(&self.0.context.database).await {
            Ok((all, without_server)) => {
                self.0.mail_metrics.waiting.set(all);
                self.0.mail_metrics.without_server.set(without_server);
                if without_server > 0 {
                    tracing::warn!(mails = without_server, "mails wait because there is no mail server: VESTIBULE_SMTP_URL is not set");
                }
            }
            Err(error) => tracing::warn!(error = format!("{error:#}"), "the queue of mails cannot be measured"),
        }
    }
}

impl From<Error> for DeliveryFailure {
    fn from(error: Error) -> Self {
        let Error::Invalid(fields) = error else { return DeliveryFailure::Retry(format!("{error:#}")) };
        let named = fields.iter().map(|(field, message)| format!("{field}: {message}"));
        DeliveryFailure::Retry(format!("mail settings: {}", named.collect::<Vec<_>>().join(", ")))
    }
}

impl From<SmtpFailure> for DeliveryFailure {
    fn from(failure: SmtpFailure) -> Self {
        if failure.is_final() { DeliveryFailure::Final(failure.to_string()) } else { DeliveryFailure::Retry(failure.to_string()) }
    }
}
