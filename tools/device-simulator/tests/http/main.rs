//! Devices that speak HTTP: what they call at a server, and what a server calls at them.
use std::collections::HashSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use device_protocol::management::ManagementProtocol;
use device_protocol::{Credentials as Login, EventCode, EventInfo, IdentifierType, Serial};
use device_simulator::credentials::Credentials;
use device_simulator::device::{Device, PAGE_LOGIN, PAGE_PASSWORD, Setup};
use device_simulator::door::Presented;
use device_simulator::link::{self, Broker, LinkSettings};
use device_simulator::visit::{self, DecidedBy};
use device_simulator::web;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Requests of devices.
#[derive(Default)]
struct Received {
    logins: usize,
    /// Tokens that are taken.
    tokens: HashSet<String>,
    pongs: usize,
    /// Of every push, with those that came again.
    events: Vec<Value>,
    /// Pushes that are answered with 500, so many.
    failures: usize,
}

/// A server that devices log in at.
#[derive(Clone)]
struct Server {
    received: Arc<Mutex<Received>>,
    address: SocketAddr,
}

impl Server {
    async fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Server { received: Arc::default(), address: listener.local_addr().unwrap() };
        let router = Router::new().fallback(handle).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    fn received<T>(&self, look: impl Fn(&mut Received) -> T) -> T {
        look(&mut self.received.lock().unwrap())
    }
}

async fn handle(State(server): State<Server>, request: Request) -> Response {
    let path = request.uri().path().trim_start_matches("/api/v0/").to_owned();
    let token = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer ").map(str::to_owned));
    let body = axum::body::to_bytes(request.into_body(), 1 << 20).await.unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    let mut received = server.received.lock().unwrap();
    if path == "devices/login" {
        assert_eq!((body["login"].as_str(), body["password"].as_str()), (Some("b4d0c1"), Some("hush")));
        let token = Uuid::new_v4().to_string();
        received.logins += 1;
        received.tokens.insert(token.clone());
        return Json(json!({ "token": token })).into_response();
    }
    if !token.is_some_and(|token| received.tokens.contains(&token)) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    match path.as_str() {
        "devices/pong" => received.pongs += 1,
        "devices/logs" if received.failures > 0 => {
            received.failures -= 1;
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
        "devices/logs" => received.events.extend(body["events"].as_array().unwrap().clone()),
        "remote/validate" => return Json(json!({"handled": true, "access": {"granted": true, "lock_number": 2}})).into_response(),
        other => panic!("{other}"),
    }
    Json(json!({})).into_response()
}

struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

struct Panel {
    device: Arc<Device>,
    _state: Scratch,
    _stop: tokio_util::sync::DropGuard,
}

impl Panel {
    /// One that reports to this server, as it left the factory.
    async fn start(server: &str) -> Panel {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let state = Scratch(std::env::temp_dir().join(format!("device-simulator-http-{}", Uuid::new_v4())));
        let setup = Setup {
            state: state.0.clone(),
            clock_offset: 0,
            zone: TimeZone::UTC,
            remote_check_timeout: Duration::from_secs(10),
            asks_about_unknown: true,
        };
        let credentials = Credentials {
            serial: Serial::new("b4d0c1").unwrap(),
            model: "AA-12".into(),
            password: "hush".into(),
            protocol: ManagementProtocol::Http,
            port: None,
            name: "Main entrance".into(),
            zone: None,
            remote_check: false,
        };
        let device = Arc::new(Device::open(&credentials, &setup).unwrap());
        let settings = LinkSettings {
            broker: Broker::parse("mqtt://127.0.0.1:1", None).unwrap(),
            server: Some(server.to_owned()),
            heartbeat: Duration::from_millis(200),
            answer_timeout: Duration::from_secs(1),
        };
        let stop = CancellationToken::new();
        tokio::spawn(link::run(device.clone(), settings, stop.clone()));
        Panel { device, _state: state, _stop: stop.drop_guard() }
    }

    fn record(&self, count: usize) {
        for _ in 0..count {
            self.device.record_now(EventCode::DoorWasOpened, EventInfo { lock: Some(1), ..EventInfo::default() }).unwrap();
        }
    }
}

async fn until(what: &str, condition: impl Fn() -> bool) {
    let waiting = async {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.unwrap_or_else(|_| panic!("in vain: {what}"));
}

#[tokio::test]
async fn a_device_logs_in_says_that_it_is_there_and_pushes_a_hundred_events_at_a_time_without_numbers() {
    let server = Server::start().await;
    let panel = Panel::start(&server.url()).await;
    panel.record(250);
    until("everything is stored", || panel.device.journal().pending_len() == 0).await;
    until("it says that it is there", || server.received(|received| received.pongs > 1)).await;
    let events = server.received(|received| received.events.clone());
    assert_eq!(events.len(), 250);
    assert!(events.iter().all(|event| event.get("id").is_none() && event["info"]["sequence"].is_u64()));
    assert_eq!(server.received(|received| received.logins), 1);
    assert!(panel.device.is_connected());
}

#[tokio::test]
async fn a_token_that_is_taken_no_more_and_a_failed_push_lose_no_event() {
    let server = Server::start().await;
    let panel = Panel::start(&server.url()).await;
    until("it is there", || server.received(|received| received.pongs > 0)).await;
    server.received(|received| {
        received.tokens.clear();
        received.failures = 1;
    });
    panel.record(3);
    until("everything is stored", || panel.device.journal().pending_len() == 0).await;
    assert!(server.received(|received| received.logins) >= 2);
    let numbers: HashSet<u64> = server.received(|received| received.events.iter().map(|event| event["info"]["sequence"].as_u64().unwrap()).collect());
    assert_eq!(numbers, HashSet::from([1, 2, 3]));
}

#[tokio::test]
async fn a_device_asks_the_server_about_what_it_does_not_hold() {
    let server = Server::start().await;
    let panel = Panel::start(&server.url()).await;
    until("it is there", || panel.device.is_connected()).await;
    let presented = Presented { kind: IdentifierType::Card, number: "0013961168".into(), lock: 1 };
    let visit = visit::present(&panel.device, presented, None).await.unwrap();
    assert_eq!((visit.granted, visit.decided_by, visit.event.info.lock), (true, DecidedBy::Server, Some(2)));
}

#[tokio::test]
async fn its_own_interface_wants_a_login_and_says_without_one_what_it_is() {
    let panel = Panel::start("http://127.0.0.1:1").await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/api", listener.local_addr().unwrap());
    tokio::spawn(web::serve_on(panel.device.clone(), listener, CancellationToken::new()));
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let info: Value = client.get(format!("{base}/info")).send().await.unwrap().json().await.unwrap();
    assert_eq!((info["serial"].as_str(), info["model"].as_str()), (Some("b4d0c1"), Some("AA-12")));

    let identifiers = format!("{base}/v1/access/identifier/items/link");
    assert_eq!(client.get(&identifiers).send().await.unwrap().status(), 401);
    let hash = |password: &str| {
        let uri = device_protocol::DeviceCall::Login(Login::new(PAGE_LOGIN, password)).request(Uuid::nil()).uri;
        uri.split_once('?').unwrap().1.to_owned()
    };
    assert_eq!(client.get(format!("{base}/v1/login?{}", hash("wrong"))).send().await.unwrap().status(), 401);
    let token: Value = client.get(format!("{base}/v1/login?{}", hash(PAGE_PASSWORD))).send().await.unwrap().json().await.unwrap();
    let with_token = |url: &str| client.get(url).bearer_auth(token["token"].as_str().unwrap());
    let held: Value = with_token(&identifiers).send().await.unwrap().json().await.unwrap();
    assert_eq!(held["list_items"], json!([]));
    let photo = with_token(&format!("{base}/v1/photo/file")).send().await.unwrap();
    assert_eq!(photo.headers()["content-type"], "image/png");
    assert!(photo.bytes().await.unwrap().starts_with(b"\x89PNG"));
    assert_eq!(with_token(&format!("{base}/v1/nothing")).send().await.unwrap().status(), 404);
}

#[tokio::test]
async fn a_device_reports_where_its_server_says_from_then_on() {
    let (first, second) = (Server::start().await, Server::start().await);
    let panel = Panel::start(&first.url()).await;
    until("it is there", || first.received(|received| received.pongs > 0)).await;
    let server = json!({"is_enabled": true, "protocol": "http", "settings": {"url": second.url(), "password": "hush", "is_logging_enabled": true}});
    let call = device_protocol::DeviceCall::WriteManagement(serde_json::from_value(server).unwrap());
    let reply = device_simulator::commands::answer(&panel.device, &call.request(Uuid::new_v4()));
    assert!(reply.response.is_success());
    until("it is at the other one", || second.received(|received| received.pongs > 0)).await;
    panel.record(1);
    until("its events are there", || second.received(|received| received.events.len() == 1)).await;
}
