//! Events are kept until they are answered.

use device_protocol::{DeviceCall, LockTarget, Presence};
use device_simulator::faults::Fault;
use serde_json::json;

use crate::support::{Broker, Panel, Platform, Process, Push, Scratch};

async fn setting() -> (Broker, Platform, Scratch) {
    let broker = Broker::start();
    let platform = Platform::connect(&broker).await;
    (broker, platform, Scratch::new())
}

fn promised(panel: &Panel) -> Vec<u64> {
    panel.device.journal().ledger().view().promised
}

/// Waits until the device took note of an answer: it answers a call that came after it.
async fn caught_up(platform: &mut Platform, panel: &Panel) {
    platform.call(&panel.serial(), DeviceCall::Info).await;
}

#[tokio::test]
async fn a_device_says_that_it_is_online_and_its_will_says_that_it_is_gone() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    assert_eq!(platform.next_status().await, Presence::Online);
    panel.kill().await;
    assert_eq!(platform.next_status().await, Presence::Offline);
}

#[tokio::test]
async fn an_answered_event_is_recorded_and_not_sent_again() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.present_card("1").await;
    let push = platform.next_push().await;
    platform.store(&push, &push.ids()).await;
    caught_up(&mut platform, &panel).await;
    assert_eq!((promised(&panel), panel.device.journal().pending_len()), (vec![1], 0));
    panel.present_card("2").await;
    assert_eq!(next_after(&mut platform, &push).await.ids(), [2], "only what is new");
}

/// The first push that is no repetition of the old one, which may have been on its way already.
async fn next_after(platform: &mut Platform, old: &Push) -> Push {
    loop {
        let push = platform.next_push().await;
        if push.ids() != old.ids() {
            return push;
        }
    }
}

#[tokio::test]
async fn an_unanswered_push_is_repeated_under_a_new_id_with_the_same_events() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.present_card("1").await;
    let first = platform.next_push().await;
    let second = platform.next_push().await;
    assert_ne!(first.id, second.id);
    assert_eq!(first.events, second.events);
}

#[tokio::test]
async fn an_event_is_kept_until_it_is_answered_across_a_crash_of_the_device() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.present_card("1").await;
    let before = platform.next_push().await;
    panel.kill().await;
    let panel = Panel::start(&broker, &state).await;
    let after = platform.next_push().await;
    assert_eq!(after.events, before.events);
    platform.store(&after, &after.ids()).await;
    caught_up(&mut platform, &panel).await;
    assert_eq!(promised(&panel), [1]);
}

#[tokio::test]
async fn an_event_is_kept_until_it_is_answered_across_kill_9_of_the_process() {
    let (broker, mut platform, state) = setting().await;
    let process = Process::start(&broker, &state);
    let (status, visit) = process.post("present", json!({"type": "card", "number": "13961168"})).await;
    assert_eq!((status, &visit["granted"]), (200, &json!(false)));
    let before = platform.next_push().await;
    process.kill();

    let process = Process::start(&broker, &state);
    let after = platform.next_push().await;
    assert_eq!(after.events, before.events);
    let ledger = process.get("/control/devices/b4d0c1/ledger").await;
    let hash = before.events[0].fingerprint();
    assert_eq!(ledger, json!({"sent": [{"id": 1, "hash": hash}], "promised": [], "forgotten": 0}));
    let next = process.post("exit-button", json!({})).await.1;
    assert_eq!(next["id"], 2, "numbers go on");
}

#[tokio::test]
async fn an_event_is_kept_until_it_is_answered_across_the_death_of_the_broker() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.present_card("1").await;
    let before = platform.next_push().await;
    let broker = broker.replace();
    let mut platform = Platform::connect(&broker).await;
    assert_eq!(platform.next_status().await, Presence::Online);
    let after = platform.next_push().await;
    assert_eq!(after.events, before.events);
    platform.store(&after, &after.ids()).await;
    caught_up(&mut platform, &panel).await;
    assert_eq!(promised(&panel), [1]);
}

#[tokio::test]
async fn repeated_and_invalid_answers_are_ignored() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.present_card("1").await;
    let push = platform.next_push().await;
    platform.store(&push, &[999]).await;
    platform.store(&push, &[1]).await;
    platform.store(&push, &[1, 1]).await;
    platform.store(&push, &[1]).await;
    caught_up(&mut platform, &panel).await;
    assert_eq!((promised(&panel), panel.device.journal().pending_len()), (vec![1], 0));
    assert_eq!(panel.device.counters.events_promised.load(std::sync::atomic::Ordering::Relaxed), 1);
}

#[tokio::test]
async fn events_that_the_answer_omits_are_sent_again() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.device.go(false);
    panel.connected(false).await;
    for card in ["1", "2", "3"] {
        panel.present_card(card).await;
    }
    panel.device.go(true);
    let push = platform.next_push().await;
    assert_eq!(push.ids(), [1, 2, 3]);
    platform.store(&push, &[1, 3]).await;
    assert_eq!(next_after(&mut platform, &push).await.ids(), [2]);
}

#[tokio::test]
async fn events_of_a_long_outage_arrive_in_order_a_hundred_at_a_time() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.device.go(false);
    panel.connected(false).await;
    for _ in 0..250 {
        panel.present_card("1").await;
    }
    panel.device.go(true);
    let mut seen = Vec::new();
    while seen.len() < 250 {
        let push = platform.next_push().await;
        platform.store(&push, &push.ids()).await;
        if !seen.ends_with(&push.ids()) {
            assert!(push.ids().len() <= 100);
            seen.extend(push.ids());
        }
    }
    assert_eq!(seen, (1..=250).collect::<Vec<u64>>());
}

#[tokio::test]
async fn a_reboot_ends_in_an_event() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    assert_eq!(platform.next_status().await, Presence::Online);
    let answer = platform.call(&panel.serial(), DeviceCall::Reboot).await;
    assert_eq!(answer.status, 200);
    assert_eq!(platform.next_status().await, Presence::Offline);
    assert_eq!(platform.next_status().await, Presence::Online);
    let push = platform.next_push().await;
    assert_eq!(push.events[0].code.as_str(), "device_booted");
}

#[tokio::test]
async fn duplicated_and_reordered_events_are_the_same_events() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.device.go(false);
    panel.connected(false).await;
    panel.device.faults().set(&Fault::DuplicateEvents);
    panel.device.faults().set(&Fault::ReorderEvents);
    for _ in 0..50 {
        platform.send(&panel.serial(), DeviceCall::OpenLock(LockTarget::ALL)).await;
        panel.present_card("1").await;
    }
    panel.device.go(true);
    let (first, second) = (platform.next_push().await, platform.next_push().await);
    assert_ne!(first.id, second.id);
    assert_eq!(first.events, second.events, "twice the same");
    let mut sorted = first.ids();
    sorted.sort_unstable();
    assert_ne!(sorted, first.ids(), "out of order");
    sorted.dedup();
    assert_eq!(sorted.len(), first.ids().len());
}
