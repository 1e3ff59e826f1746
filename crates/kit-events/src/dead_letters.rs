//! Dead letters of a service: events that it could not process in ten deliveries (docs/adr/0057). They are looked at without
//! their contents, and put back into the service's queue when the cause is gone.
use std::time::Duration;

use anyhow::Context as _;
use lapin::message::Delivery;
use lapin::options::{BasicAckOptions, BasicGetOptions, BasicNackOptions, BasicPublishOptions, ConfirmSelectOptions, QueueDeclareOptions};
use lapin::types::{AMQPValue, FieldTable, ShortString};
use lapin::{Channel, Connection};
use tokio::time::{Instant, timeout};

use crate::consumer::{PROJECT, TOPIC, connect_by};
use crate::topology::Names;
use kit_core::Settings;

/// Letters that are looked at, at most: all of them are in memory at once.
pub const MAX_LISTED: usize = 200;
/// Of one look, with the connection.
const LOOK_TIMEOUT: Duration = Duration::from_secs(10);
/// After this long a replay ends, and says how far it came: whoever asked waits for the answer.
const REPLAY_TIME: Duration = Duration::from_secs(20);
/// A look counts as a delivery, and RabbitMQ 4 drops a message after twenty by default: long before, the letter is written anew.
const MAX_LOOKS: i64 = 10;
/// The header in which a quorum queue counts deliveries before this one.
const DELIVERY_COUNT: &str = "x-delivery-count";
/// The header with the queues in which a message died, the last one first.
const DEATHS: &str = "x-death";

/// A dead letter, without what it contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// Of the event; empty when it has none.
    pub id: String,
    pub topic: String,
    /// 0 for an event that does not say.
    pub project_id: i64,
    /// Seconds since the epoch.
    pub died_at: Option<i64>,
    pub bytes: usize,
}

/// The oldest of them, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeadLetters {
    pub items: Vec<DeadLetter>,
    pub total: u32,
}

/// Up to `MAX_LISTED`; they stay where they are.
pub async fn list(settings: &Settings, service: &str) -> anyhow::Result<DeadLetters> {
    let look = async {
        let (connection, mut queue) = DeadLetterQueue::open(settings, service).await?;
        let total = queue.count().await?;
        let letters = queue.take(MAX_LISTED).await?;
        let items = letters.iter().map(describe).collect();
        for delivery in letters.iter().filter(|delivery| number(delivery, DELIVERY_COUNT).is_some_and(|looks| looks >= MAX_LOOKS)) {
            queue.move_to(&queue.dead.clone(), delivery).await?;
        }
        queue.requeue().await?;
        connection.close(200, "listed".into()).await?;
        Ok(DeadLetters { items, total })
    };
    timeout(LOOK_TIMEOUT, look).await.context("RabbitMQ does not answer")?
}

/// Puts letters back into the service's queue: those of these events, or all that are there now when `ids` is empty. How many it
/// were. A letter leaves the dead letters only once the queue has confirmed it.
pub async fn replay(settings: &Settings, service: &str, ids: &[String]) -> anyhow::Result<u32> {
    let opened = timeout(LOOK_TIMEOUT, DeadLetterQueue::open(settings, service)).await.context("RabbitMQ does not answer")?;
    let (connection, mut queue) = opened?;
    let (end, total) = (Instant::now() + REPLAY_TIME, queue.count().await?);
    let looks = if ids.is_empty() { total } else { total.min(MAX_LISTED as u32) };
    let mut replayed = 0;
    for _ in 0..looks {
        if Instant::now() >= end {
            break;
        }
        let Some(delivery) = queue.take(1).await?.pop() else { break };
        if ids.is_empty() || ids.contains(&id_of(&delivery)) {
            queue.move_to(&queue.live.clone(), &delivery).await?;
            replayed += 1;
        } else if number(&delivery, DELIVERY_COUNT).is_some_and(|looks| looks >= MAX_LOOKS) {
            queue.move_to(&queue.dead.clone(), &delivery).await?;
        }
    }
    queue.requeue().await?;
    connection.close(200, "replayed".into()).await?;
    Ok(replayed)
}

/// A channel with confirms, and the queues of a service.
struct DeadLetterQueue {
    channel: Channel,
    /// Where the service consumes.
    live: String,
    dead: String,
}

impl DeadLetterQueue {
    async fn open(settings: &Settings, service: &str) -> anyhow::Result<(Connection, DeadLetterQueue)> {
        let names = Names(&settings.amqp_prefix);
        let connection = connect_by(settings).await?;
        let channel = connection.create_channel().await?;
        channel.confirm_select(ConfirmSelectOptions::default()).await?;
        Ok((connection, DeadLetterQueue { channel, live: names.queue(service), dead: names.dead_queue(service) }))
    }

    async fn count(&self) -> anyhow::Result<u32> {
        let passive = QueueDeclareOptions { passive: true, ..Default::default() };
        Ok(self.channel.queue_declare(self.dead.as_str().into(), passive, FieldTable::default()).await?.message_count())
    }

    async fn take(&mut self, limit: usize) -> anyhow::Result<Vec<Delivery>> {
        let mut letters = Vec::new();
        while letters.len() < limit {
            let Some(next) = self.channel.basic_get(self.dead.as_str().into(), BasicGetOptions::default()).await? else { break };
            letters.push(next.delivery);
        }
        Ok(letters)
    }

    /// Returns to the queue what was taken and not moved.
    async fn requeue(&self) -> anyhow::Result<()> {
        const ALL: u64 = 0;
        self.channel.basic_nack(ALL, BasicNackOptions { multiple: true, requeue: true }).await?;
        Ok(self.channel.close(200, "requeued".into()).await?)
    }

    /// The queue has it before the dead letters lose it: a crash in between leaves it in both.
    async fn move_to(&self, queue: &str, delivery: &Delivery) -> anyhow::Result<()> {
        let mut headers = FieldTable::default();
        let old = delivery.properties.headers().as_ref().map(FieldTable::inner);
        for (name, value) in old.into_iter().flatten() {
            // What brokers wrote of its former queues; the next death is recorded anew.
            let is_brokers = name.as_str().starts_with("x-") && (queue != self.dead || name.as_str() == DELIVERY_COUNT);
            if !is_brokers {
                headers.insert(name.clone(), value.clone());
            }
        }
        headers.insert(TOPIC.into(), AMQPValue::LongString(topic_of(delivery).into()));
        let properties = delivery.properties.clone().with_headers(headers);
        let options = BasicPublishOptions { mandatory: true, ..Default::default() };
        let confirm = self.channel.basic_publish("".into(), queue.into(), options, &delivery.data, properties).await?.await?;
        anyhow::ensure!(confirm.is_ack() && confirm.take_message().is_none(), "the queue {queue} takes nothing now");
        delivery.acker.ack(BasicAckOptions::default()).await?;
        Ok(())
    }
}

/// The event without what it contains.
fn describe(delivery: &Delivery) -> DeadLetter {
    DeadLetter {
        id: id_of(delivery),
        topic: topic_of(delivery),
        project_id: number(delivery, PROJECT).unwrap_or(0),
        died_at: died_at(delivery),
        bytes: delivery.data.len(),
    }
}

fn id_of(delivery: &Delivery) -> String {
    delivery.properties.message_id().as_ref().map(ShortString::to_string).unwrap_or_default()
}

fn header<'a>(delivery: &'a Delivery, name: &str) -> Option<&'a AMQPValue> {
    delivery.properties.headers().as_ref()?.inner().get(name)
}

fn number(delivery: &Delivery, name: &str) -> Option<i64> {
    match header(delivery, name)? {
        AMQPValue::LongLongInt(number) => Some(*number),
        AMQPValue::LongInt(number) => Some((*number).into()),
        AMQPValue::LongUInt(number) => Some((*number).into()),
        AMQPValue::ShortInt(number) => Some((*number).into()),
        AMQPValue::ShortUInt(number) => Some((*number).into()),
        AMQPValue::ShortShortInt(number) => Some((*number).into()),
        AMQPValue::ShortShortUInt(number) => Some((*number).into()),
        _ => None,
    }
}

/// The header, since the routing key of a letter is its queue's name.
fn topic_of(delivery: &Delivery) -> String {
    match header(delivery, TOPIC) {
        Some(AMQPValue::LongString(topic)) => String::from_utf8_lossy(topic.as_bytes()).into_owned(),
        _ => delivery.routing_key.to_string(),
    }
}

fn died_at(delivery: &Delivery) -> Option<i64> {
    let AMQPValue::FieldArray(deaths) = header(delivery, DEATHS)? else { return None };
    let AMQPValue::FieldTable(last) = deaths.as_slice().first()? else { return None };
    match last.inner().get("time")? {
        AMQPValue::Timestamp(seconds) => i64::try_from(*seconds).ok(),
        _ => None,
    }
}
