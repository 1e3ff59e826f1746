//! A panel that another system ran is taken over: afterwards it holds what it held, and nothing was written to it.
use acceptance::Platform;
use acceptance::simulated::{DEVICE_PASSWORD, simulate, until};
use device_simulator::foreign;
use reqwest::Method;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

const IDENTIFIERS: usize = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_adopted_panel_holds_what_it_held() {
    let platform = Platform::start_with(acceptance::services_with_own_devices()).await.expect("the platform starts");
    let admin = platform.project("adoption", "admin@adoption.test").await.expect("a project");
    let make = async |path: &str, body: Value| platform.make(&admin, path, body).await.expect(path);
    let call = async |method: Method, path: &str, body: Option<Value>| platform.call(Some(&admin), method, path, body).await.expect(path);
    until(async || call(Method::GET, "/domain-types?size=100", None).await.body["items"].as_array().is_some_and(|types| !types.is_empty())).await;
    let types = call(Method::GET, "/domain-types?size=100", None).await.body;
    let building = types["items"].as_array().expect("types").iter().find(|each| each["type"] == "building").expect("a type")["id"].clone();
    let house = make("/domains", json!({ "name": "House", "domain_type_id": building, "logic_address": "1", "parent_id": null })).await;
    let (stop, state) = (CancellationToken::new(), tempfile::tempdir().expect("a folder"));
    let serial = format!("T-{}", uuid::Uuid::now_v7().simple());
    let body = json!({ "name": "Gate", "serial_number": serial, "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80,
        "domain": { "id": house }, "device_settings": { "mqtt": { "password": DEVICE_PASSWORD } }, "management": { "keep_list": true } });
    let id = make("/devices", body).await;
    let panel = simulate(&platform, &serial, "AA-12", state.path(), &stop);
    foreign::add_identifiers(&panel, IDENTIFIERS).expect("a memory");
    let held = || {
        let memory = panel.memory();
        (memory.identifiers.items(), memory.profiles.items())
    };
    let before = held();
    assert_eq!((before.0.len(), before.1.len()), (IDENTIFIERS, 1));
    let device = async || call(Method::GET, &format!("/devices/{id}"), None).await.body;
    until(async || device().await["device_info"]["identifiers_count"] == IDENTIFIERS).await;

    let path = format!("/devices/{id}/adopt");
    let plan = call(Method::POST, &path, Some(json!({}))).await.body;
    assert_eq!(plan["identifiers"], json!({ "created": IDENTIFIERS, "known": 0, "conflicts": 0 }), "{plan}");
    assert_eq!(plan["is_applied"], false);
    let done = call(Method::POST, &path, Some(json!({ "plan_hash": plan["plan_hash"] }))).await.body;
    assert_eq!(done["is_applied"], true, "{done}");
    until(async || {
        let info = device().await["device_info"].clone();
        info["desired_identifiers_count"] == IDENTIFIERS && info["desired_version"] == info["actual_version"] && info["tasks_waiting"] == 0
    })
    .await;
    assert_eq!(held(), before);
    let tasks = call(Method::GET, "/device-tasks?size=100", None).await.body;
    let kinds: Vec<&str> = tasks["items"].as_array().expect("tasks").iter().filter_map(|task| task["kind"].as_str()).collect();
    assert!(!kinds.iter().any(|kind| kind.starts_with("identifiers") || kind.starts_with("schedules")), "{kinds:?}");
    // From here on it is the project's: a card that is revoked is taken from it.
    let listed = call(Method::GET, "/identifiers?size=100&sort=id", None).await.body;
    let first = listed["items"][0].clone();
    call(Method::POST, &format!("/identifiers/{}/revoke", first["id"]), Some(json!({}))).await;
    until(async || held().0.len() == IDENTIFIERS - 1).await;
    stop.cancel();
    platform.stop().await;
}
