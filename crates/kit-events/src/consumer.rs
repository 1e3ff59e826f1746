//! Consuming events: a durable quorum queue per service with one active consumer (so that order holds), projects in turn, batches
//! in one transaction with the inbox, a delivery limit and a dead-letter queue for what cannot be taken.
mod backlog;

use std::collections::HashSet;
use std::time::Duration;

use anyhow::Context as _;
use futures::{FutureExt, StreamExt};
use lapin::message::Delivery as RawDelivery;
use lapin::options::{BasicAckOptions, BasicConsumeOptions, BasicNackOptions, BasicQosOptions};
use lapin::tcp::OwnedTLSConfig;
use lapin::types::{AMQPValue, FieldTable};
use lapin::{Connection, ConnectionProperties, Consumer};
use prost::Message;
use proto::vestibule::events::v1::PackedEvent;
use sqlx::AssertSqlSafe;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;
use uuid::Uuid;

use crate::EventContext;
use crate::packing;
use crate::topology::{self, Names};
use backlog::Backlog;
use kit_core::authorities::Authorities;
use kit_core::{Error, Result, Settings};
use kit_database::{Database, Tx};
use kit_telemetry::{self as telemetry, span};

/// Events of one batch.
const MAX_BATCH: usize = 200;
/// Events that a consumer has in hand, among which projects take turns. At some kilobytes an event, a few ten megabytes at most.
const PREFETCH: u16 = 8_000;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// For so long a batch waits for one lock. Events lock rows in the order in which they came, which may cross that of somebody's call.
/// Postgres looks for a deadlock after a second, and then fails either of the two; before that the batch gives way, and is tried
/// again.
const LOCK_TIMEOUT: Duration = Duration::from_millis(500);
/// Between attempts while something that an event needs is away: Postgres, or another service.
const RETRY_INTERVALS: [Duration; 4] = [Duration::from_millis(100), Duration::from_millis(250), Duration::from_millis(500), Duration::from_secs(1)];

/// The header with the trace in which an event was published (W3C Trace Context).
pub(crate) const TRACEPARENT: &str = "traceparent";
/// The header with an event's topic.
pub(crate) const TOPIC: &str = "cloudEvents:type";
/// The header with the project that an event is of.
pub(crate) const PROJECT: &str = "cloudEvents:project";

/// An event as it arrived.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub id: Uuid,
    pub topic: String,
    pub payload: Vec<u8>,
}

impl Delivery {
    pub fn decode<M: Message + Default>(&self) -> Result<M> {
        M::decode(self.payload.as_slice()).map_err(Error::internal)
    }
}

/// What a service does with the events it binds to.
#[async_trait::async_trait]
pub trait Handler: Send + Sync + 'static {
    /// Whether the service needs the event at all. The others are acknowledged without a transaction, as most events of doors
    /// are by services that need few of them.
    fn wants(&self, _event: &Delivery) -> bool {
        true
    }

    /// What an event leaves to be done once its transaction is committed, for work that may be lost, as a push to
    /// browsers; `()` for a handler that leaves nothing. It is dropped when the transaction is rolled back.
    type FollowUp: Send + 'static;

    /// In the transaction of the batch, as the system's role. An error puts the event back.
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<Self::FollowUp>;

    /// After the commit, with what the events of the batch returned, in their order; empty when all of them had been
    /// handled before.
    async fn follow_up(&self, _follow_ups: Vec<Self::FollowUp>) {}
}

/// Connects to the RabbitMQ of the settings; `amqps://` trusts their authorities besides the public ones.
pub async fn connect_by(settings: &Settings) -> anyhow::Result<Connection> {
    connect_with(&settings.amqp_url, &settings.certificate_authorities).await
}

pub async fn connect(url: &str) -> anyhow::Result<Connection> {
    connect_with(url, &Authorities::default()).await
}

pub async fn connect_with(url: &str, authorities: &Authorities) -> anyhow::Result<Connection> {
    let tls = OwnedTLSConfig { identity: None, cert_chain: authorities.pem() };
    let runtime = lapin::runtime::default_runtime()?;
    let connecting = Connection::connect_with_config(url, ConnectionProperties::default(), tls, runtime);
    tokio::time::timeout(CONNECT_TIMEOUT, connecting).await.context("RabbitMQ does not answer")?.context("connecting to RabbitMQ")
}

/// Consumes the topics (as `domains.group.*`) until shutdown; connects again after every failure.
pub async fn consume(
    context: impl Into<EventContext>,
    topics: &'static [&'static str],
    handler: impl Handler,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let context = context.into();
    while !shutdown.is_cancelled() {
        if let Err(error) = consume_once(&context, topics, &handler, &shutdown).await {
            tracing::warn!(service = context.service, error = format!("{error:#}"), "the consumer starts over");
        }
        tokio::select! {
            _ = shutdown.cancelled() => {}
            _ = tokio::time::sleep(Duration::from_millis(500)) => {}
        }
    }
    Ok(())
}

/// Runs until shutdown. The batch in hand is finished first; RabbitMQ delivers what was not begun to the next consumer.
async fn consume_once(context: &EventContext, topics: &[&str], handler: &impl Handler, shutdown: &CancellationToken) -> anyhow::Result<()> {
    let Some(begun) = shutdown.run_until_cancelled(begin(context, topics)).await else { return Ok(()) };
    let (connection, consumer) = begun?;
    let mut deliveries = consumer.ready_chunks(PREFETCH.into());
    let mut backlog = Backlog::default();
    loop {
        // Waits only when nothing is in hand.
        let more = match backlog.is_empty() {
            true => match shutdown.run_until_cancelled(deliveries.next()).await {
                Some(more) => Some(more),
                None => break,
            },
            false => deliveries.next().now_or_never(),
        };
        for raw in more.map(|more| more.context("RabbitMQ ended the consumer")).transpose()?.into_iter().flatten() {
            let raw = raw?;
            let received = Received::new(raw);
            backlog.push(project_of(&received.raw), received.raw.delivery_tag, received.events.len(), received);
        }
        if shutdown.is_cancelled() {
            break;
        }
        let batch = backlog.next(MAX_BATCH).into_iter().map(|(_, received)| received).collect();
        take(context, handler, batch, &mut backlog, shutdown).await?;
    }
    Ok(connection.close(200, "the process ends".into()).await?)
}

async fn begin(context: &EventContext, topics: &[&str]) -> anyhow::Result<(Connection, Consumer)> {
    let connection = connect_by(&context.settings).await?;
    let queue = topology::declare_own(&connection, &context.settings.amqp_prefix, context.service, topics).await?;
    let channel = connection.create_channel().await?;
    channel.basic_qos(PREFETCH, BasicQosOptions::default()).await?;
    let consumer =
        channel.basic_consume(queue.as_str().into(), context.service.into(), BasicConsumeOptions::default(), FieldTable::default()).await?;
    Ok((connection, consumer))
}

/// The whole batch in one transaction; if that fails, one by one, so that a bad event stops no good one.
async fn take(
    context: &EventContext,
    handler: &impl Handler,
    batch: Vec<Received>,
    backlog: &mut Backlog<Received>,
    shutdown: &CancellationToken,
) -> anyhow::Result<()> {
    let events: Vec<&Arrived> = batch.iter().flat_map(|received| &received.events).collect();
    match process_with_retries(context, handler, &events, shutdown).await {
        Ok(()) => acknowledge(&batch, backlog).await?,
        Err(Error::Unavailable(error)) => return Err(error.context("events wait for what they need")),
        Err(error) => {
            tracing::warn!(service = context.service, events = events.len(), error = format!("{error:#}"), "a batch failed: its events one by one");
            for received in &batch {
                take_one(context, handler, received, shutdown).await?;
                backlog.finish([received.raw.delivery_tag]);
            }
        }
    }
    Ok(())
}

async fn acknowledge(batch: &[Received], backlog: &mut Backlog<Received>) -> anyhow::Result<()> {
    let up_to = backlog.finish(batch.iter().map(|received| received.raw.delivery_tag));
    match batch.iter().find(|received| Some(received.raw.delivery_tag) == up_to) {
        Some(last) => {
            last.raw.ack(BasicAckOptions { multiple: true }).await?;
        }
        None => {
            for received in batch {
                received.raw.ack(BasicAckOptions::default()).await?;
            }
        }
    }
    Ok(())
}

/// 0 for an event that an earlier release sent.
fn project_of(raw: &RawDelivery) -> i64 {
    let headers = raw.properties.headers().as_ref();
    headers.and_then(|headers| headers.inner().get(PROJECT)).and_then(AMQPValue::as_long_long_int).unwrap_or(0)
}

/// Each event of a message. The message returns to the queue when one of them failed; the others are in the inbox by then.
async fn take_one(context: &EventContext, handler: &impl Handler, received: &Received, shutdown: &CancellationToken) -> anyhow::Result<()> {
    let mut has_failed = false;
    for arrived in &received.events {
        match process_with_retries(context, handler, &[arrived], shutdown).await {
            Ok(()) => {}
            Err(Error::Unavailable(error)) => return Err(error.context("an event waits for what it needs")),
            Err(error) => {
                let Delivery { id, topic, .. } = &arrived.event;
                tracing::error!(service = context.service, topic, %id, error = format!("{error:#}"), "an event cannot be taken");
                has_failed = true;
            }
        }
    }
    match has_failed {
        true => received.raw.nack(BasicNackOptions { requeue: true, ..Default::default() }).await?,
        false => received.raw.ack(BasicAckOptions::default()).await?,
    };
    Ok(())
}

/// Tries again while something that the events need is away, and keeps them meanwhile: each return to the queue counts
/// towards their delivery limit, so an outage of a minute would send good events to the dead letters. Only when the process
/// ends are they returned.
async fn process_with_retries(context: &EventContext, handler: &impl Handler, arrived: &[&Arrived], shutdown: &CancellationToken) -> Result<()> {
    let mut intervals = RETRY_INTERVALS.into_iter().chain(std::iter::repeat(RETRY_INTERVALS[RETRY_INTERVALS.len() - 1]));
    loop {
        let error = match process(context, handler, arrived).await {
            Err(Error::Unavailable(error)) => error,
            done => return done,
        };
        tracing::warn!(service = context.service, events = arrived.len(), error = format!("{error:#}"), "events wait for what they need");
        let pause = tokio::time::sleep(intervals.next().unwrap_or_default());
        if shutdown.run_until_cancelled(pause).await.is_none() {
            return Err(Error::Unavailable(error));
        }
    }
}

async fn process(context: &EventContext, handler: &impl Handler, arrived: &[&Arrived]) -> Result<()> {
    let wanted: Vec<&Arrived> = arrived.iter().copied().filter(|arrived| handler.wants(&arrived.event)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let queue = Names(&context.settings.amqp_prefix).queue(context.service);
    let mut tx = context.database.system().await?;
    let set_lock_timeout = format!("SET LOCAL lock_timeout = {}", LOCK_TIMEOUT.as_millis());
    sqlx::query(AssertSqlSafe(set_lock_timeout)).execute(&mut *tx).await?;
    let mut new = insert_into_inbox(&mut tx, wanted.iter().map(|arrived| arrived.event.id).collect()).await?;
    let (mut follow_ups, mut traceparents) = (Vec::with_capacity(wanted.len()), Vec::new());
    for Arrived { event, traceparent } in wanted {
        let span = span::process_event(context.service, &queue, &event.topic, event.id, traceparent.as_deref());
        // Once, also when it is in the batch twice.
        if new.remove(&event.id) {
            follow_ups.push(handler.handle(&mut tx, event).instrument(span.clone()).await?);
            traceparents.extend(span.in_scope(telemetry::traceparent));
        }
    }
    tx.commit().await?;
    let span = span::committed(context.service, &queue, follow_ups.len(), traceparents.iter().map(String::as_str));
    handler.follow_up(follow_ups).instrument(span).await;
    Ok(())
}

/// Enters the events in the inbox, and gives those that were not in it.
async fn insert_into_inbox(tx: &mut Tx, ids: Vec<Uuid>) -> Result<HashSet<Uuid>> {
    let entered = sqlx::query_scalar("INSERT INTO inbox (id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING RETURNING id");
    Ok(entered.bind(ids).fetch_all(&mut **tx).await?.into_iter().collect())
}

/// A message, whose body is in its events.
struct Received {
    raw: RawDelivery,
    events: Vec<Arrived>,
}

impl Received {
    fn new(mut raw: RawDelivery) -> Self {
        let payload = std::mem::take(&mut raw.data);
        let header = |name: &str| {
            let value = raw.properties.headers().as_ref()?.inner().get(name)?;
            Some(String::from_utf8_lossy(value.as_long_string()?.as_bytes()).into_owned())
        };
        // Not by the routing key alone: that of an event that comes back from the dead letters is the queue's name.
        let topic = header(TOPIC).unwrap_or_else(|| raw.routing_key.to_string());
        let packed = if packing::is_packed(&raw.properties) { packing::unpack(&payload) } else { None };
        let events = match packed {
            Some(events) => events.into_iter().map(|(id, event)| Arrived::packed(id, &topic, event)).collect(),
            None => {
                let id = raw.properties.message_id().as_ref().and_then(|id| id.as_str().parse().ok()).unwrap_or_else(Uuid::now_v7);
                vec![Arrived { event: Delivery { id, topic, payload }, traceparent: header(TRACEPARENT) }]
            }
        };
        Received { raw, events }
    }
}

/// An event, and in whose trace it was published.
struct Arrived {
    event: Delivery,
    traceparent: Option<String>,
}

impl Arrived {
    fn packed(id: Uuid, topic: &str, event: PackedEvent) -> Self {
        let PackedEvent { payload, traceparent, .. } = event;
        Arrived { event: Delivery { id, topic: topic.into(), payload }, traceparent: (!traceparent.is_empty()).then_some(traceparent) }
    }
}

/// Forgets events taken more than a week ago: RabbitMQ does not keep one that long.
pub async fn forget_old(database: &Database) -> Result<u64> {
    let mut tx = database.system().await?;
    let deleted = sqlx::query("DELETE FROM inbox WHERE received_at < now() - interval '7 days'").execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(deleted.rows_affected())
}
