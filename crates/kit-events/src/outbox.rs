//! The transactional outbox: a change and its event commit together, and one relay per service hands the events
//! to RabbitMQ, projects in turn and each one's in their order, removing each only after the broker's confirm.
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use lapin::{
    BasicProperties, Channel,
    options::BasicPublishOptions,
    types::{AMQPValue, FieldTable},
};
use prost::Message;
use proto::vestibule::events::v1::PackedEvent;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use tokio_util::sync::CancellationToken;
use tracing::Span;
use uuid::Uuid;

use crate::EventContext;
use crate::consumer::{PROJECT, TOPIC, TRACEPARENT, connect_by};
use crate::packing;
use crate::topology::Names;
use kit_core::Result;
use kit_database::Database;
use kit_telemetry::span;

/// Events a batch; a batch is one transaction.
const BATCH: i64 = 500;
/// The next events: as many of each project, each project's in their order, but none of the projects $2, and of the
/// projects $3 one. The recursion goes from project to project by the index.
const NEXT: &str = "WITH RECURSIVE projects AS (
         (SELECT project_id FROM outbox ORDER BY project_id LIMIT 1)
         UNION ALL
         SELECT (SELECT o.project_id FROM outbox o WHERE o.project_id > p.project_id ORDER BY o.project_id LIMIT 1)
         FROM projects p WHERE p.project_id IS NOT NULL)
     SELECT e.* FROM projects p CROSS JOIN LATERAL (
         SELECT seq, id, project_id, topic, aggregate, payload, traceparent FROM outbox o WHERE o.project_id = p.project_id ORDER BY seq
         LIMIT CASE WHEN p.project_id = ANY($3) THEN 1 ELSE greatest($1 / (SELECT greatest(count(project_id), 1) FROM projects), 1) END) e
     WHERE p.project_id <> ALL($2)
     ORDER BY e.seq LIMIT $1";
/// How often the relay looks by itself: for what a process left that ended, or that has no relay.
const POLL: Duration = Duration::from_secs(1);
/// How soon it looks again where another replica's relay was at work.
const SOON: Duration = Duration::from_millis(25);
/// After how long a refused event is sent again.
const RETRY: Duration = Duration::from_millis(500);

/// The projects whose last event the broker refused, as a full queue does, and when each may try again: with one event,
/// because an event goes again to every queue that took it, and because no event may overtake another of its project.
#[derive(Default)]
struct Refused(HashMap<i64, Instant>);

impl Refused {
    /// The projects that wait, and those that may try with one event.
    fn at(&self, now: Instant) -> (Vec<i64>, Vec<i64>) {
        self.0.keys().partition(|project| now < self.0[project])
    }

    /// Which events are done with, of (project, whether the broker took it) in their order: none that follows a refused
    /// one of its project.
    fn record(&mut self, results: &[(i64, bool)], now: Instant) -> Vec<bool> {
        let refused: HashSet<i64> = results.iter().filter(|(_, taken)| !taken).map(|(project, _)| *project).collect();
        self.0.retain(|project, _| !results.iter().any(|(of, _)| of == project));
        self.0.extend(refused.iter().map(|project| (*project, now + RETRY)));
        let mut stopped = HashSet::new();
        let done = |(project, taken): &(i64, bool)| {
            if !taken {
                stopped.insert(*project);
            }
            !stopped.contains(project)
        };
        results.iter().map(done).collect()
    }
}

/// What a look at the outbox came to.
enum Batch {
    Sent,
    /// Nothing waits, or nothing that may be sent yet.
    Empty,
    /// Another replica's relay is at work, and may have looked before our events were there.
    Busy,
}

/// Records an event in the caller's transaction. `aggregate` is as `device:17`.
pub async fn emit(connection: &mut PgConnection, project_id: i64, topic: &str, aggregate: &str, event: &impl Message) -> Result<()> {
    sqlx::query("INSERT INTO outbox (id, project_id, topic, aggregate, payload, traceparent) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(Uuid::now_v7())
        .bind(project_id)
        .bind(topic)
        .bind(aggregate)
        .bind(event.encode_to_vec())
        .bind(kit_telemetry::traceparent())
        .execute(connection)
        .await?;
    Ok(())
}

/// An event among several of one topic.
pub struct Outgoing<M> {
    pub project_id: i64,
    pub aggregate: String,
    pub event: M,
}

/// Records several events of one topic in their order, in one statement.
pub async fn emit_all(connection: &mut PgConnection, topic: &str, events: &[Outgoing<impl Message>]) -> Result<()> {
    if events.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO outbox (id, project_id, topic, aggregate, payload, traceparent)
         SELECT e.id, e.project_id, $2, e.aggregate, e.payload, $6
         FROM unnest($1::uuid[], $3::bigint[], $4::text[], $5::bytea[]) WITH ORDINALITY e (id, project_id, aggregate, payload, place) ORDER BY e.place",
    )
    .bind(events.iter().map(|_| Uuid::now_v7()).collect::<Vec<_>>())
    .bind(topic)
    .bind(events.iter().map(|event| event.project_id).collect::<Vec<_>>())
    .bind(events.iter().map(|event| event.aggregate.as_str()).collect::<Vec<_>>())
    .bind(events.iter().map(|event| event.event.encode_to_vec()).collect::<Vec<_>>())
    .bind(kit_telemetry::traceparent())
    .execute(connection)
    .await?;
    Ok(())
}

/// How long the oldest event has waited, in seconds; 0 when none waits.
pub async fn age(database: &Database) -> Result<i64> {
    let mut tx = database.system().await?;
    let oldest = "SELECT coalesce((SELECT extract(epoch FROM now() - created_at) FROM outbox ORDER BY seq LIMIT 1), 0)::bigint";
    let age = sqlx::query_scalar(oldest).fetch_one(&mut *tx).await?;
    tx.rollback().await?;
    Ok(age)
}

/// Runs the relay until shutdown, coming back after every failure.
pub async fn relay(context: impl Into<EventContext>, shutdown: CancellationToken) -> anyhow::Result<()> {
    let context = context.into();
    while !shutdown.is_cancelled() {
        tokio::select! {
            _ = shutdown.cancelled() => break,
            result = relay_once(&context) => {
                if let Err(error) = result {
                    tracing::warn!(service = context.service, error = format!("{error:#}"), "the outbox relay starts over");
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

async fn relay_once(context: &EventContext) -> anyhow::Result<()> {
    let connection = connect_by(&context.settings).await?;
    context.topology.declare(&connection, &context.settings.amqp_prefix).await?;
    let channel = connection.create_channel().await?;
    channel.confirm_select(Default::default()).await?;
    let mut refused = Refused::default();
    loop {
        // Every process that writes has a relay, so a commit wakes its own. NOTIFY would tell all of them, but commits
        // that notify wait for each other: Postgres takes one lock for all of a server until each is on the disk.
        // Most commits write no event: whether any waits is one statement, a batch is a transaction.
        let batch = match has_events(&context.database).await? {
            true => batch(context, &channel, &mut refused).await?,
            false => Batch::Empty,
        };
        match batch {
            Batch::Sent => {}
            Batch::Empty => {
                let _woken_or_not = tokio::time::timeout(POLL, context.database.committed()).await;
            }
            Batch::Busy => tokio::time::sleep(SOON).await,
        }
        anyhow::ensure!(connection.status().connected(), "the connection to RabbitMQ is gone");
    }
}

async fn has_events(database: &Database) -> sqlx::Result<bool> {
    sqlx::query_scalar("SELECT outbox_has_events()").fetch_one(database.pool()).await
}

/// One batch, under a lock that keeps a second relay of the service (another replica) from mixing up the order.
async fn batch(context: &EventContext, channel: &Channel, refused: &mut Refused) -> anyhow::Result<Batch> {
    let mut tx = context.database.system().await?;
    let mine: bool = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock(hashtext('outbox'))").fetch_one(&mut *tx).await?;
    let (waiting, trying) = refused.at(Instant::now());
    let rows = match mine {
        true => sqlx::query(NEXT).bind(BATCH).bind(waiting).bind(trying).fetch_all(&mut *tx).await?,
        false => Vec::new(),
    };
    if rows.is_empty() {
        tx.rollback().await?;
        return Ok(if mine { Batch::Empty } else { Batch::Busy });
    }
    let exchange = Names(&context.settings.amqp_prefix).events();
    let messages = packing::group(rows.iter().map(|row| (row.get("project_id"), row.get("topic"))), context.settings.events_per_message);
    let mut confirms = Vec::with_capacity(messages.len());
    for places in messages {
        let events: Vec<&PgRow> = places.into_iter().map(|place| &rows[place]).collect();
        let (span, properties, body) = message(context, &exchange, &events);
        let topic: &str = events[0].get("topic");
        let confirm = channel.basic_publish(exchange.as_str().into(), topic.into(), BasicPublishOptions::default(), &body, properties);
        confirms.push((events, confirm.await?, span));
    }
    let (mut results, mut places) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
    for (events, confirm, _span) in confirms {
        let taken = confirm.await?.is_ack();
        results.extend(events.iter().map(|row| (row.get("project_id"), taken)));
        places.extend(events.iter().map(|row| row.get::<i64, _>("seq")));
    }
    let done = refused.record(&results, Instant::now());
    let sent: Vec<i64> = places.into_iter().zip(done).filter_map(|(place, done)| done.then_some(place)).collect();
    sqlx::query("DELETE FROM outbox WHERE seq = ANY($1)").bind(&sent).execute(&mut *tx).await?;
    tx.commit().await?;
    if sent.len() < rows.len() {
        tracing::warn!(service = context.service, projects = refused.0.len(), "the broker refused events, as a full queue does: they wait");
    }
    Ok(if sent.is_empty() { Batch::Empty } else { Batch::Sent })
}

/// The message of some events of one topic and one project. Of several, each is part of its own trace, which its processing goes on
/// with, and the message has no span.
fn message<'a>(context: &EventContext, exchange: &str, events: &[&'a PgRow]) -> (Span, BasicProperties, Cow<'a, [u8]>) {
    let first = events[0];
    let (id, topic): (Uuid, &str) = (first.get("id"), first.get("topic"));
    let traceparent = |row: &PgRow| row.get::<Option<String>, _>("traceparent");
    if let [row] = events {
        let written = traceparent(row);
        let span = span::publish_event(context.service, exchange, topic, id, written.as_deref());
        let properties = properties(context, row, id, span::traceparent(&span).or(written));
        return (span, properties, Cow::Borrowed(first.get("payload")));
    }
    let packed = events.iter().map(|row| PackedEvent {
        id: row.get::<Uuid, _>("id").into_bytes().to_vec(),
        subject: row.get("aggregate"),
        traceparent: traceparent(row).unwrap_or_default(),
        payload: row.get("payload"),
    });
    let properties = properties(context, first, id, None).with_content_type(packing::content_type());
    (Span::none(), properties, Cow::Owned(packing::pack(packed.collect())))
}

/// CloudEvents attribute names, as AMQP headers.
fn properties(context: &EventContext, row: &PgRow, id: Uuid, traceparent: Option<String>) -> BasicProperties {
    let mut headers = FieldTable::default();
    let mut header = |name: &str, value: String| {
        headers.insert(name.into(), AMQPValue::LongString(value.into()));
    };
    header(TOPIC, row.get("topic"));
    header("cloudEvents:source", context.service.to_string());
    header("cloudEvents:subject", row.get("aggregate"));
    if let Some(traceparent) = traceparent {
        header(TRACEPARENT, traceparent);
    }
    headers.insert(PROJECT.into(), AMQPValue::LongLongInt(row.get("project_id")));
    const PERSISTENT: u8 = 2;
    BasicProperties::default()
        .with_delivery_mode(PERSISTENT)
        .with_message_id(id.to_string().into())
        .with_content_type("application/protobuf".into())
        .with_headers(headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_event_holds_back_its_own_project_only() {
        let (mut refused, now) = (Refused::default(), Instant::now());
        let results = [(1, true), (2, true), (1, false), (2, true), (1, true)];
        assert_eq!(refused.record(&results, now), [true, true, false, true, false]);
        assert_eq!(refused.at(now), (vec![1], vec![]));
        assert_eq!(refused.at(now + RETRY), (vec![], vec![1]));
    }

    #[test]
    fn a_project_whose_event_was_taken_goes_on() {
        let (mut refused, now) = (Refused::default(), Instant::now());
        refused.record(&[(1, false), (2, false)], now);
        assert_eq!(refused.record(&[(1, true)], now), [true]);
        assert_eq!(refused.at(now), (vec![2], vec![]));
    }
}
