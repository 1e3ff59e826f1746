//! Log lines of a platform under load name the request that they belong to, and contain no secrets.
use std::sync::Arc;

use acceptance::{PASSWORD, Platform};
use reqwest::Method;
use serde_json::{Value, json};

const WRONG: &str = "a-wrong-password-1";
const PANELS: &str = "a-panels-own-password";
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
/// Log lines of the platform's own crates.
const FILTER: &str = "warn,kit=debug,identity=debug,domains=debug,access=debug,device_gateway=debug,telephony=debug,licensing=debug,amenities=debug,\
    notifications=debug,api_gateway=debug,transcode=debug,policy=debug";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_name_their_trace_and_hold_no_secret() {
    let paper = tempfile::NamedTempFile::new().expect("a file");
    let start = kit::telemetry::Start { filter: Some(FILTER.into()), json: true, ..Default::default() };
    let telemetry = start.with_writer(Arc::new(paper.reopen().expect("the file"))).expect("telemetry");
    let platform = Platform::start().await.expect("the platform starts");
    let secrets = talk(&platform).await;
    platform.stop().await;
    telemetry.stop().await;

    let text = std::fs::read_to_string(&paper).expect("UTF-8");
    for secret in secrets.iter().map(String::as_str).chain([PASSWORD, WRONG, PANELS, "Bearer", "bearer"]) {
        assert!(!text.contains(secret), "{secret} in {:?}", text.lines().find(|line| line.contains(secret)));
    }
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let used_twice = |line: &&Value| line["fields"]["message"].as_str().is_some_and(|message| message.starts_with("a refresh token was used twice"));
    let line = lines.iter().find(used_twice).unwrap_or_else(|| panic!("{text}"));
    assert_eq!((line["trace_id"].as_str(), line["service"].as_str()), (Some(TRACE), Some("identity")), "{line}");
    assert_eq!(line["span_id"].as_str().map(str::len), Some(16), "{line}");
}

/// Makes every kind of request that carries a secret, valid and invalid. Returns the secrets that were issued.
async fn talk(platform: &Platform) -> Vec<String> {
    let admin = platform.project("logged", "admin@logged.test").await.expect("a project");
    let login = |password: &str| json!({ "login": "admin@logged.test", "password": password });
    let traceparent = format!("00-{TRACE}-00f067aa0ba902b7-01");
    let call = async |token: Option<&str>, method: Method, path: &str, body: Value| {
        platform.call_in_trace(Some(&traceparent), token, method, path, Some(body)).await.expect("an answer")
    };
    let session = call(None, Method::POST, "/login", login(PASSWORD)).await.body["sessions"][0].clone();
    let secret = |name: &str| session[name].as_str().expect(name).to_string();
    let (token, refresh) = (secret("token"), secret("refresh"));
    assert_eq!(call(None, Method::POST, "/login", login(WRONG)).await.status, 401);
    assert!(!call(None, Method::POST, "/login", json!({ "login": 5, "password": WRONG, "more": PASSWORD })).await.status.is_success());
    let change = json!({ "old_password": WRONG, "new_password": PASSWORD });
    assert!(!call(Some(&admin), Method::POST, "/profile/password", change).await.status.is_success());
    assert_eq!(call(Some(&format!("{token}x")), Method::GET, "/access-rules", Value::Null).await.status, 401);
    let device = json!({
        "name": "door", "serial_number": format!("L-{}", uuid::Uuid::now_v7().simple()), "type": "panel", "model": "AA-12", "protocol": "mqtt",
        "port": 80, "device_settings": { "mqtt": { "password": PANELS } }, "domain": { "id": 999_999 },
    });
    assert!(!call(Some(&admin), Method::PUT, "/devices", device).await.status.is_success());
    let renewed = call(None, Method::POST, "/refresh", json!({ "token": refresh })).await;
    assert!(renewed.status.is_success(), "{renewed:?}");
    assert!(!call(None, Method::POST, "/refresh", json!({ "token": refresh })).await.status.is_success(), "a refresh token is valid once");
    let renewed = |name: &str| renewed.body[name].as_str().expect(name).to_string();
    let expires_at = (kit::Clock::system().now() + time::Duration::days(30)).unix_timestamp();
    let expires_at = time::OffsetDateTime::from_unix_timestamp(expires_at).expect("a time");
    let expires_at = expires_at.format(&time::format_description::well_known::Rfc3339).expect("a time");
    let made = json!({ "name": "CI", "scopes": ["read_only"], "expires_at": expires_at, "password": PASSWORD });
    let made = call(Some(&admin), Method::POST, "/profile/tokens", made).await;
    let program = made.body["token"].as_str().unwrap_or_else(|| panic!("{made:?}")).to_string();
    assert_eq!(call(Some(&program), Method::PUT, "/markers", json!({ "name": "Owner" })).await.status, 403);
    assert_eq!(call(Some(&format!("{}x", &program[..46])), Method::GET, "/markers", Value::Null).await.status, 401);
    vec![admin, token, refresh, renewed("token"), renewed("refresh"), program[8..].to_string()]
}
