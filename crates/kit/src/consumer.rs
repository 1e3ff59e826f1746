//! Consuming events: a durable quorum queue per service with one active consumer (so that order holds), batches
//! in one transaction with the inbox, a delivery limit and a dead-letter queue for what cannot be taken.
use std::collections::HashSet;
use std::time::Duration;

use anyhow::Context as _;
use futures::StreamExt;
use lapin::message::Delivery as Raw;
use lapin::options::{BasicAckOptions, BasicConsumeOptions, BasicNackOptions, BasicQosOptions};
use lapin::types::FieldTable;
use lapin::{Connection, ConnectionProperties, Consumer};
use prost::Message;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;
use uuid::Uuid;

use crate::telemetry::{self, span};
use crate::topology::{self, Names};
use crate::{Context, Error, Result, Tx};

/// Events a batch.
const BATCH: usize = 200;
/// Between tries while what an event needs is away: Postgres, or another service.
const PAUSES: [Duration; 4] = [Duration::from_millis(100), Duration::from_millis(250), Duration::from_millis(500), Duration::from_secs(1)];

/// The header that says in whose trace an event was published.
pub(crate) const TRACEPARENT: &str = "traceparent";
/// The header with an event's topic.
pub(crate) const TOPIC: &str = "cloudEvents:type";

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
    /// Whether there is anything to do for it: of many doors' events a service may need few. The others are taken
    /// without a transaction.
    fn wants(&self, _event: &Delivery) -> bool {
        true
    }

    /// In the transaction of the batch, as the system's role. An error puts the event back.
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()>;

    /// After the commit: for what may be lost, as a push to browsers. With no events when all of them had come before.
    async fn committed(&self, _events: &[Delivery]) {}
}

pub async fn connect(url: &str) -> anyhow::Result<Connection> {
    let connecting = Connection::connect(url, ConnectionProperties::default());
    tokio::time::timeout(Duration::from_secs(10), connecting).await.context("RabbitMQ does not answer")?.context("connecting to RabbitMQ")
}

/// Consumes the topics (as `domains.group.*`) until shutdown, coming back after every failure.
pub async fn consume(context: Context, topics: &'static [&'static str], handler: impl Handler, shutdown: CancellationToken) -> anyhow::Result<()> {
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

/// Until shutdown: the batch in hand is finished, and what was not begun goes to whoever comes next.
async fn consume_once(context: &Context, topics: &[&str], handler: &impl Handler, shutdown: &CancellationToken) -> anyhow::Result<()> {
    let Some(begun) = shutdown.run_until_cancelled(begin(context, topics)).await else { return Ok(()) };
    let (connection, consumer) = begun?;
    let mut batches = consumer.ready_chunks(BATCH);
    while let Some(batch) = shutdown.run_until_cancelled(batches.next()).await {
        let raw = batch.context("RabbitMQ ended the consumer")?.into_iter().collect::<std::result::Result<Vec<_>, _>>()?;
        take(context, handler, raw, shutdown).await?;
    }
    Ok(connection.close(200, "the process ends".into()).await?)
}

async fn begin(context: &Context, topics: &[&str]) -> anyhow::Result<(Connection, Consumer)> {
    let connection = connect(&context.settings.amqp_url).await?;
    let queue = topology::declare_own(&connection, &context.settings.amqp_prefix, context.service, topics).await?;
    let channel = connection.create_channel().await?;
    channel.basic_qos(BATCH as u16 * 2, BasicQosOptions::default()).await?;
    let consumer =
        channel.basic_consume(queue.as_str().into(), context.service.into(), BasicConsumeOptions::default(), FieldTable::default()).await?;
    Ok((connection, consumer))
}

/// The whole batch in one transaction; if that fails, one by one, so that a bad event stops no good one.
async fn take(context: &Context, handler: &impl Handler, raw: Vec<Raw>, shutdown: &CancellationToken) -> anyhow::Result<()> {
    let events: Vec<Arrived> = raw.iter().map(arrived).collect();
    match process_patiently(context, handler, &events, shutdown).await {
        Ok(()) => {
            if let Some(last) = raw.last() {
                last.ack(BasicAckOptions { multiple: true }).await?;
            }
        }
        Err(Error::Unavailable(error)) => return Err(error.context("events wait for what they need")),
        Err(error) => {
            tracing::warn!(service = context.service, events = events.len(), error = format!("{error:#}"), "a batch failed: its events one by one");
            for (raw, event) in raw.iter().zip(&events) {
                take_one(context, handler, raw, event, shutdown).await?;
            }
        }
    }
    Ok(())
}

async fn take_one(context: &Context, handler: &impl Handler, raw: &Raw, arrived: &Arrived, shutdown: &CancellationToken) -> anyhow::Result<()> {
    let event = &arrived.event;
    match process_patiently(context, handler, std::slice::from_ref(arrived), shutdown).await {
        Ok(()) => raw.ack(BasicAckOptions::default()).await?,
        Err(Error::Unavailable(error)) => return Err(error.context("an event waits for what it needs")),
        Err(error) => {
            tracing::error!(service = context.service, topic = event.topic, id = %event.id, error = format!("{error:#}"), "an event cannot be taken");
            raw.nack(BasicNackOptions { requeue: true, ..Default::default() }).await?
        }
    };
    Ok(())
}

/// Waits for what is away, with the events in hand: each return to the queue counts towards their delivery limit, so an
/// outage of a minute would bring good events to the dead letters. Gives them back only when the process ends.
async fn process_patiently(context: &Context, handler: &impl Handler, arrived: &[Arrived], shutdown: &CancellationToken) -> Result<()> {
    let mut pauses = PAUSES.into_iter().chain(std::iter::repeat(PAUSES[PAUSES.len() - 1]));
    loop {
        let error = match process(context, handler, arrived).await {
            Err(Error::Unavailable(error)) => error,
            done => return done,
        };
        tracing::warn!(service = context.service, events = arrived.len(), error = format!("{error:#}"), "events wait for what they need");
        let pause = tokio::time::sleep(pauses.next().unwrap_or_default());
        if shutdown.run_until_cancelled(pause).await.is_none() {
            return Err(Error::Unavailable(error));
        }
    }
}

async fn process(context: &Context, handler: &impl Handler, arrived: &[Arrived]) -> Result<()> {
    let wanted: Vec<&Arrived> = arrived.iter().filter(|arrived| handler.wants(&arrived.event)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let queue = Names(&context.settings.amqp_prefix).queue(context.service);
    let mut tx = context.database.system().await?;
    let mut new = enter(&mut tx, wanted.iter().map(|arrived| arrived.event.id).collect()).await?;
    let (mut fresh, mut traceparents) = (Vec::with_capacity(wanted.len()), Vec::new());
    for Arrived { event, traceparent } in wanted {
        let span = span::process_event(context.service, &queue, &event.topic, event.id, traceparent.as_deref());
        // Once, also when it is in the batch twice.
        if new.remove(&event.id) {
            handler.handle(&mut tx, event).instrument(span.clone()).await?;
            fresh.push(event.clone());
            traceparents.extend(span.in_scope(telemetry::traceparent));
        }
    }
    tx.commit().await?;
    let span = span::committed(context.service, &queue, fresh.len(), traceparents.iter().map(String::as_str));
    handler.committed(&fresh).instrument(span).await;
    Ok(())
}

/// Enters the events in the inbox, and gives those that were not in it.
async fn enter(tx: &mut Tx, ids: Vec<Uuid>) -> Result<HashSet<Uuid>> {
    let entered = sqlx::query_scalar("INSERT INTO inbox (id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING RETURNING id");
    Ok(entered.bind(ids).fetch_all(&mut **tx).await?.into_iter().collect())
}

/// A delivery, and in whose trace it was published.
struct Arrived {
    event: Delivery,
    traceparent: Option<String>,
}

fn arrived(raw: &Raw) -> Arrived {
    let id = raw.properties.message_id().as_ref().and_then(|id| id.as_str().parse().ok());
    let header = |name: &str| {
        let value = raw.properties.headers().as_ref()?.inner().get(name)?;
        Some(String::from_utf8_lossy(value.as_long_string()?.as_bytes()).into_owned())
    };
    // Not by the routing key alone: that of an event that comes back from the dead letters is the queue's name.
    let topic = header(TOPIC).unwrap_or_else(|| raw.routing_key.to_string());
    let event = Delivery { id: id.unwrap_or_else(Uuid::now_v7), topic, payload: raw.data.clone() };
    Arrived { event, traceparent: header(TRACEPARENT) }
}

/// Forgets events taken more than a week ago: RabbitMQ does not keep one that long.
pub async fn forget_old(context: &Context) -> Result<u64> {
    let done = sqlx::query("DELETE FROM inbox WHERE received_at < now() - interval '7 days'").execute(context.database.pool()).await?;
    Ok(done.rows_affected())
}
