//! Bad input at the gateway: a clear error in the catalogue's words and shape, and nothing half-done.
use acceptance::{Answer, Platform};
use reqwest::Method;
use serde_json::{Value, json};

fn shape(answer: &Answer) -> (u16, &str, &str) {
    (answer.status.as_u16(), answer.body["code"].as_str().unwrap_or("no code"), answer.body["message"].as_str().unwrap_or("no message"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_input_is_answered_with_the_catalogued_errors() {
    let platform = Platform::start().await.expect("the platform starts");
    let admin = platform.project("bad input", "admin@bad-input.test").await.expect("a project");
    let before = stored(&platform, &admin).await;
    malformed(&platform, &admin).await;
    fields(&platform, &admin).await;
    assert_eq!(stored(&platform, &admin).await, before, "what is refused leaves nothing behind");
    duplicates(&platform, &admin).await;
    let after = stored(&platform, &admin).await;
    assert_eq!(after.map(|(_, total)| total), [1, 1, 0, 0, 1, 1], "the first of each, and not the second: {after:?}");
    sessions(&platform, &admin).await;
    platform.stop().await;
}

/// Client address, by which attempts are limited.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_records_the_client_address_from_the_proxy() {
    let platform = Platform::start().await.expect("the platform starts");
    platform.project("behind a proxy", "admin@proxy.test").await.expect("a project");
    let login = reqwest::Client::new()
        .post(format!("{}/api/v0/login", platform.url))
        .header("x-forwarded-for", "198.51.100.7, 203.0.113.9")
        .json(&json!({ "login": "admin@proxy.test", "password": acceptance::PASSWORD }));
    let answer: Value = login.send().await.expect("an answer").json().await.expect("JSON");
    let token = answer["sessions"][0]["token"].as_str().expect("a token");
    let sessions = platform.call(Some(token), Method::GET, "/profile/sessions", None).await.expect("an answer");
    let current = sessions.body["items"].as_array().and_then(|items| items.iter().find(|session| session["is_current"] == true));
    assert_eq!(current.expect("the session")["ip"], "203.0.113.9", "{sessions:?}");
    platform.stop().await;
}

/// Number of entities of each kind that the tests below try to create.
async fn stored(platform: &Platform, admin: &str) -> [(&'static str, i64); 6] {
    let lists = ["domains", "identifiers", "time-rules", "access-rules", "devices", "mail-templates"];
    let mut totals = lists.map(|list| (list, 0));
    for (list, total) in &mut totals {
        let page = platform.call(Some(admin), Method::GET, &format!("/{list}?size=10"), None).await.expect("a page");
        *total = page.body["total"].as_i64().unwrap_or_else(|| panic!("{list}: {page:?}"));
    }
    totals
}

async fn malformed(platform: &Platform, admin: &str) {
    let client = reqwest::Client::new();
    let send = |body: String| client.put(format!("{}/api/v0/domains", platform.url)).bearer_auth(admin).body(body).send();
    let broken = send("{\"name\": ".into()).await.expect("an answer");
    assert_eq!(broken.status(), 400, "malformed JSON");
    let broken: Value = broken.json().await.expect("JSON");
    assert_eq!((&broken["code"], &broken["message"]), (&"malformed".into(), &"invalid data sent".into()), "{broken}");
    assert!(broken["data"]["reason"].is_string(), "{broken}");
    let huge = send(json!({ "name": "x".repeat(2 << 20) }).to_string()).await.expect("an answer");
    assert_eq!(huge.status(), 413, "a body over the limit");
    assert_eq!(huge.json::<Value>().await.expect("JSON")["code"], "too_large");

    let nowhere = platform.call(Some(admin), Method::GET, "/nowhere", None).await.expect("an answer");
    assert_eq!(shape(&nowhere), (404, "not_found", "item not found"));
    let wrong_verb = platform.call(Some(admin), Method::DELETE, "/login", None).await.expect("an answer");
    assert_eq!(shape(&wrong_verb), (405, "method_prohibited", "method prohibited"));
}

async fn fields(platform: &Platform, admin: &str) {
    let refused = |method: Method, path: &'static str, body: Option<Value>, field: &'static str| async move {
        let answer = platform.call(Some(admin), method, path, body).await.expect("an answer");
        assert_eq!(shape(&answer), (422, "invalid_data", "invalid data sent"), "{path}: {answer:?}");
        assert!(answer.body["data"]["fields"][field].is_string(), "{path} names {field}: {answer:?}");
    };
    refused(Method::PUT, "/domains", Some(json!({ "name": "a", "colour": "red" })), "colour").await;
    refused(Method::PUT, "/domains", Some(json!({ "name": 7 })), "name").await;
    refused(
        Method::GET,
        "/users?filters=%5B%7B%22field%22%3A%22secret%22%2C%22rule%22%3A%22equals%22%2C%22value%22%3A1%7D%5D",
        None,
        "filters.secret",
    )
    .await;
    refused(Method::GET, "/users?sort=password", None, "sort.password").await;
    refused(Method::GET, "/users?size=7", None, "size").await;
    let backwards = json!({ "name": "backwards", "is_all_day": false, "valid_from": "2026-11-23T18:00:00", "valid_to": "2026-11-23T08:00:00" });
    refused(Method::PUT, "/time-rules", Some(backwards), "valid_to").await;
    refused(Method::PUT, "/access-rules", Some(json!({ "name": "no door" })), "devices").await;
    refused(Method::PUT, "/identifiers", Some(json!({ "name": "card", "type": "card", "value": "zz" })), "value").await;
    let unknown_macro = json!({ "subject": "x", "body": "{{code}}", "mail_type_id": "password_changed", "locale": "en" });
    refused(Method::PUT, "/mail-templates", Some(unknown_macro), "body").await;
    refused(Method::POST, "/settings/mail/test", Some(json!({ "email": "nobody" })), "email").await;
}

async fn duplicates(platform: &Platform, admin: &str) {
    let card = json!({ "name": "card", "type": "card", "value": "4711", "is_active": true });
    platform.make(admin, "/identifiers", card.clone()).await.expect("a card");
    let again = platform.call(Some(admin), Method::PUT, "/identifiers", Some(card)).await.expect("an answer");
    assert_eq!(shape(&again), (409, "identifier_duplicate", "identifier duplicate"));

    let group = platform.make(admin, "/domains", json!({ "name": "house" })).await.expect("a group");
    let serial = format!("D-{}", uuid::Uuid::now_v7().simple());
    let device = json!({ "name": "door", "serial_number": serial, "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80, "domain": { "id": group } });
    platform.make(admin, "/devices", device.clone()).await.expect("a device");
    let taken = platform.call(Some(admin), Method::PUT, "/devices", Some(device)).await.expect("an answer");
    assert_eq!(taken.body["message"], "serial number or e-mail already used", "{taken:?}");
    assert!(taken.status.is_client_error());

    let template = json!({ "subject": "x", "body": "{{name}}", "mail_type_id": "password_changed", "locale": "en" });
    platform.make(admin, "/mail-templates", template.clone()).await.expect("a template");
    let second = platform.call(Some(admin), Method::PUT, "/mail-templates", Some(template)).await.expect("an answer");
    assert_eq!(shape(&second), (409, "template_of_this_type_exists", "template of this type exists"));
}

async fn sessions(platform: &Platform, admin: &str) {
    let forged = platform.call(Some("not.a.token"), Method::GET, "/profile", None).await.expect("an answer");
    assert_eq!(shape(&forged), (401, "not_authorized", "Unauthenticated"));
    let wrong =
        platform.call(None, Method::POST, "/login", Some(json!({ "login": "admin@bad-input.test", "password": "wrong" }))).await.expect("an answer");
    assert_eq!(shape(&wrong), (401, "invalid_credentials", "invalid credentials"));

    assert_eq!(websocket(platform, &platform.expired_token()).await, 401, "an expired token opens no websocket");
    assert_eq!(websocket(platform, admin).await, 101, "a valid one does");
    let out = platform.call(Some(admin), Method::POST, "/logout", Some(json!({}))).await.expect("an answer");
    assert!(out.status.is_success());
    assert_eq!(websocket(platform, admin).await, 401, "nor does that of a session that is over");
}

/// HTTP status of a websocket handshake.
async fn websocket(platform: &Platform, token: &str) -> u16 {
    let request = reqwest::Client::new()
        .get(format!("{}/api/v0/ws?access_token={token}", platform.url))
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    request.send().await.expect("an answer").status().as_u16()
}
