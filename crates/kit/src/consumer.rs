//! Consuming events: a durable quorum queue per service with one active consumer (so that order holds), batches
//! in one transaction with the inbox, a delivery limit and a dead-letter queue for what cannot be taken.
use std::time::Duration;

use anyhow::Context as _;
use futures::StreamExt;
use lapin::message::Delivery as Raw;
use lapin::options::{
    BasicAckOptions, BasicConsumeOptions, BasicNackOptions, BasicQosOptions, ExchangeDeclareOptions, QueueBindOptions, QueueDeclareOptions,
};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{Channel, Connection, ConnectionProperties, ExchangeKind};
use prost::Message;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{Context, Error, Result, Tx};

/// Deliveries of one event before it goes to the dead-letter queue.
const DELIVERY_LIMIT: i32 = 10;
/// Events a batch.
const BATCH: usize = 200;
/// How many events a queue holds before RabbitMQ refuses more, which keeps them in the outboxes.
const QUEUE_LIMIT: i64 = 1_000_000;

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
    /// In the transaction of the batch, as the system's role. An error puts the event back.
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()>;

    /// After the commit: for what may be lost, as a push to browsers.
    async fn committed(&self, _events: &[Delivery]) {}
}

pub async fn connect(url: &str) -> anyhow::Result<Connection> {
    let connecting = Connection::connect(url, ConnectionProperties::default());
    tokio::time::timeout(Duration::from_secs(10), connecting).await.context("RabbitMQ does not answer")?.context("connecting to RabbitMQ")
}

/// Names of exchanges and queues; installations that share a broker differ in the prefix.
pub(crate) struct Names<'a>(pub &'a str);

impl Names<'_> {
    pub fn events(&self) -> String {
        format!("{}.events", self.0)
    }

    pub fn dead(&self) -> String {
        format!("{}.dead", self.0)
    }

    pub fn queue(&self, service: &str) -> String {
        format!("{}.{service}", self.0)
    }

    pub fn dead_queue(&self, service: &str) -> String {
        format!("{}.{service}.dead", self.0)
    }
}

pub(crate) async fn declare_exchanges(channel: &Channel, names: &Names<'_>) -> anyhow::Result<()> {
    let durable = ExchangeDeclareOptions { durable: true, ..Default::default() };
    channel.exchange_declare(names.events().into(), ExchangeKind::Topic, durable, FieldTable::default()).await?;
    channel.exchange_declare(names.dead().into(), ExchangeKind::Direct, durable, FieldTable::default()).await?;
    Ok(())
}

/// Consumes the topics (as `domains.group.*`) until shutdown, coming back after every failure.
pub async fn consume(context: Context, topics: &'static [&'static str], handler: impl Handler, shutdown: CancellationToken) -> anyhow::Result<()> {
    while !shutdown.is_cancelled() {
        tokio::select! {
            _ = shutdown.cancelled() => break,
            result = consume_once(&context, topics, &handler) => {
                if let Err(error) = result {
                    tracing::warn!(service = context.service, error = format!("{error:#}"), "the consumer starts over");
                }
            }
        }
        tokio::select! {
            _ = shutdown.cancelled() => {}
            _ = tokio::time::sleep(Duration::from_millis(500)) => {}
        }
    }
    Ok(())
}

async fn consume_once(context: &Context, topics: &[&str], handler: &impl Handler) -> anyhow::Result<()> {
    let connection = connect(&context.settings.amqp_url).await?;
    let channel = connection.create_channel().await?;
    let names = Names(&context.settings.amqp_prefix);
    declare_exchanges(&channel, &names).await?;
    let queue = declare_queues(&channel, &names, context.service, topics).await?;
    channel.basic_qos(BATCH as u16 * 2, BasicQosOptions::default()).await?;
    let consumer =
        channel.basic_consume(queue.as_str().into(), context.service.into(), BasicConsumeOptions::default(), FieldTable::default()).await?;
    let mut batches = consumer.ready_chunks(BATCH);
    while let Some(batch) = batches.next().await {
        let raw = batch.into_iter().collect::<std::result::Result<Vec<_>, _>>()?;
        take(context, handler, raw).await?;
    }
    anyhow::bail!("RabbitMQ ended the consumer")
}

async fn declare_queues(channel: &Channel, names: &Names<'_>, service: &str, topics: &[&str]) -> anyhow::Result<String> {
    let (queue, dead) = (names.queue(service), names.dead_queue(service));
    let durable = QueueDeclareOptions { durable: true, ..Default::default() };
    let text = |value: &str| AMQPValue::LongString(value.into());

    let mut dead_arguments = FieldTable::default();
    dead_arguments.insert("x-queue-type".into(), text("quorum"));
    dead_arguments.insert("x-max-length".into(), AMQPValue::LongLongInt(QUEUE_LIMIT));
    channel.queue_declare(dead.as_str().into(), durable, dead_arguments).await?;
    channel.queue_bind(dead.as_str().into(), names.dead().into(), queue.as_str().into(), QueueBindOptions::default(), FieldTable::default()).await?;

    let mut arguments = FieldTable::default();
    arguments.insert("x-queue-type".into(), text("quorum"));
    arguments.insert("x-single-active-consumer".into(), AMQPValue::Boolean(true));
    arguments.insert("x-delivery-limit".into(), AMQPValue::LongInt(DELIVERY_LIMIT));
    arguments.insert("x-dead-letter-exchange".into(), text(&names.dead()));
    arguments.insert("x-dead-letter-routing-key".into(), text(&queue));
    arguments.insert("x-max-length".into(), AMQPValue::LongLongInt(QUEUE_LIMIT));
    arguments.insert("x-overflow".into(), text("reject-publish"));
    channel.queue_declare(queue.as_str().into(), durable, arguments).await?;
    for topic in topics {
        channel.queue_bind(queue.as_str().into(), names.events().into(), (*topic).into(), QueueBindOptions::default(), FieldTable::default()).await?;
    }
    Ok(queue)
}

/// The whole batch in one transaction; if that fails, one by one, so that a bad event stops no good one.
async fn take(context: &Context, handler: &impl Handler, raw: Vec<Raw>) -> anyhow::Result<()> {
    let events: Vec<Delivery> = raw.iter().map(delivery).collect();
    match process(context, handler, &events).await {
        Ok(()) => {
            if let Some(last) = raw.last() {
                last.ack(BasicAckOptions { multiple: true }).await?;
            }
        }
        Err(error) => {
            tracing::warn!(service = context.service, events = events.len(), error = format!("{error:#}"), "a batch failed: its events one by one");
            for (raw, event) in raw.iter().zip(&events) {
                take_one(context, handler, raw, event).await?;
            }
        }
    }
    Ok(())
}

async fn take_one(context: &Context, handler: &impl Handler, raw: &Raw, event: &Delivery) -> anyhow::Result<()> {
    match process(context, handler, std::slice::from_ref(event)).await {
        Ok(()) => raw.ack(BasicAckOptions::default()).await?,
        Err(Error::Unavailable(error)) => return Err(error.context("an event waits for what it needs")),
        Err(error) => {
            tracing::error!(service = context.service, topic = event.topic, id = %event.id, error = format!("{error:#}"), "an event cannot be taken");
            raw.nack(BasicNackOptions { requeue: true, ..Default::default() }).await?
        }
    };
    Ok(())
}

async fn process(context: &Context, handler: &impl Handler, events: &[Delivery]) -> Result<()> {
    let mut tx = context.database.system().await?;
    let mut fresh = Vec::with_capacity(events.len());
    for event in events {
        let new = sqlx::query("INSERT INTO inbox (id) VALUES ($1) ON CONFLICT DO NOTHING").bind(event.id).execute(&mut *tx).await?;
        if new.rows_affected() == 1 {
            handler.handle(&mut tx, event).await?;
            fresh.push(event.clone());
        }
    }
    tx.commit().await?;
    handler.committed(&fresh).await;
    Ok(())
}

fn delivery(raw: &Raw) -> Delivery {
    let id = raw.properties.message_id().as_ref().and_then(|id| id.as_str().parse().ok());
    Delivery { id: id.unwrap_or_else(Uuid::now_v7), topic: raw.routing_key.to_string(), payload: raw.data.clone() }
}

/// Forgets events taken more than a week ago: RabbitMQ does not keep one that long.
pub async fn forget_old(context: &Context) -> Result<u64> {
    let done = sqlx::query("DELETE FROM inbox WHERE received_at < now() - interval '7 days'").execute(context.database.pool()).await?;
    Ok(done.rows_affected())
}
