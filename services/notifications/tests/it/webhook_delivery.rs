//! How events reach the servers of webhooks: signed, at least once, in order per door, whatever a server does.
use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use notifications::events::EVENT;
use notifications::jobs::webhook_worker::WebhookWorker;
use proto::vestibule::events::v1::EventArrived;
use proto::vestibule::notifications::v1::WebhookDeliveryState;
use ring::hmac;
use serde_json::json;
use testing::{PROJECT, administrator};
use time::Duration;
use uuid::Uuid;

use crate::harness::*;
use crate::webhook_receiver::{Behaviour, ReceivedMessage};
use crate::webhook_site::*;

const DOOR: i64 = 7;
const OTHER_DOOR: i64 = 8;

/// As a library of Standard Webhooks verifies it, with one secret.
fn is_signed_by(message: &ReceivedMessage, secret: &str) -> bool {
    let key = hmac::Key::new(hmac::HMAC_SHA256, &STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap());
    let signed = format!("{}.{}.{}", message.id(), message.headers["webhook-timestamp"], message.body);
    message.headers["webhook-signature"].split(' ').any(|signature| {
        let signature = STANDARD.decode(signature.strip_prefix("v1,").unwrap()).unwrap();
        hmac::verify(&key, signed.as_bytes(), &signature).is_ok()
    })
}

/// Events of each door in the order in which they were received, repeated ones once.
pub fn order_by_door(received: &[ReceivedMessage]) -> HashMap<i64, Vec<i64>> {
    let mut doors: HashMap<i64, Vec<i64>> = HashMap::new();
    for message in received {
        let events = doors.entry(message.device_id()).or_default();
        if events.last() != Some(&message.event_id()) {
            events.push(message.event_id());
        }
    }
    doors
}

#[tokio::test]
async fn an_event_of_a_door_is_sent_signed_with_the_type_and_the_fields_of_its_push() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.door_event(100, DOOR, FLOOR).await;
    assert_eq!(all.send_due().await, 1);
    let received = all.receiver.take();
    let [message] = &received[..] else { panic!("{received:?}") };
    let (body, mut pushed) = (message.json(), event_catalogue::encode::device_event_arrived(&granted(100, FLOOR)));
    assert_eq!(body["type"], pushed["type"]);
    pushed.as_object_mut().unwrap().remove("type");
    assert_eq!(body["data"], pushed);
    assert!(body["timestamp"].is_string());
    assert_eq!((message.path.as_str(), message.headers["content-type"].as_str()), ("/crm", "application/json"));
    assert_eq!(message.headers["webhook-timestamp"], all.site.app.context.clock.now().unix_timestamp().to_string());
    assert!(is_signed_by(message, &webhook.secret));
    assert!(!is_signed_by(&ReceivedMessage { body: message.body.replace("100", "101"), ..message.clone() }, &webhook.secret));
    let delivered = all.deliveries(webhook.id, WebhookDeliveryState::Delivered).await;
    assert_eq!((delivered.len(), delivered[0].status, delivered[0].attempts), (1, 204, 1));
    assert_eq!(delivered[0].event_id, message.id());
}

#[tokio::test]
async fn during_a_rotation_messages_verify_with_both_secrets_and_afterwards_with_the_new_one() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    let rotated = all.rotate(webhook.id).await.secret;
    all.door_event(100, DOOR, FLOOR).await;
    all.send_due().await;
    all.advance(Duration::hours(24));
    all.door_event(101, DOOR, FLOOR).await;
    all.send_due().await;
    let received = all.receiver.take();
    let signed = |secret: &str| received.iter().map(|message| is_signed_by(message, secret)).collect::<Vec<_>>();
    assert_eq!((signed(&webhook.secret), signed(&rotated)), (vec![true, false], vec![true, true]));
}

#[tokio::test]
async fn an_event_that_rabbitmq_hands_on_twice_is_stored_and_sent_once() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT, "device.event.arrived/access"]).await;
    let id = Uuid::now_v7();
    all.deliver(id, EVENT, &granted(100, FLOOR)).await;
    all.deliver(id, EVENT, &granted(100, FLOOR)).await;
    all.send_due().await;
    all.deliver(id, EVENT, &granted(100, FLOOR)).await;
    all.send_due().await;
    assert_eq!((all.receiver.received().len(), all.find(webhook.id).await.pending), (1, 0));
}

#[tokio::test]
async fn a_server_that_fails_and_recovers_gets_the_same_message_again() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next([Behaviour::Answer(500), Behaviour::Answer(400), Behaviour::CutOff, Behaviour::AnswerAtLength]);
    all.door_event(100, DOOR, FLOOR).await;
    all.send_due().await;
    assert!(all.find(webhook.id).await.failing_since.is_some());
    all.send_all(webhook.id).await;
    let received = all.receiver.take();
    assert_eq!(received.len(), 5);
    assert!(received.iter().all(|message| message.id() == received[0].id() && message.body == received[0].body));
    assert!(received.iter().all(|message| is_signed_by(message, &webhook.secret)));
    let found = all.find(webhook.id).await;
    assert_eq!((found.failing_since, found.pending, found.dead), (None, 0, 0));
}

#[tokio::test]
async fn a_server_that_answers_twice_answers_one_message() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next([Behaviour::AnswerTwice]);
    for event in 100..104 {
        all.door_event(event, DOOR, FLOOR).await;
    }
    all.send_all(webhook.id).await;
    // A late answer may cost a message a second attempt, but it is nobody else's answer: every message has arrived, in order.
    assert_eq!(order_by_door(&all.receiver.take())[&DOOR], [100, 101, 102, 103]);
    assert_eq!((all.find(webhook.id).await.pending, all.dead(webhook.id).await.len()), (0, 0));
}

#[tokio::test]
async fn a_later_event_of_a_door_waits_for_the_earlier_one_and_other_doors_do_not() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next([Behaviour::Answer(503)]);
    all.door_event(100, DOOR, FLOOR).await;
    all.send_due().await;
    all.door_event(101, DOOR, FLOOR).await;
    all.door_event(200, OTHER_DOOR, FLOOR).await;
    all.send_due().await;
    let events: Vec<i64> = all.receiver.received().iter().map(ReceivedMessage::event_id).collect();
    assert_eq!(events, [100, 200]);
    all.send_all(webhook.id).await;
    assert_eq!(order_by_door(&all.receiver.take())[&DOOR], [100, 101]);
}

#[tokio::test]
async fn events_of_each_door_arrive_in_order_under_failures_and_two_workers() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    let fails = [Behaviour::Answer(500), Behaviour::Answer(204), Behaviour::CutOff, Behaviour::Answer(204), Behaviour::Answer(429)];
    all.receiver.next(fails.iter().cycle().take(40).cloned());
    for event in 0..60 {
        all.door_event(1_000 + event, 1 + event % 6, FLOOR).await;
    }
    let other = WebhookWorker(all.site.service.clone());
    for _ in 0..60 {
        let (one, two) = tokio::join!(all.worker.send_due(), other.send_due());
        if one.unwrap() + two.unwrap() == 0 && all.pending(webhook.id).await.is_empty() {
            break;
        }
        all.advance(Duration::minutes(10));
    }
    let doors = order_by_door(&all.receiver.take());
    for door in 1..=6 {
        let expected: Vec<i64> = (0..60).filter(|event| 1 + event % 6 == door).map(|event| 1_000 + event).collect();
        assert_eq!(doors[&door], expected, "door {door}");
    }
    assert_eq!((all.find(webhook.id).await.pending, all.dead(webhook.id).await.len()), (0, 0));
}

#[tokio::test]
async fn a_server_that_hangs_stops_no_other_webhook() {
    let all = Webhooks::with_timeout(std::time::Duration::from_millis(200)).await;
    let slow = all.create("slow", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next(std::iter::repeat_n(Behaviour::Hang, 100));
    for door in 1..=20 {
        all.door_event(100 + door, door, FLOOR).await;
    }
    // It has failed once, so that one attempt at a time finds out whether it is back.
    all.send_due().await;
    assert!(all.find(slow.id).await.failing_since.is_some());
    assert!(all.pending(slow.id).await.iter().all(|delivery| delivery.error == "timed_out" || delivery.attempts == 0));
    let other = crate::webhook_receiver::WebhookReceiver::start().await;
    let draft = proto::vestibule::notifications::v1::Webhook { url: other.url("quick"), ..all.draft("quick", &[EVERY_DEVICE_EVENT]) };
    let quick = all.create_by(&administrator(PROJECT), draft).await.unwrap();
    all.door_event(300, DOOR, FLOOR).await;
    all.send_due().await;
    assert_eq!((other.received().len(), all.find(quick.id).await.pending), (1, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_is_killed_in_the_middle_leaves_the_message_to_the_next_one() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next([Behaviour::Hang]);
    all.door_event(100, DOOR, FLOOR).await;
    all.door_event(101, DOOR, FLOOR).await;
    let process = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let killed = WebhookWorker(all.site.service.clone());
    process.spawn(async move { killed.send_due().await });
    all.receiver.until_received(1).await;
    process.shutdown_background();
    // Its lease holds: until its end nobody knows that it was killed.
    assert_eq!(all.send_due().await, 0);
    all.advance(Duration::minutes(2));
    all.send_all(webhook.id).await;
    let events: Vec<i64> = all.receiver.take().iter().map(ReceivedMessage::event_id).collect();
    assert_eq!(events, [100, 100, 101]);
}

#[tokio::test]
async fn after_a_day_of_failures_a_delivery_is_a_dead_letter_and_is_replayed_before_later_ones() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next(std::iter::repeat_n(Behaviour::Answer(500), 9));
    all.door_event(100, DOOR, FLOOR).await;
    all.send_all(webhook.id).await;
    let dead = all.dead(webhook.id).await;
    assert_eq!((dead.len(), dead[0].attempts, dead[0].status, dead[0].error.as_str()), (1, 9, 500, "status"));
    assert_eq!(all.find(webhook.id).await.dead, 1);
    all.door_event(101, DOOR, FLOOR).await;
    assert_eq!(all.replay(&administrator(PROJECT), webhook.id, &[dead[0].id]).await.unwrap(), 1);
    all.receiver.take();
    all.send_all(webhook.id).await;
    let received = all.receiver.take();
    assert_eq!(received.iter().map(ReceivedMessage::event_id).collect::<Vec<_>>(), [100, 101]);
    assert_eq!((received[0].id(), all.find(webhook.id).await.dead), (dead[0].event_id.clone(), 0));
    // What was delivered is no dead letter.
    assert_eq!(all.replay(&administrator(PROJECT), webhook.id, &[dead[0].id]).await.unwrap(), 0);
}

#[tokio::test]
async fn all_dead_letters_are_replayed_at_once() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next(std::iter::repeat_n(Behaviour::Answer(500), 36));
    for door in 1..=4 {
        all.door_event(100 + door, door, FLOOR).await;
    }
    all.send_all(webhook.id).await;
    assert_eq!(all.replay(&administrator(PROJECT), webhook.id, &[]).await.unwrap(), 4);
    all.send_all(webhook.id).await;
    let found = all.find(webhook.id).await;
    assert_eq!((found.dead, found.pending), (0, 0));
}

#[tokio::test]
async fn a_server_may_ask_to_wait() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next([Behaviour::AnswerWith(429, "retry-after: 300")]);
    all.door_event(100, DOOR, FLOOR).await;
    all.send_due().await;
    all.advance(Duration::seconds(299));
    assert_eq!(all.send_due().await, 0);
    all.advance(Duration::seconds(1));
    assert_eq!((all.send_due().await, all.find(webhook.id).await.pending), (1, 0));
}

#[tokio::test]
async fn an_address_that_may_not_be_called_any_more_is_not_called() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.door_event(100, DOOR, FLOOR).await;
    let mut closed = all.site.service.clone();
    closed.context.outgoing = kit::Outgoing::new(kit::outgoing::Allowed::Public, Default::default()).unwrap();
    WebhookWorker(closed).send_due().await.unwrap();
    let pending = all.pending(webhook.id).await;
    assert_eq!((all.receiver.received().len(), pending[0].error.as_str(), pending[0].attempts), (0, "refused", 1));
}

#[tokio::test]
async fn without_tls_a_public_address_is_never_called() {
    let all = Webhooks::start().await;
    let mut open = all.site.service.clone();
    open.context.outgoing = kit::Outgoing::new(kit::outgoing::Allowed::Everything, Default::default()).unwrap();
    let service = notifications::rpc::WebhookService(open);
    use proto::vestibule::notifications::v1::webhooks_server::Webhooks as _;
    use proto::vestibule::notifications::v1::{CreateWebhookRequest, Webhook};
    let draft = Webhook { url: "http://1.1.1.1/".into(), ..all.draft("crm", &[EVERY_DEVICE_EVENT]) };
    let request = all.site.app.context.signer.request(&administrator(PROJECT), CreateWebhookRequest { webhook: Some(draft) });
    assert_eq!(field_error(&service.create_webhook(request).await.unwrap_err(), "url"), "https is required");
}

#[tokio::test]
async fn one_event_of_the_log_of_access_control_is_sent_by_either_of_its_names() {
    let all = Webhooks::start().await;
    all.create("access", &["device.event.arrived/access"]).await;
    let tamper = EventArrived { category: "emergency".into(), code: "tamper_event".into(), ..granted(101, FLOOR) };
    all.site.receive_door_event(&tamper).await;
    all.door_event(100, DOOR, FLOOR).await;
    all.send_due().await;
    let received = all.receiver.take();
    assert_eq!(received.iter().map(ReceivedMessage::event_id).collect::<Vec<_>>(), [100]);
    assert_eq!(received[0].json()["type"], json!("device.event.arrived"));
}

#[tokio::test]
async fn the_python_of_the_document_verifies_a_message() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.door_event(100, DOOR, FLOOR).await;
    all.send_due().await;
    let message = all.receiver.take().remove(0);
    let document = include_str!("../../../../docs/how-to/webhooks.md");
    let python = document.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let verify = |body: &str| {
        let (headers, at) = (json!(message.headers), &message.headers["webhook-timestamp"]);
        let script = format!(
            "{python}\ntime.time = lambda: {at}\nimport json, sys\nheaders, body, secret = json.loads(sys.argv[1]), sys.argv[2], sys.argv[3]\n\
             sys.exit(0 if is_from_vestibule(headers, body.encode(), secret) else 3)"
        );
        let arguments = ["-c", &script, &headers.to_string(), body, &webhook.secret];
        std::process::Command::new("python3").args(arguments).status().unwrap().code()
    };
    assert_eq!((verify(&message.body), verify(&message.body.replace("100", "101"))), (Some(0), Some(3)));
}
