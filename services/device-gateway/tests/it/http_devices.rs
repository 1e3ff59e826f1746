//! Devices that speak HTTP: logins, heartbeats, events and checks.
use device_gateway::Config;
use device_gateway::domain::http_device::HttpCallLimits;
use proto::vestibule::device::v1::http_devices_server::HttpDevices;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::EventArrived;
use serde_json::{Value, json};
use testing::{PROJECT, nobody};
use tonic::{Code, Request, Status};

use crate::site::{PASSWORD, ROOT, Site, a_panel, until};

const ADDRESS: &str = "192.0.2.7";

fn request(site: &Site, token: &str, body: Value) -> Request<HttpDeviceRequest> {
    request_from(site, ADDRESS, token, body)
}

fn request_from(site: &Site, address: &str, token: &str, body: Value) -> Request<HttpDeviceRequest> {
    let caller = policy::Caller { ip: address.into(), ..nobody() };
    let mut request = site.as_caller(&caller, HttpDeviceRequest { body: Some(kit::json::to_struct(&body)) });
    if !token.is_empty() {
        request.metadata_mut().insert(kit::caller::DEVICE_TOKEN, token.parse().unwrap());
    }
    request
}

pub async fn login(site: &Site, serial: &str, password: &str) -> Result<String, Status> {
    login_from(site, ADDRESS, serial, password).await
}

async fn login_from(site: &Site, address: &str, serial: &str, password: &str) -> Result<String, Status> {
    let request = request_from(site, address, "", json!({"login": serial, "password": password, "firmware": "newer"}));
    Ok(site.http().login_http_device(request).await?.into_inner().token)
}

pub async fn pong(site: &Site, token: &str) -> Result<(), Status> {
    site.http().pong_http_device(request(site, token, json!({}))).await.map(drop)
}

pub async fn put_logs(site: &Site, token: &str, events: &[Value]) -> Result<(), Status> {
    site.http().put_http_device_logs(request(site, token, json!({"events": events}))).await.map(drop)
}

async fn make_http_panel(site: &Site) -> Device {
    let device = Device { protocol: Protocol::Http.into(), ..a_panel(ROOT) };
    site.create(&site.admin(), device).await.unwrap()
}

fn identifier_event(number: &str, second: u32) -> Value {
    json!({"created_at": format!("2026-03-02T08:15:{second:02}.000Z"), "category": "access", "code": "access_denied_by_unknown_card",
        "info": {"number": number, "type": "card", "lock": 1}})
}

#[tokio::test]
async fn a_device_logs_in_renews_its_token_and_is_shut_out_when_its_password_changes() {
    let site = Site::start().await;
    let device = make_http_panel(&site).await;
    let token = login(&site, &device.serial_number, PASSWORD).await.unwrap();
    for wrong in ["", "x", &"0".repeat(64)] {
        assert_eq!(pong(&site, wrong).await.unwrap_err().code(), Code::Unauthenticated, "{wrong}");
    }
    pong(&site, &token).await.unwrap();
    assert_eq!(site.info(device.id).await.status(), DeviceStatus::Online);

    let renewed = site.http().refresh_http_device(request(&site, &token, json!({}))).await.unwrap().into_inner().token;
    pong(&site, &token).await.expect("the answer may have been lost");
    site.app.context.clock.advance(time::Duration::seconds(61));
    assert_eq!(pong(&site, &token).await.unwrap_err().code(), Code::Unauthenticated);
    pong(&site, &renewed).await.unwrap();
    let renamed = Device { name: "Back door".into(), ..device.clone() };
    site.update(&site.admin(), renamed, &["name"]).await.unwrap();
    pong(&site, &renewed).await.expect("a name is no secret");

    let settings = DeviceSettings { mqtt: Some(MqttSettings { password: Some("another-password".into()) }), ..Default::default() };
    let changed = Device { device_settings: Some(settings), ..device.clone() };
    site.update(&site.admin(), changed, &["device_settings.mqtt.password"]).await.unwrap();
    assert_eq!(pong(&site, &renewed).await.unwrap_err().code(), Code::Unauthenticated);
    let token = login(&site, &device.serial_number, "another-password").await.unwrap();
    site.app.context.clock.advance(time::Duration::hours(24));
    assert_eq!(pong(&site, &token).await.unwrap_err().code(), Code::Unauthenticated, "a token of yesterday");

    // One that has gone silent is offline; one that speaks MQTT does not log in here.
    until("it is offline", async || site.info(device.id).await.status() == DeviceStatus::Offline).await;
    let over_mqtt = site.make_panel().await;
    assert_eq!(login(&site, &over_mqtt.serial_number, PASSWORD).await.unwrap_err().code(), Code::Unauthenticated);
    site.end().await;
}

#[tokio::test]
async fn a_password_is_guessed_at_five_times_and_the_right_one_then_waits_too() {
    let site = Site::start().await;
    let (device, other) = (make_http_panel(&site).await, make_http_panel(&site).await);
    // Right ones do not count.
    for _ in 0..8 {
        login(&site, &device.serial_number, PASSWORD).await.unwrap();
    }
    for _ in 0..5 {
        assert_eq!(login(&site, &device.serial_number, "guess").await.unwrap_err().message(), "invalid credentials");
    }
    let refused = login(&site, &device.serial_number, PASSWORD).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::ResourceExhausted, "too many requests"));
    login(&site, &other.serial_number, PASSWORD).await.expect("another device of the same address");
    let unknown = login(&site, "T-unknown", "guess").await.unwrap_err();
    assert_eq!((unknown.code(), unknown.message()), (Code::Unauthenticated, "invalid credentials"));
    site.end().await;
}

#[tokio::test]
async fn a_stranger_who_guesses_does_not_shut_out_the_device_at_another_address() {
    let site = Site::start().await;
    let device = make_http_panel(&site).await;
    let mut refused = 0;
    while login_from(&site, "198.51.100.9", &device.serial_number, "guess").await.unwrap_err().code() == Code::Unauthenticated {
        refused += 1;
    }
    assert_eq!(refused, 5);
    login(&site, &device.serial_number, PASSWORD).await.expect("the device itself");
    // From many addresses no more than twenty guesses are checked.
    for host in 10..13 {
        let guess = async || login_from(&site, &format!("198.51.100.{host}"), &device.serial_number, "guess").await.unwrap_err().code();
        for _ in 0..5 {
            assert_eq!(guess().await, Code::Unauthenticated);
        }
    }
    assert_eq!(login_from(&site, "198.51.100.13", &device.serial_number, "guess").await.unwrap_err().code(), Code::ResourceExhausted);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_floods_is_asked_to_wait_and_others_are_not() {
    let limits = HttpCallLimits { pushes: 3, checks: 2, ..HttpCallLimits::default() };
    let site = Site::with_config(Config { http_call_limits: limits, ..Config::default() }).await;
    let (loud, quiet) = (make_http_panel(&site).await, make_http_panel(&site).await);
    let (loud, quiet) = (login(&site, &loud.serial_number, PASSWORD).await.unwrap(), login(&site, &quiet.serial_number, PASSWORD).await.unwrap());
    for second in 0..3 {
        put_logs(&site, &loud, &[identifier_event("1", second)]).await.unwrap();
    }
    assert_eq!(put_logs(&site, &loud, &[identifier_event("1", 4)]).await.unwrap_err().code(), Code::ResourceExhausted);
    pong(&site, &loud).await.expect("it is still online");
    let check = async |token: &str| {
        let body = json!({"identifier_number": "1", "identifier_type": "card"});
        site.http().validate_http_identifier(request(&site, token, body)).await.map(drop)
    };
    for _ in 0..2 {
        check(&loud).await.unwrap();
    }
    assert_eq!(check(&loud).await.unwrap_err().code(), Code::ResourceExhausted);
    put_logs(&site, &quiet, &[identifier_event("1", 0)]).await.unwrap();
    check(&quiet).await.unwrap();
    site.end().await;
}

#[tokio::test]
async fn a_push_that_comes_again_is_stored_once_and_equal_events_of_one_push_are_each_stored() {
    let site = Site::start().await;
    let (device, other) = (make_http_panel(&site).await, make_http_panel(&site).await);
    let token = login(&site, &device.serial_number, PASSWORD).await.unwrap();
    let of_other = login(&site, &other.serial_number, PASSWORD).await.unwrap();
    let events = [identifier_event("1", 1), identifier_event("2", 2), identifier_event("2", 2), json!({"code": "no time"}), identifier_event("3", 3)];
    put_logs(&site, &token, &events).await.unwrap();
    put_logs(&site, &token, &events).await.unwrap();
    // The whole history is replayed, and goes on.
    put_logs(&site, &token, &[events[0].clone(), events[4].clone(), identifier_event("4", 4)]).await.unwrap();
    put_logs(&site, &of_other, &events[..1]).await.unwrap();
    let stored = site.device_events(&site.admin()).await;
    let numbers = |id: i64| -> Vec<String> {
        let mut numbers: Vec<String> =
            stored.iter().filter(|event| event.device.as_ref().unwrap().id == id).filter_map(|event| event.identifier_number.clone()).collect();
        numbers.sort();
        numbers
    };
    assert_eq!(numbers(device.id), ["1", "2", "2", "3", "4"]);
    assert_eq!(numbers(other.id), ["1"]);
    assert!(stored.iter().all(|event| event.device_event_id == 0 && event.lock_number == Some(1)));
    assert_eq!(site.outbox_events::<EventArrived>("device.event.arrived").await.len(), 6);
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let rejected: Vec<i64> = sqlx::query_scalar("SELECT device_id FROM rejected_messages").fetch_all(&mut *tx).await.unwrap();
    assert!(!rejected.is_empty() && rejected.iter().all(|id| *id == device.id));
    drop(tx);

    let many: Vec<Value> = (0..101).map(|number| identifier_event(&number.to_string(), 1)).collect();
    assert_eq!(put_logs(&site, &token, &many).await.unwrap_err().code(), Code::InvalidArgument);

    // A closing that has the earlier time clears nothing; the later one does.
    let gate = |code: &str, category: &str, second: u32| json!({"created_at": format!("2026-03-02T09:00:{second:02}Z"), "category": category, "code": code, "info": {"lock": 1}});
    put_logs(&site, &token, &[gate("door_was_not_closed_too_long", "emergency", 30), gate("door_was_closed", "access", 10)]).await.unwrap();
    let state = async || crate::device_alarms::list(&site, &site.admin()).await[0].state();
    assert_eq!(state().await, AlarmState::Enabled);
    put_logs(&site, &token, &[gate("door_was_closed", "access", 40)]).await.unwrap();
    assert_eq!(state().await, AlarmState::Disabled);
    site.end().await;
}

#[tokio::test]
async fn events_of_a_clock_that_is_far_ahead_are_stored_once_as_of_their_arrival_in_their_order() {
    let site = Site::start().await;
    let device = make_http_panel(&site).await;
    let token = login(&site, &device.serial_number, PASSWORD).await.unwrap();
    let gate = |code: &str, category: &str, second: u32| json!({"created_at": format!("9999-12-31T23:59:{second:02}Z"), "category": category, "code": code, "info": {"lock": 1}});
    let events = [gate("door_was_not_closed_too_long", "emergency", 1), gate("door_was_closed", "access", 2), gate("door_was_opened", "access", 3)];
    put_logs(&site, &token, &events).await.unwrap();
    site.app.context.clock.advance(time::Duration::MINUTE);
    put_logs(&site, &token, &events).await.unwrap();
    let stored = site.device_events(&site.admin()).await;
    assert_eq!(stored.len(), 3);
    let now = kit::clock::to_proto(testing::NOW);
    assert!(stored.iter().all(|event| event.created_at.as_ref().unwrap().seconds == now.seconds && event.device_created_at.is_some()));
    let alarm = crate::device_alarms::list(&site, &site.admin()).await.remove(0);
    assert_eq!(alarm.state(), AlarmState::Disabled, "the door was closed after it");
    site.end().await;
}

#[tokio::test]
async fn a_device_asks_whether_to_open_and_is_left_to_itself_where_nobody_knows() {
    let site = Site::start().await;
    let device = make_http_panel(&site).await;
    let token = login(&site, &device.serial_number, PASSWORD).await.unwrap();
    site.access.decide("13961168", true, Some(2));
    let ask = async |number: &str, kind: &str| {
        let body = json!({"identifier_number": number, "identifier_type": kind});
        site.http().validate_http_identifier(request(&site, &token, body)).await.map(|answer| answer.into_inner())
    };
    let granted = ask("13961168", "card").await.unwrap();
    assert_eq!((granted.handled, granted.access.map(|access| (access.granted, access.lock_number))), (true, Some((true, Some(2)))));
    assert!(!ask("4711", "card").await.unwrap().handled);
    assert_eq!(ask("4711", "palm").await.unwrap_err().code(), Code::InvalidArgument);
    let body = json!({"identifier_number": "13961168", "identifier_type": "card"});
    assert_eq!(site.http().validate_http_identifier(request(&site, "", body)).await.unwrap_err().code(), Code::Unauthenticated);
    site.end().await;
}
