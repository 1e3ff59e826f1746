//! A reservation's QR code at a simulated door: it opens in its time and only then, and dies with a cancellation.
use acceptance::simulated::{DEVICE_PASSWORD, simulate, until};
use acceptance::{PASSWORD, Platform};
use device_protocol::IdentifierType;
use device_simulator::device::Device;
use device_simulator::door::Presented;
use device_simulator::visit;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

const NOON: i64 = 12 * 3600;
/// Minutes before the start from which the doors open.
const LEAD: i64 = 10;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_code_of_a_reservation_opens_its_doors_in_its_time_only_and_dies_with_a_cancellation() {
    let platform = Platform::start_with(acceptance::services_with_own_devices()).await.expect("the platform starts");
    let admin = platform.project("reservations", "admin@reservations.test").await.expect("a project");
    let make = async |token: &str, path: &str, body: Value| platform.make(token, path, body).await.expect(path);
    let get = async |token: &str, path: &str| platform.call(Some(token), Method::GET, path, None).await.expect(path).body;
    until(async || get(&admin, "/roles?size=100").await["items"].as_array().is_some_and(|roles| !roles.is_empty())).await;
    let roles = get(&admin, "/roles?size=100").await;
    let role = roles["items"].as_array().expect("roles").iter().find(|role| role["name"] == "user").expect("the role of residents")["id"].clone();
    let house = make(&admin, "/domains", json!({ "name": "House" })).await;
    let resident = json!({ "name": "Anna", "email": "anna@reservations.test", "password": PASSWORD, "is_active": true, "role": { "id": role },
        "domains": [{ "id": house }] });
    make(&admin, "/users", resident).await;
    let (stop, state) = (CancellationToken::new(), tempfile::tempdir().expect("a folder"));
    let serial = format!("T-{}", uuid::Uuid::now_v7().simple());
    let panel = json!({ "name": "Sauna", "serial_number": serial, "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80,
        "domain": { "id": house }, "device_settings": { "mqtt": { "password": DEVICE_PASSWORD } } });
    let device = make(&admin, "/devices", panel).await;
    let panel = simulate(&platform, &serial, "AA-12", state.path(), &stop);
    let rule = make(&admin, "/access-rules", json!({ "name": "Sauna", "devices": [{ "id": device, "lock_number": 1 }] })).await;
    let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    let amenity = json!({ "name": "Sauna", "domains": [{ "id": house }], "access_rules": [{ "id": rule }], "number_of_persons": { "min": 1, "max": 4 },
        "time_slots": { "duration": 3600, "items": [{ "days": days, "from": 0, "to": 86_400 }] }, "time_zone": "UTC", "lead": LEAD });
    let amenity = make(&admin, "/amenities", amenity).await;
    let anna = platform.sign_in("anna@reservations.test").await.expect("a session");
    // Noon of the day after tomorrow: neither the start nor the end comes while the test runs.
    let day = kit::zone::timestamp(kit::Clock::system().now()).to_zoned(TimeZone::UTC).date().saturating_add(SignedDuration::from_hours(48));
    let reserve = async |second: i64| {
        let wanted = json!({ "amenity": { "id": amenity }, "date": day.to_string(), "time_slots": [{ "from": second }], "number_of_persons": 1 });
        make(&anna, "/amenity-reservations", wanted).await
    };
    let code_of = async |reservation: i64| {
        let path = format!("/amenity-reservations/{reservation}");
        until(async || get(&anna, &path).await["identifier"]["id"].is_i64()).await;
        let identifier = get(&anna, &path).await["identifier"]["id"].as_i64().expect("an identifier");
        let code = get(&admin, &format!("/identifiers/{identifier}")).await["value"].as_str().expect("a code").to_owned();
        until(async || holds(&panel, &code)).await;
        code
    };
    let reservation = reserve(NOON).await;
    let code = code_of(reservation).await;

    let start = day.to_zoned(TimeZone::UTC).expect("a day").timestamp() + SignedDuration::from_secs(NOON);
    let opens = async |code: &str, minutes: i64| present(&panel, code, start + SignedDuration::from_mins(minutes)).await;
    for (minutes, expected) in [(-24 * 60, false), (-LEAD - 1, false), (-LEAD + 1, true), (30, true), (59, true), (61, false), (24 * 60, false)] {
        assert_eq!(opens(&code, minutes).await, expected, "{minutes} minutes after the start");
    }
    // Moved to the next hour, the same code opens then.
    let moved = json!({ "date": day.to_string(), "time_slots": [{ "from": NOON + 3600 }] });
    let path = format!("/amenity-reservations/{reservation}");
    assert_eq!(platform.call(Some(&anna), Method::PATCH, &path, Some(moved)).await.expect("an answer").status, 200);
    until(async || opens(&code, 90).await).await;
    assert!(!opens(&code, 30).await, "the code is the same, with the time of the new hour only");

    // Another of the same hour goes on when this one is canceled.
    let other = code_of(reserve(NOON + 3600).await).await;
    assert_eq!(platform.call(Some(&anna), Method::POST, &format!("{path}/cancel"), Some(json!({}))).await.expect("an answer").status, 200);
    until(async || !holds(&panel, &code)).await;
    assert!(!opens(&code, 90).await);
    assert!(opens(&other, 90).await);
    stop.cancel();
    platform.stop().await;
}

async fn present(panel: &Device, code: &str, at: Timestamp) -> bool {
    let presented = Presented { kind: IdentifierType::Qr, number: code.into(), lock: 1 };
    visit::present(panel, presented, Some(at)).await.expect("a visit").granted
}

fn holds(panel: &Device, code: &str) -> bool {
    panel.memory().identifiers.items().iter().any(|item| item.identifier_number == code)
}
