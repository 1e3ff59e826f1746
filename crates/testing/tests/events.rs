//! An event's way through the outbox, RabbitMQ and the inbox.
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kit::consumer::{Delivery, Handler};
use kit::db::Migrator;
use kit::{Context, Error, Settings, Tx, consumer, outbox};
use lapin::options::{BasicGetOptions, BasicPublishOptions, QueueBindOptions, QueueDeclareOptions};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{Channel, Connection};
use proto::vestibule::events::v1::GroupChanged;
use testing::{App, OTHER_PROJECT, PROJECT};
use tokio_util::sync::CancellationToken;

/// The kit's own tables and no others.
static NONE: Migrator = Migrator::DEFAULT;
const SERVICE: &str = "events-test";
const TOPICS: &[&str] = &["domains.group.*", OF_DOORS];
const TOPIC: &str = "domains.group.changed";
/// Events of this topic share messages; here they hold a group too.
const OF_DOORS: &str = "device.event.arrived";

/// No service consumes this one.
const UNWANTED: i64 = 99;

/// The event of this group takes the second lock and then the first.
const LOCKING: i64 = 21;
const LOCKS: [i64; 2] = [1, 2];

async fn lock(tx: &mut Tx, key: i64) -> kit::Result<()> {
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(key).execute(&mut **tx).await?;
    Ok(())
}

/// What arrived, by the group that it is about; group 13 is refused until its cause is gone, group 7 waits for `away`
/// tries.
#[derive(Clone, Default)]
struct Inbox {
    taken: Arc<Mutex<Vec<i64>>>,
    away: Arc<AtomicUsize>,
    is_fixed: Arc<AtomicBool>,
}

#[async_trait::async_trait]
impl Handler for Inbox {
    /// The group that the event is about.
    type FollowUp = i64;

    fn wants(&self, event: &Delivery) -> bool {
        event.decode::<GroupChanged>().unwrap().id != UNWANTED
    }

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> kit::Result<i64> {
        assert!([TOPIC, OF_DOORS].contains(&event.topic.as_str()), "{}", event.topic);
        let id = event.decode::<GroupChanged>()?.id;
        if id == LOCKING {
            lock(tx, LOCKS[1]).await?;
            lock(tx, LOCKS[0]).await?;
        }
        let left = |tries: usize| tries.checked_sub(1);
        match id {
            13 if !self.is_fixed.load(Ordering::SeqCst) => Err(Error::internal(anyhow::anyhow!("nobody can take this"))),
            7 if self.away.fetch_update(Ordering::SeqCst, Ordering::SeqCst, left).is_ok() => Err(Error::Unavailable(anyhow::anyhow!("not yet"))),
            _ => Ok(id),
        }
    }

    /// What a batch that failed has done is undone: only this counts.
    async fn follow_up(&self, ids: Vec<i64>) {
        self.taken.lock().unwrap().extend(ids);
    }
}

struct Site {
    context: Context,
    prefix: String,
    inbox: Inbox,
    _app: App,
    _jobs: tokio_util::task::AbortOnDropHandle<()>,
}

impl Site {
    /// Its own exchanges and queues, a relay and a consumer.
    async fn start(inbox: Inbox) -> Self {
        let prefix = format!("events-test-{}", uuid::Uuid::now_v7().simple());
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
        let site = Site { context, prefix, inbox, _app: app, _jobs: jobs };
        // RabbitMQ keeps nothing for a queue that is bound later. A consumer binds its queue before it consumes.
        site.eventually(async || site.consumers(SERVICE).await == Some(1)).await;
        site
    }

    async fn send(&self, groups: &[i64]) {
        self.send_of(PROJECT, groups).await;
    }

    async fn send_of(&self, project_id: i64, groups: &[i64]) {
        self.send_on(TOPIC, project_id, groups).await;
    }

    async fn send_on(&self, topic: &str, project_id: i64, groups: &[i64]) {
        let mut tx = self.context.database.system().await.unwrap();
        for id in groups {
            let event = GroupChanged { project_id, id: *id, ..GroupChanged::default() };
            outbox::emit(&mut tx, project_id, topic, &format!("domain:{id}"), &event).await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    async fn outbox_is_empty(&self) -> bool {
        let mut tx = self.context.database.system().await.unwrap();
        sqlx::query("SELECT 1 FROM outbox").fetch_optional(&mut *tx).await.unwrap().is_none()
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
        Some(self.look(queue).await?.message_count())
    }

    /// Consumers of the queue; None while there is no such queue.
    async fn consumers(&self, queue: &str) -> Option<u32> {
        Some(self.look(queue).await?.consumer_count())
    }

    async fn look(&self, queue: &str) -> Option<lapin::Queue> {
        let passive = QueueDeclareOptions { passive: true, ..Default::default() };
        let (_connection, channel) = self.channel().await;
        channel.queue_declare(self.queue(queue).as_str().into(), passive, Default::default()).await.ok()
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
    let site = Site::start(Inbox::default()).await;
    site.send(&[1, 2, 3]).await;
    site.eventually(async || site.taken().len() == 3).await;
    assert_eq!(site.taken(), [1, 2, 3]);
    site.eventually(async || site.outbox_is_empty().await).await;
}

#[tokio::test]
async fn events_of_doors_that_wait_together_share_messages_and_are_taken_in_their_order() {
    let site = Site::start(Inbox::default()).await;
    let (_connection, channel) = site.channel().await;
    let watch = site.queue("watch");
    channel.queue_declare(watch.as_str().into(), QueueDeclareOptions::default(), FieldTable::default()).await.unwrap();
    let (exchange, none) = (site.queue("events"), FieldTable::default());
    channel.queue_bind(watch.as_str().into(), exchange.as_str().into(), "#".into(), QueueBindOptions::default(), none).await.unwrap();
    let events: Vec<i64> = (1_000..1_045).collect();
    site.send_on(OF_DOORS, PROJECT, &events).await;
    site.eventually(async || site.taken().len() == events.len()).await;
    assert_eq!(site.taken(), events);
    let most = site.context.settings.events_per_message;
    assert_eq!(site.waiting("watch").await, Some(events.len().div_ceil(most) as u32));
}

#[tokio::test]
async fn an_event_that_cannot_be_processed_stops_no_other_of_its_message() {
    let site = Site::start(Inbox::default()).await;
    site.send_on(OF_DOORS, PROJECT, &[1, 13, 2]).await;
    site.eventually(async || site.waiting("events-test.dead").await == Some(1)).await;
    assert_eq!(site.taken(), [1, 2]);
    site.inbox.is_fixed.store(true, Ordering::SeqCst);
    kit_events::dead_letters::replay(&site.context.settings, SERVICE, &[]).await.unwrap();
    site.eventually(async || site.taken() == [1, 2, 13]).await;
}

#[tokio::test]
async fn an_event_that_comes_twice_is_taken_once() {
    let site = Site::start(Inbox::default()).await;
    site.send(&[1]).await;
    site.eventually(async || site.taken() == [1]).await;
    let mut tx = site.context.database.system().await.unwrap();
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
    site.send(&[2]).await;
    site.eventually(async || site.taken().contains(&2)).await;
    assert_eq!(site.taken(), [1, 2]);
}

#[tokio::test]
async fn an_event_that_a_service_does_not_want_is_out_of_the_way_and_kept_nowhere() {
    let site = Site::start(Inbox::default()).await;
    site.send(&[UNWANTED]).await;
    site.send(&[UNWANTED, 1, UNWANTED]).await;
    site.eventually(async || site.taken() == [1] && site.waiting(SERVICE).await == Some(0)).await;
    let entered: i64 = sqlx::query_scalar("SELECT count(*) FROM inbox").fetch_one(site.context.database.pool()).await.unwrap();
    assert_eq!(entered, 1);
    assert_eq!(site.waiting("events-test.dead").await, Some(0));
}

#[tokio::test]
async fn an_event_that_cannot_be_processed_goes_to_the_dead_letters_and_stops_no_other() {
    let site = Site::start(Inbox::default()).await;
    site.send(&[1, 13, 2]).await;
    site.eventually(async || site.waiting("events-test.dead").await == Some(1)).await;
    assert_eq!(site.taken(), [1, 2]);
    let (_connection, channel) = site.channel().await;
    let dead = site.queue("events-test.dead");
    let message = channel.basic_get(dead.as_str().into(), BasicGetOptions { no_ack: true }).await.unwrap().expect("a message");
    let event: GroupChanged = prost::Message::decode(message.data.as_slice()).unwrap();
    assert_eq!(event.id, 13, "as it was sent");
}

/// As docs/runbooks/EventsDead.md says: a shovel puts it into the queue, with what it had beside its routing key.
#[tokio::test]
async fn a_dead_letter_that_is_put_back_is_processed_by_its_topic() {
    let site = Site::start(Inbox::default()).await;
    site.send(&[13]).await;
    site.eventually(async || site.waiting("events-test.dead").await == Some(1)).await;
    site.inbox.is_fixed.store(true, Ordering::SeqCst);
    let (_connection, channel) = site.channel().await;
    let (dead, queue) = (site.queue("events-test.dead"), site.queue(SERVICE));
    let message = channel.basic_get(dead.as_str().into(), BasicGetOptions { no_ack: true }).await.unwrap().expect("a message").delivery;
    let options = BasicPublishOptions::default();
    channel.basic_publish("".into(), queue.as_str().into(), options, &message.data, message.properties).await.unwrap().await.unwrap();
    site.eventually(async || site.taken() == [13]).await;
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
async fn an_event_leaves_its_queue_only_when_the_dead_letters_have_it() {
    let site = Site::start(Inbox::default()).await;
    let dead = [
        ("x-single-active-consumer", AMQPValue::Boolean(true)),
        ("x-delivery-limit", AMQPValue::LongInt(10)),
        ("x-dead-letter-exchange", text(&site.queue("dead"))),
        ("x-dead-letter-routing-key", text(&site.queue(SERVICE))),
        ("x-dead-letter-strategy", text("at-least-once")),
    ];
    assert!(site.was_made_with(SERVICE, quorum(&dead)).await);
    assert!(!site.was_made_with(SERVICE, quorum(&dead[..4])).await, "RabbitMQ compares the strategy");
    assert!(site.was_made_with("events-test.dead", quorum(&[])).await);
}

/// As an older build has made it: RabbitMQ would refuse other arguments.
#[tokio::test]
async fn a_queue_that_is_there_stays_as_it_is_and_is_used() {
    let app = App::start(SERVICE, &NONE).await;
    let prefix = format!("events-test-{}", uuid::Uuid::now_v7().simple());
    let connection = consumer::connect(&app.context.settings.amqp_url).await.unwrap();
    let channel = connection.create_channel().await.unwrap();
    let durable = QueueDeclareOptions { durable: true, ..Default::default() };
    let mut older = FieldTable::default();
    older.insert("x-queue-type".into(), text("quorum"));
    for queue in [format!("{prefix}.{SERVICE}"), format!("{prefix}.{SERVICE}.dead")] {
        channel.queue_declare(queue.as_str().into(), durable, older.clone()).await.unwrap();
    }
    let site = Site::begin(app, prefix, Inbox::default()).await;
    site.send(&[1]).await;
    site.eventually(async || site.taken() == [1]).await;
    assert!(site.was_made_with(SERVICE, older).await);
}

#[tokio::test]
async fn events_wait_for_what_is_away_and_are_never_counted_out() {
    let inbox = Inbox::default();
    // More tries than the delivery limit allows returns.
    inbox.away.store(11, Ordering::SeqCst);
    let site = Site::start(inbox).await;
    site.send(&[7, 8]).await;
    site.eventually(async || site.taken() == [7, 8]).await;
    assert_eq!(site.waiting("events-test.dead").await, Some(0));
}

/// Postgres would fail whoever has waited for a second then, which would be the call.
#[tokio::test]
async fn a_batch_gives_way_to_a_call_that_takes_its_locks_in_another_order() {
    let site = Site::start(Inbox::default()).await;
    let mut call = site.context.database.tenant(PROJECT).await.unwrap();
    lock(&mut call, LOCKS[0]).await.unwrap();
    site.send(&[LOCKING]).await;
    let is_held = async || {
        let held = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1::bigint::oid
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))",
        );
        let is_held: bool = held.bind(LOCKS[1]).fetch_one(site.context.database.pool()).await.unwrap();
        is_held
    };
    // It waits for the call's then, and would do so for ever: there is no deadlock yet.
    site.eventually(&is_held).await;
    site.eventually(async || !is_held().await).await;
    lock(&mut call, LOCKS[1]).await.expect("the batch gives its lock back");
    call.commit().await.unwrap();
    site.eventually(async || site.taken() == [LOCKING]).await;
    assert_eq!(site.waiting("events-test.dead").await, Some(0));
}

#[tokio::test]
async fn an_event_that_cannot_be_sent_is_known_by_its_age() {
    let app = App::start(SERVICE, &NONE).await;
    let context = &app.context;
    assert_eq!(outbox::age(&context.database).await.unwrap(), 0);
    let mut tx = context.database.system().await.unwrap();
    outbox::emit(&mut tx, PROJECT, TOPIC, "domain:1", &GroupChanged::default()).await.unwrap();
    sqlx::query("UPDATE outbox SET created_at = now() - interval '5 minutes'").execute(&mut *tx).await.unwrap();
    outbox::emit(&mut tx, PROJECT, TOPIC, "domain:2", &GroupChanged::default()).await.unwrap();
    tx.commit().await.unwrap();
    assert!((300..360).contains(&outbox::age(&context.database).await.unwrap()));
}

/// Groups of an import, and the one that another project changed after it.
const IMPORTED: std::ops::Range<i64> = 1_000..6_000;
const OTHERS: i64 = 50;

/// Where the other project's event came, once all came; the import's came in their order.
async fn place_of_others(site: &Site) -> usize {
    let all = IMPORTED.count() + 2;
    site.eventually(async || site.taken().len() == all).await;
    let taken = site.taken();
    let imported: Vec<i64> = taken.iter().copied().filter(|id| IMPORTED.contains(id)).collect();
    assert!(imported.iter().copied().eq(IMPORTED), "the order of one project's events");
    taken.iter().position(|id| *id == OTHERS).unwrap()
}

/// Whose consumer processes nothing yet: group 7 waits.
async fn held_up() -> Site {
    let inbox = Inbox::default();
    inbox.away.store(usize::MAX, Ordering::SeqCst);
    let site = Site::start(inbox).await;
    site.send(&[7]).await;
    site
}

#[tokio::test]
async fn a_projects_change_does_not_wait_in_the_outbox_behind_another_projects_import() {
    let site = held_up().await;
    let (_connection, channel) = site.channel().await;
    let watch = site.queue("watch");
    channel.queue_declare(watch.as_str().into(), QueueDeclareOptions::default(), FieldTable::default()).await.unwrap();
    let (exchange, none) = (site.queue("events"), FieldTable::default());
    channel.queue_bind(watch.as_str().into(), exchange.as_str().into(), "#".into(), QueueBindOptions::default(), none).await.unwrap();
    let mut tx = site.context.database.system().await.unwrap();
    for (project_id, id) in IMPORTED.map(|id| (PROJECT, id)).chain([(OTHER_PROJECT, OTHERS)]) {
        let event = GroupChanged { project_id, id, ..GroupChanged::default() };
        outbox::emit(&mut tx, project_id, TOPIC, &format!("domain:{id}"), &event).await.unwrap();
    }
    tx.commit().await.unwrap();
    site.eventually(async || site.outbox_is_empty().await).await;
    let mut sent = Vec::new();
    while let Some(message) = channel.basic_get(watch.as_str().into(), BasicGetOptions { no_ack: true }).await.unwrap() {
        let event: GroupChanged = prost::Message::decode(message.data.as_slice()).unwrap();
        sent.push(event.id);
        if event.id == OTHERS {
            break;
        }
    }
    assert!(sent.contains(&OTHERS) && sent.len() < 1_000, "it was sent after {} others", sent.len());
    site.inbox.away.store(0, Ordering::SeqCst);
    place_of_others(&site).await;
}

#[tokio::test]
async fn a_projects_change_does_not_wait_in_the_queue_behind_another_projects_import() {
    let site = held_up().await;
    site.send(&IMPORTED.collect::<Vec<_>>()).await;
    site.eventually(async || site.outbox_is_empty().await).await;
    site.send_of(OTHER_PROJECT, &[OTHERS]).await;
    site.eventually(async || site.outbox_is_empty().await && site.waiting(SERVICE).await == Some(0)).await;
    site.inbox.away.store(0, Ordering::SeqCst);
    assert!(place_of_others(&site).await < 1_000);
}

#[tokio::test]
async fn a_full_queue_holds_back_only_the_projects_whose_events_it_refuses() {
    const OTHER_TOPIC: &str = "domains.other.changed";
    let site = Site::start(Inbox::default()).await;
    let (_connection, channel) = site.channel().await;
    let (full, exchange) = (site.queue("full"), site.queue("events"));
    let mut one = FieldTable::default();
    one.insert("x-max-length".into(), AMQPValue::LongLongInt(1));
    one.insert("x-overflow".into(), AMQPValue::LongString("reject-publish".into()));
    channel.queue_declare(full.as_str().into(), QueueDeclareOptions::default(), one).await.unwrap();
    let options = QueueBindOptions::default();
    channel.queue_bind(full.as_str().into(), exchange.as_str().into(), OTHER_TOPIC.into(), options, FieldTable::default()).await.unwrap();
    channel.basic_publish("".into(), full.as_str().into(), BasicPublishOptions::default(), b"full", Default::default()).await.unwrap();
    site.eventually(async || site.waiting("full").await == Some(1)).await;

    let mut tx = site.context.database.system().await.unwrap();
    outbox::emit(&mut tx, PROJECT, OTHER_TOPIC, "other:1", &GroupChanged::default()).await.unwrap();
    tx.commit().await.unwrap();
    site.send(&[1, 2]).await;
    site.send_of(OTHER_PROJECT, &[OTHERS]).await;
    site.eventually(async || site.taken().contains(&OTHERS)).await;
    assert!(!site.outbox_is_empty().await, "what was refused waits");

    channel.queue_purge(full.as_str().into(), Default::default()).await.unwrap();
    site.eventually(async || site.outbox_is_empty().await).await;
    assert_eq!(site.waiting("full").await, Some(1), "the refused event arrives");
    site.eventually(async || site.taken().len() == 3).await;
    let of_project: Vec<i64> = site.taken().into_iter().filter(|id| *id != OTHERS).collect();
    assert_eq!(of_project, [1, 2], "each once, in their order");
}
