//! The postman: takes mails from the queue and hands them to mail servers, as often as it needs. Several replicas work
//! side by side; a mail that one of them has is nobody else's until its lease ends.
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use kit::telemetry::span;
use kit::{Context, Error, Result};
use time::Duration as Span;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::config::Config;
use super::correspondence;
use super::counters::Counters;
use super::message::{self, Heads};
use super::server::Mailbox;
use super::smtp::{self, Failure};
use crate::domain::mail::{kind, letter, locale::Locale, retry};
use crate::store::mail::{self, End, Outgoing};

/// Mails on their way at once.
const AT_ONCE: usize = 16;
/// Of them of one project: one whose server hangs leaves room for the others.
const OF_PROJECT: usize = 3;
/// Mails become due, and those of other replicas are left over.
const POLL: Duration = Duration::from_secs(1);
/// How often it is counted what waits.
const COUNT: Duration = Duration::from_secs(30);
/// How long a mail rests that there is no server for.
const WITHOUT_SERVER: Span = Span::seconds(30);

#[derive(Clone)]
pub struct Post {
    context: Context,
    config: Arc<Config>,
    counters: Counters,
    wake: Arc<Notify>,
}

/// Why a mail stays for now, or for ever.
enum Obstacle {
    NoServer,
    Later(String),
    Never(String),
}

impl Post {
    pub fn new(context: Context, config: Arc<Config>) -> Self {
        Post { counters: Counters::register(&context.metrics), context, config, wake: Arc::default() }
    }

    /// There are new mails in the queue.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// Works until shutdown, and ends what is on its way.
    pub async fn run(self, shutdown: CancellationToken) -> anyhow::Result<()> {
        let mut under_way = UnderWay::default();
        let mut counting = tokio::time::interval(COUNT);
        while !shutdown.is_cancelled() {
            if let Err(error) = self.start_due(&mut under_way).await {
                tracing::warn!(error = format!("{error:#}"), "mails wait");
            }
            tokio::select! {
                _ = shutdown.cancelled() => {}
                _ = under_way.next(), if !under_way.is_empty() => {}
                _ = self.wake.notified() => {}
                _ = counting.tick() => self.count().await,
                _ = tokio::time::sleep(POLL) => {}
            }
        }
        while !under_way.is_empty() {
            under_way.next().await;
        }
        Ok(())
    }

    /// One round: every mail that is due, to its end. Answers how many there were.
    pub async fn round(&self) -> Result<usize> {
        let mut under_way = UnderWay::default();
        let mut mails = 0;
        loop {
            let started = self.start_due(&mut under_way).await?;
            mails += started;
            if started == 0 && under_way.is_empty() {
                return Ok(mails);
            }
            under_way.next().await;
        }
    }

    async fn start_due(&self, under_way: &mut UnderWay) -> Result<usize> {
        let room = AT_ONCE - under_way.tasks.len();
        if room == 0 {
            return Ok(0);
        }
        let database = &self.context.database;
        let due = mail::claim(database, self.context.clock.now(), room as i64, OF_PROJECT as i64, &under_way.busy()).await?;
        let started = due.len();
        for outgoing in due {
            under_way.start(self.clone(), outgoing);
        }
        Ok(started)
    }

    /// Sends a mail and writes down what came of it. Should that fail, the lease ends and the mail is tried again.
    async fn deliver(&self, outgoing: &Outgoing) {
        let result = self.send(outgoing).await;
        if let Err(error) = self.note(outgoing, result).await {
            tracing::warn!(mail = outgoing.id, error = format!("{error:#}"), "what came of a mail is not written down");
        }
    }

    async fn send(&self, outgoing: &Outgoing) -> Result<(), Obstacle> {
        if outgoing.expires_at <= self.context.clock.now() {
            return Err(Obstacle::Never("it was not sent in time".into()));
        }
        let Some(kind) = kind::of(&outgoing.kind) else { return Err(Obstacle::Never("there are no mails of this type".into())) };
        let values = outgoing.values(&self.context.sealer)?;
        let mut tx = self.context.database.tenant(outgoing.project_id).await?;
        let server = correspondence::server(&mut tx, &self.context, &self.config, outgoing.project_id).await?.ok_or(Obstacle::NoServer)?;
        let sender = correspondence::sender(&mut tx, &self.config, outgoing.project_id, outgoing.domain_id).await?;
        let wanted = Locale::nearest(&outgoing.locale);
        let (locale, text) = correspondence::text(&mut tx, outgoing.project_id, kind, outgoing.domain_id, wanted).await?;
        tx.commit().await.map_err(Error::from)?;
        let addressed = if outgoing.to_name.is_empty() { &outgoing.to_email } else { &outgoing.to_name };
        let letter = letter::write(&text, locale, &sender, addressed, &values);
        let to = Mailbox { name: outgoing.to_name.clone(), email: outgoing.to_email.clone() };
        let id = format!("{}.{}", outgoing.id, outgoing.event_id.simple());
        let from = correspondence::from(&server, &sender);
        let heads = Heads { from: &from, to: &to, reply_to: &sender.label.email, id: &id, at: self.context.clock.now() };
        let wire = message::build(&heads, &letter).map_err(|error| Obstacle::Never(error.to_string()))?;
        Ok(smtp::send(&server, &self.context.outgoing, &wire, smtp::PATIENCE).await?)
    }

    async fn note(&self, outgoing: &Outgoing, result: Result<(), Obstacle>) -> Result<()> {
        let (database, now) = (&self.context.database, self.context.clock.now());
        let error = match result {
            Ok(()) => {
                self.counters.sent.inc();
                return mail::finish(database, outgoing.id, End::Sent, now).await;
            }
            Err(Obstacle::NoServer) => return mail::put_back(database, outgoing.id, now + WITHOUT_SERVER).await,
            Err(Obstacle::Never(error)) => error,
            Err(Obstacle::Later(error)) => match retry::next_attempt(outgoing.attempts, now, outgoing.expires_at) {
                Some(next) => {
                    tracing::warn!(
                        mail = outgoing.id,
                        project = outgoing.project_id,
                        attempts = outgoing.attempts,
                        error,
                        "a mail is tried again later"
                    );
                    self.counters.postponed.inc();
                    return mail::postpone(database, outgoing.id, next, &error).await;
                }
                None => error,
            },
        };
        tracing::warn!(mail = outgoing.id, project = outgoing.project_id, kind = outgoing.kind, error, "a mail is given up");
        self.counters.failed.inc();
        mail::finish(database, outgoing.id, End::Failed(&error), now).await
    }

    /// Counts what waits, and says so when nobody could send it.
    pub async fn count(&self) {
        match mail::waiting(&self.context.database).await {
            Ok((all, without_server)) => {
                self.counters.waiting.set(all);
                self.counters.without_server.set(without_server);
                if without_server > 0 {
                    tracing::warn!(mails = without_server, "mails wait because there is no mail server: VESTIBULE_SMTP_URL is not set");
                }
            }
            Err(error) => tracing::warn!(error = format!("{error:#}"), "waiting mails are not counted"),
        }
    }
}

impl From<Error> for Obstacle {
    fn from(error: Error) -> Self {
        let Error::Invalid(fields) = error else { return Obstacle::Later(format!("{error:#}")) };
        let named = fields.iter().map(|(field, message)| format!("{field}: {message}"));
        Obstacle::Later(format!("mail settings: {}", named.collect::<Vec<_>>().join(", ")))
    }
}

impl From<Failure> for Obstacle {
    fn from(failure: Failure) -> Self {
        if failure.is_final() { Obstacle::Never(failure.to_string()) } else { Obstacle::Later(failure.to_string()) }
    }
}

/// Mails on their way, and whose they are.
#[derive(Default)]
struct UnderWay {
    tasks: JoinSet<i64>,
    of_project: HashMap<i64, usize>,
}

impl UnderWay {
    fn start(&mut self, post: Post, outgoing: Outgoing) {
        *self.of_project.entry(outgoing.project_id).or_default() += 1;
        self.tasks.spawn(async move {
            let project_id = outgoing.project_id;
            // One that panics must not take its project's place for ever.
            let span = span::task(post.context.service, "send a mail", outgoing.traceparent.as_deref());
            let delivery = tokio::spawn(async move { post.deliver(&outgoing).await }.instrument(span));
            if let Err(error) = delivery.await {
                tracing::error!(%error, "sending a mail ended in the middle");
            }
            project_id
        });
    }

    /// Waits for one of them.
    async fn next(&mut self) {
        if let Some(Ok(project_id)) = self.tasks.join_next().await
            && let Some(count) = self.of_project.get_mut(&project_id)
        {
            *count -= 1;
            if *count == 0 {
                self.of_project.remove(&project_id);
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Projects that have as many on their way as they may.
    fn busy(&self) -> Vec<i64> {
        self.of_project.iter().filter(|(_, count)| **count >= OF_PROJECT).map(|(project, _)| *project).collect()
    }
}
