//! A worker of webhooks that is killed (SIGKILL) while it sends: it is a process of its own, this very program, told to be one.
use std::process::{Child, Command, Stdio};

use kit::Database;
use time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::harness::*;
use crate::webhook_delivery::order_by_door;
use crate::webhook_receiver::Behaviour;
use crate::webhook_site::*;

const DATABASE: &str = "VESTIBULE_TEST_WEBHOOK_DATABASE";
/// Minutes since `NOW`.
const MINUTES: &str = "VESTIBULE_TEST_WEBHOOK_MINUTES";

const DOORS: i64 = 6;
const EVENTS: i64 = 120;
const KILLS: i64 = 5;

struct WorkerProcess(Child);

impl WorkerProcess {
    fn start(all: &Webhooks, minutes: i64) -> WorkerProcess {
        let context = &all.site.app.context;
        let mut url = Url::parse(&context.settings.database_url(context.service)).unwrap();
        url.set_path(all.site.app.database());
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "webhook_killed::a_test_may_start_a_worker_as_a_process", "--nocapture"]);
        command.env(DATABASE, url.as_str()).env(MINUTES, minutes.to_string()).stdin(Stdio::null()).stdout(Stdio::null());
        WorkerProcess(command.spawn().expect("this program"))
    }

    /// Nothing is said to anybody.
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ended_already = self.0.kill().is_err() || self.0.wait().is_err();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_test_may_start_a_worker_as_a_process() {
    let Ok(url) = std::env::var(DATABASE) else { return };
    let own = Webhooks::start().await;
    own.advance(Duration::minutes(std::env::var(MINUTES).unwrap().parse().unwrap()));
    let mut worker = own.worker.clone();
    worker.0.context.database = Database::connect_with(&url, 5, worker.0.context.settings.database_timeouts).unwrap();
    worker.run(CancellationToken::new()).await.unwrap();
}

/// Until so many statements of others wait for a lock.
async fn until_waiting_for_a_lock(tx: &mut kit::Tx, count: i64) {
    loop {
        let waiting: i64 = sqlx::query_scalar(
            "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted
             AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())",
        )
        .fetch_one(&mut **tx)
        .await
        .unwrap();
        if waiting >= count {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_worker_that_is_killed_between_an_answer_and_its_record_has_the_message_sent_again_before_later_ones() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    for event in 0..DOORS * 3 {
        all.door_event(1_000 + event, 1 + event % DOORS, FLOOR).await;
    }
    let (answer, is_time) = watch::channel(false);
    all.receiver.next(std::iter::repeat_n(Behaviour::AnswerLater(204, is_time), DOORS as usize));
    let worker = WorkerProcess::start(&all, 0);
    all.receiver.until_received(DOORS as usize).await;
    // The first of each door is on its way. Nobody can store an outcome from now on.
    let mut tx = all.site.app.context.database.system().await.unwrap();
    sqlx::query("SELECT FROM webhooks WHERE id = $1 FOR UPDATE").bind(webhook.id).execute(&mut *tx).await.unwrap();
    sqlx::query("SELECT FROM webhook_lanes WHERE webhook_id = $1 FOR UPDATE").bind(webhook.id).execute(&mut *tx).await.unwrap();
    answer.send(true).unwrap();
    // An answer has arrived, and is about to be stored.
    until_waiting_for_a_lock(&mut tx, 1).await;
    worker.kill();
    tx.rollback().await.unwrap();
    assert_eq!(all.find(webhook.id).await.pending, DOORS * 3, "nothing of what was answered is stored");

    all.advance(Duration::minutes(2));
    all.send_all(webhook.id).await;
    let received = all.receiver.take();
    assert_eq!(received.len() as i64, DOORS * 4, "the first of each door twice");
    let ids: std::collections::HashSet<String> = received.iter().map(|message| message.id()).collect();
    assert_eq!(ids.len() as i64, DOORS * 3, "by the same id");
    let doors = order_by_door(&received);
    for door in 1..=DOORS {
        let expected: Vec<i64> = (0..DOORS * 3).filter(|event| 1 + event % DOORS == door).map(|event| 1_000 + event).collect();
        assert_eq!(doors[&door], expected, "door {door}");
    }
}

#[tokio::test]
async fn a_worker_that_is_killed_again_and_again_has_sent_each_event_at_least_once_in_order_of_each_door() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    for event in 0..EVENTS {
        all.door_event(1_000 + event, 1 + event % DOORS, FLOOR).await;
    }
    let mut received = 0;
    for kill in 0..KILLS {
        // Killed with messages on the way that have arrived, and have no answer.
        let answers = std::iter::repeat_n(Behaviour::Answer(204), 10).chain(std::iter::repeat_n(Behaviour::Hang, 3));
        all.receiver.next(answers);
        // Each begins when the leases of the one before have ended.
        let worker = WorkerProcess::start(&all, 2 * kill);
        received += 13;
        all.receiver.until_received(received).await;
        worker.kill();
        received = all.receiver.received().len();
    }
    let pending = all.find(webhook.id).await.pending;
    assert!((1..EVENTS).contains(&pending), "{pending}: killed in the middle");
    all.advance(Duration::minutes(2 * KILLS));
    all.send_all(webhook.id).await;
    let received = all.receiver.take();
    assert!(received.len() as i64 > EVENTS, "what had no answer has come again");
    let doors = order_by_door(&received);
    for door in 1..=DOORS {
        let expected: Vec<i64> = (0..EVENTS).filter(|event| 1 + event % DOORS == door).map(|event| 1_000 + event).collect();
        assert_eq!(doors[&door], expected, "door {door}");
    }
    assert_eq!((all.find(webhook.id).await.pending, all.dead(webhook.id).await.len()), (0, 0));
}
