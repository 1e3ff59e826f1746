//! One trace covers the browser's request, the panel, the push to the browser and requests to external servers, as a
//! collector receives it.
mod browser;
mod collector;
mod panel;

use std::time::Duration;

use acceptance::{PASSWORD, Platform};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use browser::Browser;
use collector::{Collector, Span};
use panel::Panel;

pub const TRACE_TIMEOUT: Duration = Duration::from_secs(90);
const BROWSER: (&str, &str) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
const LAST: &str = "5bf92f3577b34da6a3ce929d0e0e4736";
const RECOVERY: &str = "6bf92f3577b34da6a3ce929d0e0e4736";
const INTEGRATION: &str = "7bf92f3577b34da6a3ce929d0e0e4736";
const ADMIN: &str = "admin@traced.test";
const UNKNOWN: &str = "calls-of-somebody";
const DOORS: &str = "events.access-control";
/// Token in the path of a barrier's URL.
const BARRIER: &str = "barrier-of-riverside";
const BARRIER_TOKEN: &str = "a-barriers-own-token";
/// How the statement begins that looks for the recipients of a notification about a card, and inserts it for them.
const NOTIFYING_STATEMENT: &str = "SELECT users SELECT users SELECT user_groups";
const CARD: &str = "0013961168";
const INTERNAL: i32 = 1;
const SERVER: i32 = 2;
const CLIENT: i32 = 3;
const PRODUCER: i32 = 4;
const CONSUMER: i32 = 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_trace_leads_from_the_access_rule_to_the_panel_and_from_its_event_to_the_notification() {
    let (collector, endpoint) = Collector::start().await.expect("a collector");
    let telemetry = kit::telemetry::Start { filter: Some("warn".into()), json: true, endpoint: Some(endpoint), ..Default::default() };
    let telemetry = telemetry.with_writer(std::io::stderr).expect("telemetry");
    let platform = Platform::start_with(acceptance::services_with_own_devices()).await.expect("the platform starts");

    let admin = platform.project("traced", ADMIN).await.expect("a project");
    let (rule, panel) = site(&platform, &admin).await;
    let mut browser = Browser::open(&platform.url, &admin).await.expect("a socket");
    assert_eq!(browser.subscribe(DOORS).await.expect("an answer")["type"], "subscribed");
    assert_eq!(browser.subscribe(UNKNOWN).await.expect("an answer")["type"], "error");
    let traceparent = of_browser(BROWSER.0);
    let answer = platform.call_in_trace(Some(&traceparent), Some(&admin), Method::PUT, "/access-rules", Some(rule)).await.expect("an answer");
    assert!(answer.status.is_success(), "{answer:?}");
    tokio::time::timeout(TRACE_TIMEOUT, holds(|| panel.written_in().is_some())).await.expect("the panel receives the card with a trace");
    panel.report(CARD, &panel.written_in().expect("a trace")).await.expect("the event is stored");
    let push = tokio::time::timeout(TRACE_TIMEOUT, browser.next_of(DOORS)).await.expect("in time").expect("a push");
    assert_eq!(push["type"], "device.event.arrived");
    recover(&platform).await;
    ask_a_barrier(&platform, &admin).await;

    let has_arrived =
        || collector.of_trace(BROWSER.0).iter().any(|span| span.service == "notifications" && span.name.starts_with(NOTIFYING_STATEMENT));
    tokio::time::timeout(TRACE_TIMEOUT, holds(has_arrived)).await.expect("the notification's statement is traced");
    let is_sent = || collector.of_trace(RECOVERY).iter().any(|span| span.name == "smtp");
    tokio::time::timeout(TRACE_TIMEOUT, holds(is_sent)).await.expect("the mail is traced");
    platform.call_in_trace(Some(&of_browser(LAST)), Some(&admin), Method::GET, "/access-rules", None).await.expect("an answer");
    telemetry.stop().await;
    assert!(collector.of_trace(LAST).iter().any(|span| span.kind == SERVER), "what was not sent yet is sent at the end");

    let spans = collector.of_trace(BROWSER.0);
    to_the_panel(&spans);
    back_from_the_panel(&spans);
    on_to_the_browser(&spans, &platform.settings().redis_name("push"));
    a_subscription_is_a_span(&collector.spans());
    by_redis_and_mail(&collector.of_trace(RECOVERY));
    to_a_server_outside(&collector.of_trace(INTEGRATION));
    nothing_that_people_entered(&collector.spans(), &admin);
    platform.stop().await;
}

/// As the console sends it.
fn of_browser(trace: &str) -> String {
    format!("00-{trace}-{}-00", BROWSER.1)
}

/// The test set's servers catch the mail.
async fn recover(platform: &Platform) {
    let body = json!({ "email": ADMIN });
    let answer = platform.call_in_trace(Some(&of_browser(RECOVERY)), None, Method::POST, "/password/recovery", Some(body)).await;
    assert!(answer.expect("an answer").status.is_success());
}

/// Creates an active barrier, which is called at its URL with its token. Any response will do.
async fn ask_a_barrier(platform: &Platform, admin: &str) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let server_url = format!("http://{}/{BARRIER}", listener.local_addr().expect("its address"));
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let _asked = socket.read(&mut [0; 4096]).await;
            let _gone = socket.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").await;
        }
    });
    let settings = json!({ "server_url": server_url, "token": BARRIER_TOKEN });
    let body = json!({ "name": "barrier", "type": "barrier", "is_active": true, "barrier_settings": settings });
    let answer = platform.call_in_trace(Some(&of_browser(INTEGRATION)), Some(admin), Method::POST, "/integrations", Some(body)).await;
    let answer = answer.expect("an answer");
    assert!(answer.status.is_success(), "{answer:?}");
}

/// A resident with a card, a panel with no pending tasks, and the access rule that relates them.
async fn site(platform: &Platform, admin: &str) -> (Value, Panel) {
    let make = async |path: &str, body: Value| platform.make(admin, path, body).await.expect(path);
    let group = make("/domains", json!({ "name": "house" })).await;
    let roles = platform.call(Some(admin), Method::GET, "/roles?size=100", None).await.expect("roles").body;
    let role = roles["items"].as_array().expect("roles").iter().find(|role| role["name"] == "user").expect("the role")["id"].clone();
    let user = json!({ "name": "resident", "email": "resident@traced.test", "password": PASSWORD, "is_active": true, "role": { "id": role }, "domains": [{ "id": group }] });
    let user = make("/users", user).await;
    make("/identifiers", json!({ "name": "card", "type": "card", "value": CARD, "is_active": true, "owner": { "id": user } })).await;
    let serial = format!("T-{}", uuid::Uuid::now_v7().simple());
    let device = json!({
        "name": "door", "serial_number": serial, "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80, "domain": { "id": group },
        "get_logs": true, "management": { "heartbeat": true, "realtime_logging": true }, "device_settings": { "mqtt": { "password": panel::PASSWORD } },
    });
    let device = make("/devices", device).await;
    let panel = Panel::start(platform.settings(), &serial).expect("a panel");
    let is_in_step = async || {
        let device = platform.call(Some(admin), Method::GET, &format!("/devices/{device}"), None).await.expect("an answer").body;
        let info = &device["device_info"];
        info["status"] == "online" && info["tasks_waiting"].as_i64().unwrap_or(0) == 0 && info["desired_version"] == info["actual_version"]
    };
    let in_step = async {
        while !is_in_step().await {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(TRACE_TIMEOUT, in_step).await.expect("the panel is in step");
    let rule = json!({ "name": "in", "devices": [{ "id": device, "lock_number": 1 }], "users": [{ "id": user }], "domains": [{ "id": group }] });
    (rule, panel)
}

fn to_the_panel(spans: &[Span]) {
    let rpc = "vestibule.access.v1.AccessRules/CreateAccessRule";
    let request = below(spans, BROWSER.1, "api-gateway", SERVER, "PUT /api/v0/access-rules");
    assert_eq!(request.attributes["http.response.status_code"], "200");
    let call = below(spans, &request.id, "api-gateway", CLIENT, rpc);
    let served = below(spans, &call.id, "access", SERVER, rpc);
    for statement in ["BEGIN", "INSERT access_rules", "COMMIT"] {
        assert_eq!(below(spans, &served.id, "access", CLIENT, statement).attributes["db.system.name"], "postgresql");
    }
    let published = on_topic(spans, &served.id, "access", "publish", "access.device_list.changed");
    let processed = on_topic(spans, &published.id, "device-gateway", "process", "access.device_list.changed");
    below(spans, &processed.id, "device-gateway", CLIENT, "SELECT device_sync UPDATE device_sync locked");
    let fetch = below(spans, &processed.id, "device-gateway", INTERNAL, "fetch the list of a device");
    let list = "vestibule.access.v1.DeviceLists/GetDeviceList";
    let asked = below(spans, &fetch.id, "device-gateway", CLIENT, list);
    let answered = below(spans, &asked.id, "access", SERVER, list);
    below(spans, &answered.id, "access", CLIENT, "SELECT");
    let (_, command) = command(spans, &processed);
    below(spans, &command.id, "device-gateway", CONSUMER, "receive device/response/v0/{serial}");
}

/// The span of the task that wrote the card, and of the MQTT message: the last one published.
fn command(spans: &[Span], processed: &Span) -> (Span, Span) {
    let is_task = |span: &&Span| span.parent == processed.id && span.name == "run a task of a device";
    let mut commands = spans.iter().filter(is_task).filter_map(|task| {
        let command = spans.iter().find(|span| span.parent == task.id && span.name == "publish device/request/v0/{serial}")?;
        Some((task.clone(), command.clone()))
    });
    commands.next_back().unwrap_or_else(|| panic!("no task of {}\n{}", processed.id, listed(spans)))
}

fn back_from_the_panel(spans: &[Span]) {
    // A panel that gets no answer in time repeats its report; the repeated report has no effects.
    let leads_on = |taken: &&Span| spans.iter().any(|span| span.parent == taken.id && is_about(span, "device.event.arrived"));
    let mut reports = spans.iter().filter(|span| span.name == "process server/request/v0/{serial}");
    let taken = reports.clone().find(leads_on).or_else(|| reports.next_back()).unwrap_or_else(|| panic!("{}", listed(spans)));
    let command = spans.iter().find(|span| span.id == taken.parent).expect("the command to the panel");
    assert_eq!((command.service.as_str(), command.name.as_str(), command.kind), ("device-gateway", "publish device/request/v0/{serial}", PRODUCER));
    below(spans, &taken.id, "device-gateway", CLIENT, "INSERT events");
    below(spans, &taken.id, "device-gateway", PRODUCER, "publish server/response/v0/{serial}");
    let published = on_topic(spans, &taken.id, "device-gateway", "publish", "device.event.arrived");
    let processed = on_topic(spans, &published.id, "notifications", "process", "device.event.arrived");
    below(spans, &processed.id, "notifications", CLIENT, NOTIFYING_STATEMENT);
}

/// The push to browsers is part of the trace of the event that caused it.
fn on_to_the_browser(spans: &[Span], channel: &str) {
    let sent = spans.iter().find(|span| span.name == format!("send {DOORS}")).unwrap_or_else(|| panic!("{}", listed(spans)));
    assert_eq!((sent.service.as_str(), sent.kind), ("api-gateway", PRODUCER));
    assert_eq!(sent.attributes["messaging.batch.message_count"], "1");
    let published = spans.iter().find(|span| span.id == sent.parent).expect("what it was published by");
    assert_eq!((published.service.as_str(), published.name.as_str()), ("device-gateway", format!("publish {channel}").as_str()));
    // Pushes of one batch share a message of Redis, which is below the first of them.
    let shares = |span: &&Span| span.parent == published.parent && span.name == published.name;
    let redis = |push: &Span| spans.iter().find(|span| span.parent == push.id && span.kind == CLIENT && span.name.starts_with("PUBLISH"));
    let message = spans.iter().filter(shares).find_map(redis).unwrap_or_else(|| panic!("no PUBLISH in {}", listed(spans)));
    assert_eq!(message.attributes["db.system.name"], "redis");
    let caused = spans.iter().find(|span| span.id == published.parent).expect("what caused it");
    assert_eq!(caused.name, "process server/request/v0/{serial}");
}

/// Spans of refused requests too; their names contain no path.
fn a_subscription_is_a_span(spans: &[Span]) {
    let of = |name: &str| spans.iter().find(|span| span.name == name).unwrap_or_else(|| panic!("no {name}"));
    let socket = of("GET /api/v0/ws");
    assert_eq!((socket.service.as_str(), socket.attributes["http.response.status_code"].as_str()), ("api-gateway", "101"));
    let subscribed = of(&format!("subscribe {DOORS}"));
    assert_eq!((subscribed.service.as_str(), subscribed.kind), ("api-gateway", SERVER));
    assert!(!subscribed.attributes.contains_key("error.type"));
    assert_eq!(of("subscribe unknown").attributes["error.type"], "action prohibited");
}

/// From the rate-limited request to its background work and to the mail server.
fn by_redis_and_mail(spans: &[Span]) {
    let request = below(spans, BROWSER.1, "api-gateway", SERVER, "POST /api/v0/password/recovery");
    let call = below(spans, &request.id, "api-gateway", CLIENT, "vestibule.identity.v1.");
    let served = below(spans, &call.id, "identity", SERVER, "vestibule.identity.v1.");
    assert_eq!(below(spans, &served.id, "identity", CLIENT, "EVALSHA").attributes["db.system.name"], "redis");
    let task = below(spans, &served.id, "identity", INTERNAL, "recover a password");
    let published = on_topic(spans, &task.id, "identity", "publish", "mail.requested");
    let processed = on_topic(spans, &published.id, "notifications", "process", "mail.requested");
    let sent = below(spans, &processed.id, "notifications", INTERNAL, "send a mail");
    let smtp = below(spans, &sent.id, "notifications", CLIENT, "smtp");
    assert!(!smtp.attributes.contains_key("error.type"), "{smtp:?}");
    below(spans, &sent.id, "notifications", CLIENT, "UPDATE mails");
}

fn to_a_server_outside(spans: &[Span]) {
    let request = below(spans, BROWSER.1, "api-gateway", SERVER, "POST /api/v0/integrations");
    let call = below(spans, &request.id, "api-gateway", CLIENT, "vestibule.domains.v1.Integrations/");
    let served = below(spans, &call.id, "domains", SERVER, "vestibule.domains.v1.Integrations/");
    let asked = below(spans, &served.id, "domains", CLIENT, "GET");
    assert_eq!(asked.attributes["http.response.status_code"], "404");
}

fn nothing_that_people_entered(spans: &[Span], token: &str) {
    for span in spans {
        let text = format!("{span:?}");
        for secret in [PASSWORD, panel::PASSWORD, CARD, CARD.trim_start_matches('0'), token, ADMIN, BARRIER, BARRIER_TOKEN, UNKNOWN] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
}

fn on_topic(spans: &[Span], parent: &str, service: &str, does: &str, topic: &str) -> Span {
    let kind = if does == "publish" { PRODUCER } else { CONSUMER };
    let is_it = |span: &&Span| {
        span.kind == kind && span.attributes.get("messaging.system").is_some_and(|system| system == "rabbitmq") && is_about(span, topic)
    };
    found(spans, parent, service, &format!("{does} {topic}"), is_it)
}

fn is_about(span: &Span, topic: &str) -> bool {
    span.attributes.get("messaging.rabbitmq.destination.routing_key").is_some_and(|key| key == topic)
}

/// The child of this span with that kind and name prefix.
fn below(spans: &[Span], parent: &str, service: &str, kind: i32, name: &str) -> Span {
    found(spans, parent, service, name, |span| span.kind == kind && span.name.starts_with(name))
}

fn found(spans: &[Span], parent: &str, service: &str, what: &str, is_it: impl Fn(&&Span) -> bool) -> Span {
    let found = spans.iter().filter(|span| span.parent == parent && span.service == service).find(is_it);
    found.cloned().unwrap_or_else(|| panic!("no `{what}` of {service} below {parent} in\n{}", listed(spans)))
}

fn listed(spans: &[Span]) -> String {
    spans.iter().map(|span| format!("{} <- {} {} {} {}\n", span.parent, span.id, span.service, span.kind, span.name)).collect()
}

pub async fn holds(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
