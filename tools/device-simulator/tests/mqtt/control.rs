//! The control interface and the command line, through the real binary.

use device_protocol::{DeviceCall, Presence};
use serde_json::{Value, json};

use crate::support::{Broker, Platform, Process, Scratch, items};

async fn running() -> (Broker, Platform, Scratch, Process) {
    let broker = Broker::start();
    let mut platform = Platform::connect(&broker).await;
    let state = Scratch::new();
    let process = Process::start(&broker, &state);
    assert_eq!(platform.next_status().await, Presence::Online);
    (broker, platform, state, process)
}

async fn give_card(platform: &mut Platform) {
    let serial = device_protocol::Serial::new("b4d0c1").unwrap();
    platform.call_versioned(&serial, DeviceCall::WriteIdentifiers(items(&[(1, "13961168")])), 5).await;
}

#[tokio::test]
async fn the_list_shows_every_device() {
    let (_broker, mut platform, _state, process) = running().await;
    give_card(&mut platform).await;
    let expected = json!([{
        "serial": "b4d0c1", "name": "Main entrance", "model": "AA-12", "type": "panel", "online": true,
        "locks": 2, "identifiers": 1, "version": 5, "pending_events": 0
    }]);
    assert_eq!(process.get("/control/devices").await, expected);
}

#[tokio::test]
async fn the_state_lists_stored_items_and_sent_events() {
    let (_broker, mut platform, _state, process) = running().await;
    give_card(&mut platform).await;
    process.post("exit-button", json!({"lock": 2})).await;
    let push = platform.next_push().await;
    let state = process.get("/control/devices/b4d0c1").await;
    assert_eq!(state["identifiers"]["items"][0]["identifier_number"], "13961168");
    assert_eq!(state["identifiers"]["version"], 5);
    assert_eq!(state["events"]["pending"], json!([1]));
    assert_eq!(state["ledger"]["sent"], json!([{"id": 1, "hash": push.events[0].fingerprint()}]));
    assert_eq!(state["ledger"]["promised"], json!([]));
    let ledgers = process.get("/control/ledger").await;
    assert_eq!(ledgers["b4d0c1"], state["ledger"]);
    let events = process.get("/control/devices/b4d0c1/door-events").await;
    assert_eq!(events[0]["code"], "lock_was_opened_by_exit_btn");
}

#[tokio::test]
async fn a_card_is_presented_from_the_command_line() {
    let (_broker, mut platform, _state, process) = running().await;
    give_card(&mut platform).await;
    let granted = process.present(&["--card", "00-D5-07-D0"]);
    assert_eq!(granted.status.code(), Some(0));
    let visit: Value = serde_json::from_slice(&granted.stdout).unwrap();
    assert_eq!(visit["event"]["info"]["number"], "0013961168");
    assert_eq!(process.present(&["--card", "1"]).status.code(), Some(1), "denied");
    let wrong = process.present(&["--card", "1", "--lock", "9"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("no lock 9"));
}

#[tokio::test]
async fn the_clock_is_set_by_offset_and_by_time() {
    let (_broker, _platform, _state, process) = running().await;
    let (_, clock) = process.post("clock", json!({"at": "2031-01-01T12:00:00Z"})).await;
    assert!(clock["now"].as_str().unwrap().starts_with("2031-01-01T12:00:0"), "{clock}");
    assert_eq!(clock["zone"], "Europe/Berlin");
    let (_, clock) = process.post("clock", json!({"offset_seconds": -3600})).await;
    assert_eq!(clock["offset_seconds"], -3600);
    assert_eq!(process.post("clock", json!({})).await.0, 422);
}

#[tokio::test]
async fn generated_events_reach_the_server() {
    let (_broker, mut platform, _state, process) = running().await;
    let (_, made) = process.post("events", json!({"generate": 120})).await;
    assert_eq!(made, json!({"generated": 120, "last_id": 120}));
    let mut last = 0;
    while last < 120 {
        let push = platform.next_push().await;
        platform.store(&push, &push.ids()).await;
        last = last.max(*push.ids().last().unwrap());
    }
    assert_eq!(process.post("events", json!({"generate": 0})).await.0, 422);
}

#[tokio::test]
async fn a_cleared_memory_denies_and_has_no_version() {
    let (_broker, mut platform, _state, process) = running().await;
    give_card(&mut platform).await;
    let (_, summary) = process.post("clear-memory", json!({})).await;
    assert_eq!((&summary["identifiers"], &summary["version"]), (&json!(0), &json!(0)));
    let (_, visit) = process.post("present", json!({"type": "card", "number": "13961168"})).await;
    assert_eq!(visit["denial"], "unknown");
}

#[tokio::test]
async fn bad_calls_are_refused_with_a_reason() {
    let (_broker, _platform, _state, process) = running().await;
    let present = |body| process.post("present", body);
    assert_eq!(present(json!({"type": "card", "number": "x"})).await.0, 422);
    assert_eq!(present(json!({"type": "card", "number": ""})).await.0, 422);
    assert_eq!(present(json!({"type": "retina", "number": "1"})).await.0, 422);
    assert_eq!(present(json!({"type": "card", "number": "1", "lock": 9})).await.0, 422);
    assert_eq!(process.post("faults", json!({"kind": "coffee"})).await.0, 422);
    let missing = process.get("/control/devices/nobody").await;
    assert_eq!(missing, json!({"message": "no such device"}));
}

#[tokio::test]
async fn the_page_and_its_parts_are_served() {
    let (_broker, _platform, _state, process) = running().await;
    for (path, part) in [("/", "<title>Device simulator</title>"), ("/page.css", "light-dark("), ("/page.js", "/control/devices")] {
        let (status, body) = process.page(path).await;
        assert_eq!(status, 200);
        assert!(body.contains(part), "{path}");
    }
}
