//! An event's way through the outbox, RabbitMQ and the inbox.
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kit::consumer::{Delivery, Handler};
use kit::db::Migrator;
use kit::{Context, Error, Settings, Tx, consumer, outbox};
use lapin::options::{BasicGetOptions, BasicPublishOptions, QueueDeclareOptions};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{Channel, Connection};
use proto::vestibule::events::v1::GroupChanged;
use testing::{App, PROJECT};
use tokio_util::sync::CancellationToken;

/// The kit's own tables and no others.
static NONE: Migrator = Migrator::DEFAULT;
const SERVICE: &str = "letters";
const TOPICS: &[&str] = &["domains.group.*"];
const TOPIC: &str = "domains.group.changed";

/// Nobody wants to hear of this one.
const UNWANTED: i64 = 99;

/// What arrived, by the group that it is about; group 13 is refused until its cause is gone, group 7 waits for `away`
/// tries.
#[derive(Clone, Default)]
struct Inbox {
    taken: Arc<Mutex<Vec<i64>>>,
    away: Arc<AtomicUsize>,
    is_mended: Arc<AtomicBool>,
}

#[async_trait::async_trait]
impl Handler for Inbox {
    fn wants(&self, event: &Delivery) -> bool {
        event.decode::<GroupChanged>().unwrap().id != UNWANTED
    }

    async fn handle(&self, _: &mut Tx, event: &Delivery) -> kit::Result<()> {
        assert_eq!(event.topic, TOPIC);
        let id = event.decode::<GroupChanged>()?.id;
        let left = |tries: usize| tries.checked_sub(1);
        match id {
            13 if !self.is_mended.load(Ordering::SeqCst) => Err(Error::internal(anyhow::anyhow!("nobody can take this"))),
            7 if self.away.fetch_update(Ordering::SeqCst, Ordering::SeqCst, left).is_ok() => Err(Error::Unavailable(anyhow::anyhow!("not yet"))),
            _ => Ok(()),
        }
    }

    /// What a batch that failed has done is undone: only this counts.
    async fn committed(&self, events: &[Delivery]) {
        let ids = events.iter().map(|event| event.decode::<GroupChanged>().unwrap().id);
        self.taken.lock().unwrap().extend(ids);
    }
}

struct Post {
    context: Context,
    prefix: String,
    inbox: Inbox,
    _app: App,
    _jobs: tokio_util::task::AbortOnDropHandle<()>,
}

impl Post {
    /// Its own exchanges and queues, a relay and a consumer.
    async fn start(inbox: Inbox) -> Self {
        let prefix = format!("letters-{}", uuid::Uuid::now_v7().simple());
        Self::begin(App::start(SERVICE, &NONE).await, prefix, inbox).await
    }

    async fn begin(app: App, prefix: String, inbox: Inbox) -> Self {
        let mut context = app.context.clone();
        context.settings = Arc::new(Settings { amqp_prefix: prefix.clone(), ..(*context.settings).clone() });
        let shutdown = CancellationToken::new();
        let jobs = futures::future::join(
            outbox::relay(context.clone(), shutdown.clone()),
            consumer::consume(context.clone(), TOPICS, inbox.clone(), shutdown),
        );
        let jobs = tokio_util::task::AbortOnDropHandle::new(tokio::spawn(async move { drop(jobs.await) }));
        let post = Post { context, prefix, inbox, _app: app, _jobs: jobs };
        // RabbitMQ keeps nothing for a queue that comes later.
        post.eventually(async || post.waiting(SERVICE).await == Some(0)).await;
        post
    }

    async fn send(&self, groups: &[i64]) {
        let mut tx = self.context.database.system().await.unwrap();
        for id in groups {
            let event = GroupChanged { project_id: PROJECT, id: *id, ..GroupChanged::default() };
            outbox::emit(&mut tx, PROJECT, TOPIC, &format!("domain:{id}"), &event).await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    fn taken(&self) -> Vec<i64> {
        self.inbox.taken.lock().unwrap().clone()
    }

    /// A channel, and the connection that it lives by.
    async fn channel(&self) -> (Connection, Channel) {
        let connection = consumer::connect(&self.context.settings.amqp_url).await.unwrap();
        let channel = connection.create_channel().await.unwrap();
        (connection, channel)
    }

    fn queue(&self, queue: &str) -> String {
        format!("{}.{queue}", self.prefix)
    }

    /// Messages of the queue; None while there is no such queue.
    async fn waiting(&self, queue: &str) -> Option<u32> {
        let passive = QueueDeclareOptions { passive: true, ..Default::default() };
        let (_connection, channel) = self.channel().await;
        let queue = channel.queue_declare(self.queue(queue).as_str().into(), passive, Default::default()).await.ok()?;
        Some(queue.message_count())
    }

    /// Whether the queue was made with these arguments and no others.
    async fn was_made_with(&self, queue: &str, arguments: FieldTable) -> bool {
        let durable = QueueDeclareOptions { durable: true, ..Default::default() };
        let (_connection, channel) = self.channel().await;
        channel.queue_declare(self.queue(queue).as_str().into(), durable, arguments).await.is_ok()
    }

    async fn eventually(&self, holds: impl AsyncFn() -> bool) {
        for _ in 0..600 {
            if holds().await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("it does not come to pass: taken {:?}", self.taken());
    }
}

#[tokio::test]
async fn events_arrive_in_their_order_and_leave_the_outbox() {
    let post = Post::start(Inbox::default()).await;
    post.send(&[1, 2, 3]).await;
    post.eventually(async || post.taken().len() == 3).await;
    assert_eq!(post.taken(), [1, 2, 3]);
    post.eventually(async || {
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM outbox").fetch_one(post.context.database.pool()).await.unwrap();
        left == 0
    })
    .await;
}

#[tokio::test]
async fn an_event_that_comes_twice_is_taken_once() {
    let post = Post::start(Inbox::default()).await;
    post.send(&[1]).await;
    post.eventually(async || post.taken() == [1]).await;
    let mut tx = post.context.database.system().await.unwrap();
    // As after a crash between the broker's confirm and the commit that removes the row.
    sqlx::query(
        "INSERT INTO outbox (id, project_id, topic, aggregate, payload)
         SELECT id, $1, 'domains.group.changed', 'domain:1', $2 FROM inbox",
    )
    .bind(PROJECT)
    .bind(prost::Message::encode_to_vec(&GroupChanged { project_id: PROJECT, id: 1, ..GroupChanged::default() }))
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    post.send(&[2]).await;
    post.eventually(async || post.taken().contains(&2)).await;
    assert_eq!(post.taken(), [1, 2]);
}

#[tokio::test]
async fn an_event_that_a_service_does_not_want_is_out_of_the_way_and_kept_nowhere() {
    let post = Post::start(Inbox::default()).await;
    post.send(&[UNWANTED]).await;
    post.send(&[UNWANTED, 1, UNWANTED]).await;
    post.eventually(async || post.taken() == [1] && post.waiting(SERVICE).await == Some(0)).await;
    let entered: i64 = sqlx::query_scalar("SELECT count(*) FROM inbox").fetch_one(post.context.database.pool()).await.unwrap();
    assert_eq!(entered, 1);
    assert_eq!(post.waiting("letters.dead").await, Some(0));
}

#[tokio::test]
async fn an_event_that_nobody_can_take_goes_to_the_dead_letters_and_stops_no_other() {
    let post = Post::start(Inbox::default()).await;
    post.send(&[1, 13, 2]).await;
    post.eventually(async || post.waiting("letters.dead").await == Some(1)).await;
    assert_eq!(post.taken(), [1, 2]);
    let (_connection, channel) = post.channel().await;
    let dead = post.queue("letters.dead");
    let letter = channel.basic_get(dead.as_str().into(), BasicGetOptions { no_ack: true }).await.unwrap().expect("a letter");
    let event: GroupChanged = prost::Message::decode(letter.data.as_slice()).unwrap();
    assert_eq!(event.id, 13, "as it was sent");
}

/// As docs/runbooks/EventsDead.md says: a shovel puts it into the queue, with what it had beside its routing key.
#[tokio::test]
async fn a_dead_letter_that_is_put_back_is_taken_for_what_it_was() {
    let post = Post::start(Inbox::default()).await;
    post.send(&[13]).await;
    post.eventually(async || post.waiting("letters.dead").await == Some(1)).await;
    post.inbox.is_mended.store(true, Ordering::SeqCst);
    let (_connection, channel) = post.channel().await;
    let (dead, queue) = (post.queue("letters.dead"), post.queue(SERVICE));
    let letter = channel.basic_get(dead.as_str().into(), BasicGetOptions { no_ack: true }).await.unwrap().expect("a letter").delivery;
    let options = BasicPublishOptions::default();
    channel.basic_publish("".into(), queue.as_str().into(), options, &letter.data, letter.properties).await.unwrap().await.unwrap();
    post.eventually(async || post.taken() == [13]).await;
}

fn quorum(more: &[(&'static str, AMQPValue)]) -> FieldTable {
    let common = [("x-queue-type", text("quorum")), ("x-max-length", AMQPValue::LongLongInt(1_000_000)), ("x-overflow", text("reject-publish"))];
    let mut arguments = FieldTable::default();
    for (name, value) in common.iter().chain(more) {
        arguments.insert((*name).into(), value.clone());
    }
    arguments
}

fn text(value: &str) -> AMQPValue {
    AMQPValue::LongString(value.into())
}

#[tokio::test]
async fn a_letter_leaves_its_queue_only_when_the_dead_letters_have_it() {
    let post = Post::start(Inbox::default()).await;
    let dead = [
        ("x-single-active-consumer", AMQPValue::Boolean(true)),
        ("x-delivery-limit", AMQPValue::LongInt(10)),
        ("x-dead-letter-exchange", text(&post.queue("dead"))),
        ("x-dead-letter-routing-key", text(&post.queue(SERVICE))),
        ("x-dead-letter-strategy", text("at-least-once")),
    ];
    assert!(post.was_made_with(SERVICE, quorum(&dead)).await);
    assert!(!post.was_made_with(SERVICE, quorum(&dead[..4])).await, "RabbitMQ compares the strategy");
    assert!(post.was_made_with("letters.dead", quorum(&[])).await);
}

/// As an older build has made it: RabbitMQ would refuse other arguments.
#[tokio::test]
async fn a_queue_that_is_there_stays_as_it_is_and_is_used() {
    let app = App::start(SERVICE, &NONE).await;
    let prefix = format!("letters-{}", uuid::Uuid::now_v7().simple());
    let connection = consumer::connect(&app.context.settings.amqp_url).await.unwrap();
    let channel = connection.create_channel().await.unwrap();
    let durable = QueueDeclareOptions { durable: true, ..Default::default() };
    let mut older = FieldTable::default();
    older.insert("x-queue-type".into(), text("quorum"));
    for queue in [format!("{prefix}.letters"), format!("{prefix}.letters.dead")] {
        channel.queue_declare(queue.as_str().into(), durable, older.clone()).await.unwrap();
    }
    let post = Post::begin(app, prefix, Inbox::default()).await;
    post.send(&[1]).await;
    post.eventually(async || post.taken() == [1]).await;
    assert!(post.was_made_with(SERVICE, older).await);
}

#[tokio::test]
async fn events_wait_for_what_is_away_and_are_never_counted_out() {
    let inbox = Inbox::default();
    // More tries than the delivery limit allows returns.
    inbox.away.store(11, Ordering::SeqCst);
    let post = Post::start(inbox).await;
    post.send(&[7, 8]).await;
    post.eventually(async || post.taken() == [7, 8]).await;
    assert_eq!(post.waiting("letters.dead").await, Some(0));
}

#[tokio::test]
async fn an_event_that_cannot_be_sent_is_known_by_its_age() {
    let app = App::start(SERVICE, &NONE).await;
    let context = &app.context;
    assert_eq!(outbox::age(context).await.unwrap(), 0);
    let mut tx = context.database.system().await.unwrap();
    outbox::emit(&mut tx, PROJECT, TOPIC, "domain:1", &GroupChanged::default()).await.unwrap();
    sqlx::query("UPDATE outbox SET created_at = now() - interval '5 minutes'").execute(&mut *tx).await.unwrap();
    outbox::emit(&mut tx, PROJECT, TOPIC, "domain:2", &GroupChanged::default()).await.unwrap();
    tx.commit().await.unwrap();
    assert!((300..360).contains(&outbox::age(context).await.unwrap()));
}
