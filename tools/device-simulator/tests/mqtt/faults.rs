//! What goes wrong stays where it went wrong.

use std::sync::atomic::Ordering;

use device_protocol::link::IdentifierItems;
use device_protocol::outcome::BulkResult;
use device_protocol::{DeviceCall, ItemOutcome, Presence, TopicKind};
use device_simulator::faults::Fault;
use serde::Deserialize;
use serde_json::json;

use crate::support::{Broker, Panel, Platform, Process, Scratch, items};

async fn setting() -> (Broker, Platform, Scratch) {
    let broker = Broker::start();
    let platform = Platform::connect(&broker).await;
    (broker, platform, Scratch::new())
}

#[tokio::test]
async fn garbage_from_the_server_is_counted_and_dropped() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    for kind in [TopicKind::DeviceRequest, TopicKind::ServerResponse] {
        platform.send_raw(kind, &panel.serial(), b"\x00\xff not json".to_vec()).await;
    }
    let answer = platform.call(&panel.serial(), DeviceCall::Info).await;
    assert_eq!(answer.body["model"], "AA-12");
    assert_eq!(panel.device.counters.garbage_received.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_full_event_memory_refuses_new_events() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.device.faults().set(&Fault::FullMemory { limit: 1 });
    let cards: IdentifierItems = items(&[(1, "1"), (2, "2")]);
    let response = platform.call(&panel.serial(), DeviceCall::WriteIdentifiers(cards)).await;
    let bulk = BulkResult::deserialize(&response.body).unwrap();
    assert!(bulk.result[0].success && !bulk.result[1].success);
    assert_eq!(bulk.result[1].extended_info, ItemOutcome::NumberOfIdentifiersExceeded);
}

#[tokio::test]
async fn a_device_that_sends_garbage_goes_on_sending_valid_messages() {
    let (broker, mut platform, state) = setting().await;
    let process = Process::start(&broker, &state);
    assert_eq!(platform.next_status().await, Presence::Online);
    let (status, _) = process.post("faults", json!({"kind": "garbage"})).await;
    assert_eq!(status, 200);
    assert!(platform.next_request().await.is_none(), "garbage");
    process.post("tamper", json!({})).await;
    assert_eq!(platform.next_push().await.events[0].code.as_str(), "tamper_event");
}

#[tokio::test]
async fn an_offline_fault_lasts_until_all_faults_end() {
    let (broker, mut platform, state) = setting().await;
    let process = Process::start(&broker, &state);
    assert_eq!(platform.next_status().await, Presence::Online);
    process.post("faults", json!({"kind": "offline"})).await;
    assert_eq!(platform.next_status().await, Presence::Offline);
    let (status, body) = process.post("faults", json!({"kind": "garbage"})).await;
    assert_eq!((status, body), (409, json!({"message": "the device is offline"})));
    process.post("faults", json!({"kind": "none"})).await;
    assert_eq!(platform.next_status().await, Presence::Online);
}

#[tokio::test]
async fn a_slow_device_answers_late_and_in_order() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.device.faults().set(&Fault::Slow { delay_ms: 20 });
    let first = platform.send(&panel.serial(), DeviceCall::Info).await;
    let second = platform.send(&panel.serial(), DeviceCall::SipStatus).await;
    assert_eq!(platform.answer_to(first).await.status, 200);
    assert_eq!(platform.answer_to(second).await.status, 200);
}
