//! A field that a creation leaves out has the specification's default; an update changes only the fields that it names.
use acceptance::Platform;
use reqwest::Method;
use serde_json::{Value, json};

/// Repeats the request while a service lacks an entity that it refers to.
async fn made(platform: &Platform, admin: &str, path: &str, body: Value) -> Value {
    let made = || platform.call(Some(admin), Method::PUT, path, Some(body.clone()));
    platform.eventually(path, made).await.expect("an entity").body
}

/// The fields of an answer that a test looks at.
fn seen(body: &Value, expected: &Value) -> Value {
    expected.as_object().expect("an object").keys().map(|key| (key.clone(), body[key].clone())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn omitted_fields_have_the_specified_defaults() {
    let platform = Platform::start().await.expect("the platform starts");
    let admin = platform.project("defaults", "admin@defaults.test").await.expect("a project");
    let group = made(&platform, &admin, "/domains", json!({ "name": "House" })).await["id"].clone();
    let device = json!({ "name": "Door", "serial_number": "defaults-1", "domain": { "id": group }, "device_settings": { "additional": {}, "alpr_camera": {} } });
    let device = made(&platform, &admin, "/devices", device).await;
    let rule = json!({ "name": "Rule", "devices": [{ "id": device["id"], "lock_number": 1 }] });

    let roles = platform.call(Some(&admin), Method::GET, "/roles?size=100", None).await.expect("roles").body;
    let role = roles["items"].as_array().expect("roles").iter().find(|role| role["name"] == "user").expect("the role")["id"].clone();
    let user = json!({ "name": "Ann", "email": "ann@defaults.test", "role": { "id": role }, "domains": [{ "id": group }] });
    let user = made(&platform, &admin, "/users", user).await;
    assert_eq!((&user["is_active"], &user["is_invited"]), (&json!(true), &json!(true)));
    let user = json!({ "name": "Bob", "email": "bob@defaults.test", "role": { "id": role }, "domains": [{ "id": group }], "is_active": false });
    let user = made(&platform, &admin, "/users", user).await;
    assert_eq!((&user["is_active"], &user["is_invited"]), (&json!(false), &json!(false)));

    let card = made(&platform, &admin, "/identifiers", json!({ "name": "Card", "value": "13961168", "passes_restrict_active": true })).await;
    let expected =
        json!({ "is_active": true, "type": "card", "owner_type": "owner", "passes_restrict_max_count": 1, "passes_restrict_passes_count": 0 });
    assert_eq!(seen(&card, &expected), expected);

    let hours = json!({ "name": "Hours", "valid_from": "2026-11-23T00:00:00", "valid_to": "2026-11-23T00:00:00" });
    let hours = made(&platform, &admin, "/time-rules", hours).await;
    let expected = json!({ "is_all_day": true, "repeat_mode": "never", "repeat_duration_mode": "infinitely", "repeat_duration_count": 1,
        "repeat_custom_mode": "daily", "repeat_custom_looper": 1, "repeat_custom_use_day_types": false, "has_own_zone": false });
    assert_eq!(seen(&hours, &expected), expected);

    let rule = made(&platform, &admin, "/access-rules", rule).await;
    let expected = json!({ "is_shareable": true, "prohibition": false });
    assert_eq!(seen(&rule, &expected), expected);

    let expected = json!({ "type": "panel", "model": "AA-12", "port": 80, "protocol": "mqtt", "get_logs": false });
    assert_eq!(seen(&device, &expected), expected);
    let settings = &device["device_settings"];
    assert_eq!((&settings["additional"]["remote_lock_opening"], &settings["alpr_camera"]["allow_remote_opening_lock"]), (&json!(true), &json!(true)));
    assert_eq!((&settings["sip"]["talk_timeout"], &settings["sip"]["transport"]), (&json!(120), &json!("UDP")));
    assert_eq!((&settings["address"]["reregister"], &settings["address"]["reregister_interval"]), (&json!(false), &json!(600)));
    let (face, lift) = (&settings["face_recognition"], &settings["lift_controller"]["settings"]);
    assert_eq!((&face["mode"], &face["similarity"]), (&json!("3D"), &json!("high")));
    assert_eq!((&lift["device_mode"], &lift["relay_mode"], &lift["relay_open_time"]), (&json!("call-up"), &json!("COM-NC"), &json!(10)));
    assert_eq!(settings["integration_axxon"]["direction"], 1);

    changes(&platform, &admin, &card, &rule).await;
    platform.stop().await;
}

/// Otherwise the log fills with records that say that somebody changed nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_update_that_names_nothing_is_not_recorded() {
    let platform = Platform::start().await.expect("the platform starts");
    let admin = platform.project("nothing", "admin@nothing.test").await.expect("a project");
    let put = async |path: &str, body: Value| platform.make(&admin, path, body).await.expect("it is made");
    let group = put("/domains", json!({ "name": "House" })).await;
    let serial_number = format!("N-{}", uuid::Uuid::now_v7().simple());
    let device = put("/devices", json!({ "name": "Door", "serial_number": serial_number, "domain": { "id": group } })).await;
    let rule = put("/access-rules", json!({ "name": "Rule", "devices": [{ "id": device, "lock_number": 1 }] })).await;
    let hours = json!({ "name": "Hours", "valid_from": "2026-11-23T00:00:00", "valid_to": "2026-11-23T00:00:00" });
    let number = json!({ "name": "Desk", "number": "70001", "domain": { "id": group } });
    let domains = json!([{ "id": group }]);
    let trunk = json!({ "name": "Trunk", "outgoing_number": "+4930100", "termination_uri": "sip:trunk.example.test", "domains": domains });
    let roles = platform.call(Some(&admin), Method::GET, "/roles?size=100", None).await.expect("roles").body;
    let role = roles["items"].as_array().expect("roles").iter().find(|role| role["name"] == "user").expect("the role")["id"].clone();
    let announce = json!({ "name": "Water", "subject": "Water", "body": "<p>No water today</p>", "domains": domains });
    let slots = json!({ "items": [{ "days": ["mon"], "from": 0, "to": 86_400 }] });
    let amenity = json!({ "name": "Sauna", "domains": domains, "access_rules": [{ "id": rule }], "time_slots": slots });
    let webhook = json!({ "name": "Doors", "url": "http://127.0.0.1:9/", "events": ["device.created"], "is_enabled": false });
    let webhook = platform.call(Some(&admin), Method::POST, "/webhooks", Some(webhook)).await.expect("an answer");
    let made = [
        ("/domains", group),
        ("/devices", device),
        ("/markers", put("/markers", json!({ "name": "Staff" })).await),
        ("/roles", put("/roles", json!({ "name": "Guard", "permissions": ["can_view_users"] })).await),
        ("/users", put("/users", json!({ "name": "Ann", "role": { "id": role }, "domains": domains })).await),
        ("/identifiers", put("/identifiers", json!({ "name": "Card", "value": "4711" })).await),
        ("/time-rules", put("/time-rules", hours).await),
        ("/access-rules", rule),
        ("/sip-numbers", put("/sip-numbers", number).await),
        ("/sip-trunks", put("/sip-trunks", trunk).await),
        ("/forward-rules", put("/forward-rules", json!({ "name": "Ring", "forward_rules": [{ "numbers": ["70001"] }] })).await),
        ("/announces", put("/announces", announce).await),
        ("/amenities", put("/amenities", amenity).await),
        ("/emergency-alerts", put("/emergency-alerts", json!({ "name": "Fire", "domains": domains, "door_mode": "lockdown" })).await),
        ("/webhooks", webhook.body["id"].as_i64().expect("an id")),
    ];
    for body in [json!({}), json!({ "name": "Renamed" })] {
        for (path, id) in &made {
            let changed = platform.call(Some(&admin), Method::PATCH, &format!("{path}/{id}"), Some(body.clone())).await.expect("an answer");
            assert_eq!(changed.status, 200, "{path}: {changed:?}");
        }
    }
    // A service's records arrive in their order: where that of the second change is, that of the first would be.
    let edits = async || {
        let log = platform.call(Some(&admin), Method::GET, "/audit-events?size=100", None).await.expect("the log").body;
        let items = log["items"].as_array().cloned().unwrap_or_default();
        items.into_iter().filter(|record| record["action"] == "edit").collect::<Vec<_>>()
    };
    let renamed = |edits: &[Value]| edits.iter().filter(|record| record["after"]["name"] == "Renamed").count();
    platform
        .eventually("every change is in the log", || async {
            let mut log = platform.call(Some(&admin), Method::GET, "/audit-events?size=100", None).await?;
            if renamed(log.body["items"].as_array().map(Vec::as_slice).unwrap_or_default()) < made.len() {
                log.status = reqwest::StatusCode::NOT_FOUND;
            }
            Ok(log)
        })
        .await
        .expect("the log");
    let edits = edits().await;
    assert_eq!(edits.len(), renamed(&edits), "records of no change: {edits:?}");
    platform.stop().await;
}

/// A value that was set once stays until it is set again.
async fn changes(platform: &Platform, admin: &str, card: &Value, rule: &Value) {
    let change = async |path: &str, id: &Value, body: Value| {
        let answer = platform.call(Some(admin), Method::PATCH, &format!("{path}/{id}"), Some(body)).await.expect("an answer");
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.body
    };
    assert_eq!(change("/identifiers", &card["id"], json!({ "is_active": false })).await["is_active"], false);
    let renamed = change("/identifiers", &card["id"], json!({ "name": "Blue card" })).await;
    assert_eq!((&renamed["is_active"], &renamed["passes_restrict_max_count"]), (&json!(false), &json!(1)));
    assert_eq!(change("/access-rules", &rule["id"], json!({ "is_shareable": false })).await["is_shareable"], false);
    assert_eq!(change("/access-rules", &rule["id"], json!({ "name": "Other" })).await["is_shareable"], false);
    let sent = made(platform, admin, "/identifiers", json!({ "name": "Off", "value": "78", "is_active": false })).await;
    assert_eq!(sent["is_active"], false, "a value that is sent is stored");
}
