//! What people do with a webhook while a message is on its way, and answers that are none.
use notifications::jobs::webhook_backlog;
use notifications::jobs::webhook_worker::WebhookWorker;
use proto::vestibule::notifications::v1::webhooks_server::Webhooks as _;
use proto::vestibule::notifications::v1::{DeleteWebhookRequest, Webhook};
use testing::{NOW, PROJECT, administrator};
use time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::harness::*;
use crate::webhook_receiver::Behaviour;
use crate::webhook_site::*;

const DOOR: i64 = 7;

/// An event of a door that is on its way: the server answers with this status once the test says so.
async fn on_its_way(all: &Webhooks, status: u16) -> (watch::Sender<bool>, JoinHandle<usize>) {
    let (answer, is_time) = watch::channel(false);
    all.receiver.next([Behaviour::AnswerLater(status, is_time)]);
    all.door_event(100, DOOR, FLOOR).await;
    let worker = WebhookWorker(all.site.service.clone());
    let sent = tokio::spawn(async move { worker.send_due().await.unwrap() });
    all.receiver.until_received(1).await;
    (answer, sent)
}

fn delete(all: &Webhooks, id: i64) -> impl Future<Output = ()> + use<> {
    let request = all.site.app.context.signer.request(&administrator(PROJECT), DeleteWebhookRequest { id });
    let service = notifications::rpc::WebhookService(all.site.service.clone());
    async move { drop(service.delete_webhook(request).await.unwrap()) }
}

#[tokio::test]
async fn a_webhook_that_is_deleted_while_a_message_is_on_its_way_leaves_nothing_behind() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    let (answer, sent) = on_its_way(&all, 204).await;
    all.door_event(101, DOOR, FLOOR).await;
    delete(&all, webhook.id).await;
    answer.send(true).unwrap();
    assert_eq!(sent.await.unwrap(), 1);
    assert_eq!(all.numbers("SELECT id FROM webhook_deliveries UNION ALL SELECT webhook_id FROM webhook_lanes").await, [0; 0]);
}

#[tokio::test]
async fn a_webhook_is_deleted_while_an_outcome_is_stored() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.door_event(100, DOOR, FLOOR).await;
    // As an outcome is stored: the lane, then the delivery.
    let mut outcome = all.site.app.context.database.system().await.unwrap();
    sqlx::query("SELECT FROM webhook_lanes FOR UPDATE").execute(&mut *outcome).await.unwrap();
    let deleted = tokio::spawn(delete(&all, webhook.id));
    let waits = "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
        WHERE l.locktype = 'tuple' AND l.relation = 'webhook_lanes'::regclass";
    while all.numbers(waits).await == [0] {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    sqlx::query("UPDATE webhook_deliveries SET state = 2").execute(&mut *outcome).await.unwrap();
    outcome.commit().await.unwrap();
    deleted.await.unwrap();
    assert_eq!(all.numbers("SELECT id FROM webhooks").await, [0; 0]);
}

#[tokio::test]
async fn a_webhook_that_is_disabled_while_a_message_is_on_its_way_sends_no_further_one() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    let (answer, sent) = on_its_way(&all, 204).await;
    all.door_event(101, DOOR, FLOOR).await;
    all.enable(webhook.id, false).await;
    answer.send(true).unwrap();
    assert_eq!((sent.await.unwrap(), all.receiver.received().len(), all.find(webhook.id).await.pending), (1, 1, 1));
    all.enable(webhook.id, true).await;
    all.send_due().await;
    let events: Vec<i64> = all.receiver.take().iter().map(|message| message.event_id()).collect();
    assert_eq!(events, [100, 101]);
}

#[tokio::test]
async fn an_answer_410_of_a_former_address_does_not_disable_the_webhook() {
    let all = Webhooks::start().await;
    let webhook = all.create("former", &[EVERY_DEVICE_EVENT]).await;
    let (answer, sent) = on_its_way(&all, 410).await;
    let moved = Webhook { url: all.receiver.url("new"), ..webhook.clone() };
    all.update_by(&administrator(PROJECT), moved, &["url"]).await.unwrap();
    answer.send(true).unwrap();
    sent.await.unwrap();
    assert!(all.find(webhook.id).await.is_enabled && all.problems().await.is_empty());
}

#[tokio::test]
async fn a_success_of_the_last_moment_keeps_a_webhook_that_has_failed_for_three_days() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next([Behaviour::Answer(500)]);
    all.door_event(100, DOOR, FLOOR).await;
    all.send_due().await;
    all.advance(Duration::days(4));
    // Whoever stores the success has locked the webhook before the platform disables it.
    let mut success = all.site.app.context.database.system().await.unwrap();
    sqlx::query("UPDATE webhooks SET failing_since = NULL").execute(&mut *success).await.unwrap();
    let service = all.site.service.clone();
    let work = tokio::spawn(async move { webhook_backlog::work(&service).await });
    let waits = "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
        WHERE l.locktype = 'tuple' AND l.relation = 'webhooks'::regclass";
    while all.numbers(waits).await == [0] {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    success.commit().await.unwrap();
    work.await.unwrap().unwrap();
    assert!(all.find(webhook.id).await.is_enabled && all.problems().await.is_empty());
}

#[tokio::test]
async fn whose_lease_has_run_out_stores_nothing_over_the_next_holder() {
    // The first replica's server answers after its lease: whether it takes the message or not, that of the second one counts.
    for status in [204, 500, 410] {
        let all = Webhooks::start().await;
        let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
        // To one that fails a replica sends one message at a time: the first one does not claim the lane again by itself.
        all.execute(&format!("UPDATE webhooks SET failing_since = '{NOW}'")).await;
        let (first_answer, first) = on_its_way(&all, status).await;
        all.advance(Duration::seconds(61));
        let (second_answer, is_time) = watch::channel(false);
        all.receiver.next([Behaviour::AnswerLater(503, is_time)]);
        let worker = WebhookWorker(all.site.service.clone());
        let second = tokio::spawn(async move { worker.send_due().await.unwrap() });
        all.receiver.until_received(2).await;
        let sent = all.receiver.take();
        assert_eq!(sent[0].id(), sent[1].id(), "the same message");

        first_answer.send(true).unwrap();
        assert_eq!(first.await.unwrap(), 1);
        let waiting = all.pending(webhook.id).await;
        assert_eq!(waiting.iter().map(|delivery| (delivery.attempts, delivery.status)).collect::<Vec<_>>(), [(0, 0)], "{status}: still the second's");
        let leases = "SELECT count(*) FROM webhook_lanes WHERE leased_until IS NOT NULL";
        // Its server wants no more: that is about the webhook, whoever has heard it.
        let is_enabled = status != 410;
        assert_eq!((all.numbers(leases).await, all.find(webhook.id).await.is_enabled), (vec![1], is_enabled), "{status}");

        second_answer.send(true).unwrap();
        assert_eq!(second.await.unwrap(), 1);
        let waiting = all.pending(webhook.id).await;
        assert_eq!(waiting.iter().map(|delivery| (delivery.attempts, delivery.status)).collect::<Vec<_>>(), [(1, 503)], "{status}");
        if is_enabled {
            all.send_all(webhook.id).await;
            assert_eq!(all.receiver.take().iter().map(|message| message.id()).collect::<Vec<_>>(), [sent[0].id()], "sent again, with its id");
        }
    }
}

#[tokio::test]
async fn a_redirection_is_not_followed() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    let elsewhere: &'static str = format!("location: {}", all.receiver.url("elsewhere")).leak();
    all.receiver.next([302, 307].map(|status| Behaviour::AnswerWith(status, elsewhere)));
    all.door_event(100, DOOR, FLOOR).await;
    all.send_due().await;
    all.advance(Duration::minutes(1));
    all.send_due().await;
    let pending = all.pending(webhook.id).await;
    assert_eq!((pending[0].status, pending[0].attempts), (307, 2));
    assert!(all.receiver.take().iter().all(|message| message.path == "/crm"));
}

#[tokio::test]
async fn an_answer_that_comes_byte_by_byte_ends_with_the_time_limit() {
    let all = Webhooks::with_timeout(std::time::Duration::from_millis(300)).await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next([Behaviour::Drip]);
    all.door_event(100, DOOR, FLOOR).await;
    all.send_due().await;
    assert_eq!(all.pending(webhook.id).await[0].error, "timed_out");
}
