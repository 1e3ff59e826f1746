//! The transactional outbox: a change and its event commit together, and one relay per service hands the events
//! to RabbitMQ, projects in turn and each one's in their order, removing each only after the broker's confirm.
use std::time::Duration;

use lapin::{
    BasicProperties, Channel,
    options::BasicPublishOptions,
    types::{AMQPValue, FieldTable},
};
use prost::Message;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::consumer::{PROJECT, TOPIC, TRACEPARENT, connect_by};
use crate::telemetry::span;
use crate::topology::Names;
use crate::{Context, Result};

/// Events a batch; a batch is one transaction.
const BATCH: i64 = 500;
/// The next events: as many of each project, each project's in their order. The recursion goes from project to project by the index.
const NEXT: &str = "WITH RECURSIVE projects AS (
         (SELECT project_id FROM outbox ORDER BY project_id LIMIT 1)
         UNION ALL
         SELECT (SELECT o.project_id FROM outbox o WHERE o.project_id > p.project_id ORDER BY o.project_id LIMIT 1)
         FROM projects p WHERE p.project_id IS NOT NULL)
     SELECT e.* FROM projects p CROSS JOIN LATERAL (
         SELECT seq, id, project_id, topic, aggregate, payload, traceparent FROM outbox o WHERE o.project_id = p.project_id ORDER BY seq
         LIMIT greatest($1 / (SELECT greatest(count(project_id), 1) FROM projects), 1)) e
     ORDER BY e.seq LIMIT $1";
/// How often the relay looks by itself: for what a process left that ended, or that has no relay.
const POLL: Duration = Duration::from_secs(1);
/// How soon it looks again where another replica's relay was at work.
const SOON: Duration = Duration::from_millis(25);

/// What a look at the outbox came to.
enum Batch {
    Sent,
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
        .bind(crate::telemetry::traceparent())
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
    .bind(crate::telemetry::traceparent())
    .execute(connection)
    .await?;
    Ok(())
}

/// How long the oldest event has waited, in seconds; 0 when none waits.
pub async fn age(context: &Context) -> Result<i64> {
    let mut tx = context.database.system().await?;
    let oldest = "SELECT coalesce((SELECT extract(epoch FROM now() - created_at) FROM outbox ORDER BY seq LIMIT 1), 0)::bigint";
    let age = sqlx::query_scalar(oldest).fetch_one(&mut *tx).await?;
    tx.rollback().await?;
    Ok(age)
}

/// Runs the relay until shutdown, coming back after every failure.
pub async fn relay(context: Context, shutdown: CancellationToken) -> anyhow::Result<()> {
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

async fn relay_once(context: &Context) -> anyhow::Result<()> {
    let connection = connect_by(&context.settings).await?;
    context.topology.declare(&connection, &context.settings.amqp_prefix).await?;
    let channel = connection.create_channel().await?;
    channel.confirm_select(Default::default()).await?;
    loop {
        // Every process that writes has a relay, so a commit wakes its own. NOTIFY would tell all of them, but commits
        // that notify wait for each other: Postgres takes one lock for all of a server until each is on the disk.
        match batch(context, &channel).await? {
            Batch::Sent => {}
            Batch::Empty => {
                let _woken_or_not = tokio::time::timeout(POLL, context.database.committed()).await;
            }
            Batch::Busy => tokio::time::sleep(SOON).await,
        }
        anyhow::ensure!(connection.status().connected(), "the connection to RabbitMQ is gone");
    }
}

/// One batch, under a lock that keeps a second relay of the service (another replica) from mixing up the order.
async fn batch(context: &Context, channel: &Channel) -> anyhow::Result<Batch> {
    let mut tx = context.database.system().await?;
    let mine: bool = sqlx::query_scalar("SELECT pg_try_advisory_xact_lock(hashtext('outbox'))").fetch_one(&mut *tx).await?;
    let rows = match mine {
        true => sqlx::query(NEXT).bind(BATCH).fetch_all(&mut *tx).await?,
        false => Vec::new(),
    };
    if rows.is_empty() {
        tx.rollback().await?;
        return Ok(if mine { Batch::Empty } else { Batch::Busy });
    }
    let exchange = Names(&context.settings.amqp_prefix).events();
    let mut confirms = Vec::with_capacity(rows.len());
    for row in &rows {
        let topic: String = row.get("topic");
        let (id, written): (Uuid, Option<String>) = (row.get("id"), row.get("traceparent"));
        let span = span::publish_event(context.service, &exchange, &topic, id, written.as_deref());
        let properties = properties(context, row, id, span::traceparent(&span).or(written));
        let confirm = channel.basic_publish(
            exchange.as_str().into(),
            topic.as_str().into(),
            BasicPublishOptions::default(),
            row.get::<&[u8], _>("payload"),
            properties,
        );
        confirms.push((confirm.await?, span));
    }
    for (confirm, _span) in confirms {
        anyhow::ensure!(confirm.await?.is_ack(), "RabbitMQ refused an event");
    }
    let sent: Vec<i64> = rows.iter().map(|row| row.get("seq")).collect();
    sqlx::query("DELETE FROM outbox WHERE seq = ANY($1)").bind(&sent).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(Batch::Sent)
}

/// CloudEvents attribute names, as AMQP headers.
fn properties(context: &Context, row: &PgRow, id: Uuid, traceparent: Option<String>) -> BasicProperties {
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
