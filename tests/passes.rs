//! Panels that are cut off spend the passes that they were told last, and no more; once they are back, each opening is counted.
use acceptance::simulated::{DEVICE_PASSWORD, simulate, until};
use acceptance::{PASSWORD, Platform};
use device_protocol::IdentifierType;
use device_simulator::door::{Denial, Presented};
use device_simulator::visit;
use reqwest::Method;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

const CARD: &str = "0001396118";
const PASSES: i64 = 2;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn panels_that_are_cut_off_overspend_by_no_more_than_they_were_told() {
    let platform = Platform::start_with(acceptance::services_with_own_devices()).await.expect("the platform starts");
    let admin = platform.project("passes", "admin@passes.test").await.expect("a project");
    let make = async |path: &str, body: Value| platform.make(&admin, path, body).await.expect(path);
    let house = make("/domains", json!({ "name": "House" })).await;
    let (stop, state) = (CancellationToken::new(), tempfile::tempdir().expect("a folder"));
    let (mut doors, mut panels) = (Vec::new(), Vec::new());
    for name in ["Front door", "Garage"] {
        let serial = format!("T-{}", uuid::Uuid::now_v7().simple());
        let device = json!({ "name": name, "serial_number": serial, "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80,
            "domain": { "id": house }, "device_settings": { "mqtt": { "password": DEVICE_PASSWORD } } });
        doors.push(make("/devices", device).await);
        panels.push(simulate(&platform, &serial, "AA-12", state.path(), &stop));
    }
    let role = make("/roles", json!({ "name": "Tenant", "permissions": [] })).await;
    let user = json!({ "name": "Anna", "email": "anna@passes.test", "password": PASSWORD, "is_active": true, "role": { "id": role },
        "domains": [{ "id": house }] });
    let user = make("/users", user).await;
    let card = json!({ "name": "card", "type": "card", "value": CARD, "is_active": true, "owner": { "id": user },
        "passes_restrict_active": true, "passes_restrict_max_count": PASSES });
    let card = make("/identifiers", card).await;
    let locks: Vec<Value> = doors.iter().map(|door| json!({ "id": door, "lock_number": 1 })).collect();
    make("/access-rules", json!({ "name": "in", "devices": locks, "users": [{ "id": user }] })).await;
    until(async || panels.iter().all(|panel| panel.memory().identifiers.items().len() == 1)).await;

    let mut opened = 0;
    for panel in &panels {
        panel.go(false);
    }
    until(async || panels.iter().all(|panel| !panel.is_connected())).await;
    for panel in &panels {
        for attempt in 0..2 * PASSES {
            let visit = visit::present(panel, Presented { kind: IdentifierType::Card, number: CARD.into(), lock: 1 }, None).await.expect("a visit");
            assert_eq!(visit.denial, (attempt >= PASSES).then_some(Denial::NoPassesLeft));
            opened += i64::from(visit.granted);
        }
    }
    assert_eq!(opened, PASSES * panels.len() as i64, "what each was told");
    for panel in &panels {
        panel.go(true);
    }
    let used = async || {
        let answer = platform.call(Some(&admin), Method::GET, &format!("/identifiers/{card}"), None).await.expect("an answer");
        answer.body["passes_restrict_passes_count"].as_i64()
    };
    until(async || used().await == Some(opened)).await;
    until(async || panels.iter().all(|panel| panel.memory().identifiers.items().is_empty())).await;
    stop.cancel();
    platform.stop().await;
}
