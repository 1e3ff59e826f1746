//! A card at a panel releases the floors of its owner, and no others: the maps are entered over HTTP and reach a simulated
//! lift controller by MQTT; the panel's event comes back, and the controller is sent what to release.
use acceptance::simulated::{DEVICE_PASSWORD, simulate, until};
use acceptance::{PASSWORD, Platform};
use device_protocol::IdentifierType;
use device_simulator::door::Presented;
use device_simulator::visit;
use reqwest::Method;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// Of a resident of flat 01-05, who may also go to floor 5, and of somebody who works in the house and lives elsewhere.
const CARDS: [&str; 2] = ["0001396116", "0001396117"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_card_at_a_panel_releases_exactly_the_floors_of_its_owner() {
    let platform = Platform::start_with(acceptance::services_with_own_devices()).await.expect("the platform starts");
    let admin = platform.project("lifts", "admin@lifts.test").await.expect("a project");
    let make = async |path: &str, body: Value| platform.make(&admin, path, body).await.expect(path);
    let get = async |path: &str| platform.call(Some(&admin), Method::GET, path, None).await.expect(path).body;
    let named = |items: &Value, field: &str, wanted: &str| {
        items["items"].as_array().expect("items").iter().find(|item| item[field] == wanted).expect("it is there")["id"].clone()
    };
    // Types and roles of a new project arrive a moment after it.
    until(async || {
        let count = async |path: &str| get(path).await["items"].as_array().map_or(0, Vec::len);
        count("/domain-types?size=100").await > 0 && count("/roles?size=100").await > 0
    })
    .await;
    let types = get("/domain-types?size=100").await;
    let group = |name: &str, kind: &str, address: &str, parent: Option<i64>| json!({ "name": name, "domain_type_id": named(&types, "type", kind), "logic_address": address, "parent_id": parent });
    let house = make("/domains", group("House", "building", "1", None)).await;
    let entrance = make("/domains", group("Entrance", "unit", "1", Some(house))).await;
    let flat = make("/domains", group("Flat", "apartment", "5", Some(entrance))).await;
    let role = named(&get("/roles?size=100").await, "name", "user");
    let (stop, state) = (CancellationToken::new(), tempfile::tempdir().expect("a folder"));
    let device = async |name: &str, kind: &str, model: &str, settings: Value| {
        let serial = format!("T-{}", uuid::Uuid::now_v7().simple());
        let mut device_settings = json!({ "mqtt": { "password": DEVICE_PASSWORD } });
        device_settings["lift_controller"] = settings;
        let device = json!({ "name": name, "serial_number": serial, "type": kind, "model": model, "protocol": "mqtt", "port": 80,
            "domain": { "id": house }, "device_settings": device_settings });
        let id = make("/devices", device).await;
        (id, simulate(&platform, &serial, model, state.path(), &stop))
    };
    let (panel_id, panel) = device("Front door", "panel", "AA-12", Value::Null).await;
    let floors = json!([{ "floor": 1, "is_public": true, "ports": [1] }, { "floor": 3, "apartments": ["01-05"], "ports": [3] },
        { "floor": 4, "apartments": ["01-06"], "ports": [4] }, { "floor": 5, "ports": [5] }]);
    let settings = json!({ "device_mode": "access-control-manual", "lift_release_time": { "card": 7 } });
    let (lift_id, lift) = device("Lift", "liftcontroller", "EVRC-IP", json!({ "enabled": true, "settings": settings, "floor_map": floors })).await;
    let elevator = make("/elevators", json!({ "name": "North", "domain": { "id": house }, "devices": [{ "id": lift_id }] })).await;
    for (index, (card, groups)) in CARDS.into_iter().zip([vec![house, flat], vec![house]]).enumerate() {
        let domains: Vec<Value> = groups.into_iter().map(|id| json!({ "id": id })).collect();
        let user = json!({ "name": format!("person {index}"), "email": format!("person{index}@lifts.test"), "password": PASSWORD, "is_active": true,
            "role": { "id": role }, "domains": domains });
        let user = make("/users", user).await;
        make("/identifiers", json!({ "name": "card", "type": "card", "value": card, "is_active": true, "owner": { "id": user } })).await;
        make("/access-rules", json!({ "name": "in", "devices": [{ "id": panel_id, "lock_number": 1 }], "users": [{ "id": user }] })).await;
        let given = if index == 0 { 5 } else { 4 };
        let rule = json!({ "name": "floors", "users": [{ "id": user }], "elevators": [{ "id": elevator, "floors": [{ "floor": given }] }] });
        make("/elevator-access-rules", rule).await;
    }
    until(async || panel.memory().identifiers.items().len() == CARDS.len()).await;
    until(async || lift.memory().settings.floor_map.is_some() && lift.memory().settings.relays.is_some()).await;

    for (index, (card, expected)) in CARDS.into_iter().zip([vec![1, 3, 5], vec![1, 4]]).enumerate() {
        let visit = visit::present(&panel, Presented { kind: IdentifierType::Card, number: card.into(), lock: 1 }, None).await.expect("a visit");
        assert!(visit.granted);
        until(async || lift.lift().released.len() == index + 1).await;
        let released = lift.lift().released.back().cloned().expect("a release");
        assert_eq!((released.floors, released.duration, released.caller), (expected, Some(7), format!("person {index}")));
    }
    // What the panel reports late, because it was away, moves no lift: it is followed by a visit of now.
    let hour_ago = kit::zone::timestamp(kit::Clock::system().now()) - jiff::SignedDuration::from_hours(1);
    for at in [Some(hour_ago), None] {
        visit::present(&panel, Presented { kind: IdentifierType::Card, number: CARDS[0].into(), lock: 1 }, at).await.expect("a visit");
    }
    until(async || lift.lift().released.len() == 3).await;

    // The guard sends it to a floor where nobody may go by card.
    let path = format!("/elevators/{elevator}/call");
    let call = |body: Value| platform.call(Some(&admin), Method::POST, &path, Some(body));
    assert_eq!(call(json!({ "apartment": "01-06" })).await.expect("an answer").body["floor"], 4);
    assert_eq!(lift.lift().released.back().map(|released| released.floors.clone()), Some(vec![4]));
    assert_eq!(call(json!({ "floor": 9 })).await.expect("an answer").status, 422);
    // What the controller reports of itself is in the log beside the commands for it.
    until(async || {
        let log = get("/events/elevators?size=100").await;
        let codes: Vec<&str> = log["items"].as_array().expect("items").iter().filter_map(|event| event["code"].as_str()).collect();
        let count = |code: &str| codes.iter().filter(|found| **found == code).count();
        (count("floors_released"), count("lift_called"), count("lift_call_success")) == (3, 1, 4)
    })
    .await;
    stop.cancel();
    platform.stop().await;
}
