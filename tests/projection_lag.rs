//! An entity that one service has just created can be used in another at once: the request waits for the projection.
use acceptance::{Answer, PASSWORD, Platform};
use reqwest::Method;
use serde_json::{Value, json};

const ROUNDS: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_entity_can_be_referred_to_in_other_services_at_once() {
    let platform = Platform::start().await.expect("the platform starts");
    let admin = platform.project("just made", "admin@just-made.test").await.expect("a project");
    let role = role(&platform, &admin).await;
    // The first request waits until the services have connected to each other.
    let group = platform.make(&admin, "/domains", json!({ "name": "first" })).await.expect("a group");
    let first = platform.make(&admin, "/users", user("first", role, group)).await.expect("a user");
    platform.make(&admin, "/identifiers", card(first, 0)).await.expect("a card");
    platform.make(&admin, "/devices", device("FIRST", group)).await.expect("a device");

    for round in 1..=ROUNDS {
        let put = async |path: &str, body: Value| made(path, platform.call(Some(&admin), Method::PUT, path, Some(body)).await.expect("an answer"));
        let group = put("/domains", json!({ "name": format!("house {round}") })).await;
        let user = put("/users", user(&format!("resident-{round}"), role, group)).await;
        put("/identifiers", card(user, round)).await;
        let group = put("/domains", json!({ "name": format!("yard {round}") })).await;
        let device = put("/devices", device(&format!("MADE-{round}"), group)).await;
        let rule = json!({ "name": "in", "devices": [{ "id": device, "lock_number": 1 }], "users": [{ "id": user }], "domains": [{ "id": group }] });
        put("/access-rules", rule).await;
        let group = put("/domains", json!({ "name": format!("annex {round}") })).await;
        let moved = platform.call(Some(&admin), Method::PATCH, &format!("/devices/{device}"), Some(json!({ "domain": { "id": group } }))).await;
        made("a moved device", moved.expect("an answer"));
    }
    nobodys(&platform, &admin, role).await;
    platform.stop().await;
}

/// An id that does not exist is still refused.
async fn nobodys(platform: &Platform, admin: &str, role: i64) {
    for (path, body) in [("/users", user("lost", role, 999_999)), ("/devices", device("LOST", 999_999)), ("/identifiers", card(999_999, 99))] {
        let answer = platform.call(Some(admin), Method::PUT, path, Some(body)).await.expect("an answer");
        assert_eq!((answer.status.as_u16(), answer.body["message"].as_str()), (422, Some("invalid related entity sent")), "{path}: {answer:?}");
    }
}

fn made(what: &str, answer: Answer) -> i64 {
    assert!(answer.status.is_success(), "{what}: {answer:?}");
    answer.body["id"].as_i64().expect("an id")
}

async fn role(platform: &Platform, admin: &str) -> i64 {
    let roles = platform.call(Some(admin), Method::GET, "/roles?size=100", None).await.expect("an answer");
    let roles = roles.body["items"].as_array().expect("roles").clone();
    roles.iter().find(|role| role["name"] == "user").and_then(|role| role["id"].as_i64()).expect("the role user")
}

fn user(name: &str, role: i64, group: i64) -> Value {
    json!({ "name": name, "email": format!("{name}@just-made.test"), "password": PASSWORD, "is_active": true, "role": { "id": role }, "domains": [{ "id": group }] })
}

fn card(owner: i64, number: usize) -> Value {
    json!({ "name": "card", "type": "card", "value": format!("00139{number:05}"), "is_active": true, "owner": { "id": owner } })
}

fn device(serial: &str, group: i64) -> Value {
    let serial = format!("{serial}-{}", uuid::Uuid::now_v7().simple());
    json!({ "name": "door", "serial_number": serial, "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80, "domain": { "id": group } })
}
