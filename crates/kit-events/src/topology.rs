//! The exchanges and queues of the platform, and which topics each queue is bound to. They are declared before the first
//! event is sent, since RabbitMQ keeps nothing for a queue that is declared later.
use std::sync::Arc;

use lapin::options::{ExchangeDeclareOptions, QueueBindOptions, QueueDeclareOptions};
use lapin::protocol::{AMQPErrorKind, AMQPSoftError};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{Channel, Connection, ErrorKind, ExchangeKind};
use tokio::sync::Mutex;

use kit_core::Settings;

/// Deliveries of one event before it goes to the dead-letter queue.
const DELIVERY_LIMIT: i32 = 10;
/// How many events a queue holds before RabbitMQ refuses more, which keeps them in the outboxes.
const QUEUE_LIMIT: i64 = 1_000_000;

/// The services of an installation and the topics that each consumes, whichever process they run in. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Topology {
    heard: Arc<[(&'static str, &'static [&'static str])]>,
    /// Declarations one after the other: RabbitMQ fails when several clients declare the same queue at once.
    making: Arc<Mutex<()>>,
}

impl Topology {
    /// Of the services that run in this installation, by name and topics: a queue that nobody consumes would fill up and block
    /// publishers.
    pub fn of_services(services: impl IntoIterator<Item = (&'static str, &'static [&'static str])>, settings: &Settings) -> Self {
        let is_running = |name: &str| settings.services.as_ref().is_none_or(|running| running.iter().any(|running| running == name));
        let heard = services.into_iter().filter(|(name, topics)| is_running(name) && !topics.is_empty());
        Topology { heard: heard.collect(), making: Arc::default() }
    }

    /// For a publisher: everything.
    pub async fn declare(&self, connection: &Connection, prefix: &str) -> anyhow::Result<()> {
        let _alone = self.making.lock().await;
        let mut maker = Maker::begin(connection, Names(prefix)).await?;
        for (service, topics) in self.heard.iter() {
            maker.queues(service, topics).await?;
        }
        maker.end().await
    }
}

/// For a consumer: its own queue. Returns the queue's name.
pub async fn declare_own(connection: &Connection, prefix: &str, service: &str, topics: &[&str]) -> anyhow::Result<String> {
    let mut maker = Maker::begin(connection, Names(prefix)).await?;
    let queue = maker.queues(service, topics).await?;
    maker.end().await?;
    Ok(queue)
}

/// Names of exchanges and queues; installations that share a broker differ in the prefix.
pub struct Names<'a>(pub &'a str);

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

/// Declares what does not exist yet, on a channel of its own.
struct Maker<'a> {
    connection: &'a Connection,
    channel: Channel,
    names: Names<'a>,
}

impl<'a> Maker<'a> {
    async fn begin(connection: &'a Connection, names: Names<'a>) -> anyhow::Result<Self> {
        let channel = connection.create_channel().await?;
        let durable = ExchangeDeclareOptions { durable: true, ..Default::default() };
        channel.exchange_declare(names.events().into(), ExchangeKind::Topic, durable, FieldTable::default()).await?;
        channel.exchange_declare(names.dead().into(), ExchangeKind::Direct, durable, FieldTable::default()).await?;
        Ok(Maker { connection, channel, names })
    }

    /// The service's queue, by name, and that of its dead letters.
    async fn queues(&mut self, service: &str, topics: &[&str]) -> anyhow::Result<String> {
        let (queue, dead) = (self.names.queue(service), self.names.dead_queue(service));
        self.queue(&dead, quorum()).await?;
        self.bind(&dead, &self.names.dead(), &queue).await?;
        self.queue(&queue, arguments(&self.names.dead(), &queue)).await?;
        for topic in topics {
            self.bind(&queue, &self.names.events(), topic).await?;
        }
        Ok(queue)
    }

    /// An existing queue stays as it was declared: RabbitMQ cannot change one, and refuses a declaration that differs.
    async fn queue(&mut self, name: &str, arguments: FieldTable) -> anyhow::Result<()> {
        let look = QueueDeclareOptions { passive: true, ..Default::default() };
        match self.channel.queue_declare(name.into(), look, FieldTable::default()).await {
            Ok(_) => return Ok(()),
            Err(error) if is_not_there(&error) => self.channel = self.connection.create_channel().await?, // The error closed the channel.
            Err(error) => return Err(error.into()),
        }
        let durable = QueueDeclareOptions { durable: true, ..Default::default() };
        self.channel.queue_declare(name.into(), durable, arguments).await?;
        Ok(())
    }

    async fn bind(&self, queue: &str, exchange: &str, key: &str) -> anyhow::Result<()> {
        self.channel.queue_bind(queue.into(), exchange.into(), key.into(), QueueBindOptions::default(), FieldTable::default()).await?;
        Ok(())
    }

    async fn end(self) -> anyhow::Result<()> {
        Ok(self.channel.close(200, "declared".into()).await?)
    }
}

fn is_not_there(error: &lapin::Error) -> bool {
    matches!(error.kind(), ErrorKind::ProtocolError(error) if *error.kind() == AMQPErrorKind::Soft(AMQPSoftError::NOTFOUND))
}

/// An event leaves the queue only once the dead-letter queue has it ("at-least-once", which needs "reject-publish").
fn arguments(dead: &str, queue: &str) -> FieldTable {
    let mut arguments = quorum();
    arguments.insert("x-single-active-consumer".into(), AMQPValue::Boolean(true));
    arguments.insert("x-delivery-limit".into(), AMQPValue::LongInt(DELIVERY_LIMIT));
    arguments.insert("x-dead-letter-exchange".into(), text(dead));
    arguments.insert("x-dead-letter-routing-key".into(), text(queue));
    arguments.insert("x-dead-letter-strategy".into(), text("at-least-once"));
    arguments
}

/// Arguments of a queue that refuses events once it is full, so that they stay in the outboxes.
fn quorum() -> FieldTable {
    let mut arguments = FieldTable::default();
    arguments.insert("x-queue-type".into(), text("quorum"));
    arguments.insert("x-max-length".into(), AMQPValue::LongLongInt(QUEUE_LIMIT));
    arguments.insert("x-overflow".into(), text("reject-publish"));
    arguments
}

fn text(value: &str) -> AMQPValue {
    AMQPValue::LongString(value.into())
}
