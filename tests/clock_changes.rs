//! A door and the explanation of its decision agree, whatever the clocks of the project's zone do: schedules are entered over HTTP,
//! reach a simulated panel by MQTT, and the panel decides from its own memory.
use std::sync::Arc;
use std::time::Duration;

use acceptance::{PASSWORD, Platform};
use device_protocol::{IdentifierType, Serial};
use device_simulator::credentials::Credentials;
use device_simulator::device::{Device, Setup};
use device_simulator::door::Presented;
use device_simulator::link::{self, Broker, LinkSettings};
use device_simulator::visit::{self, DecidedBy};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use reqwest::Method;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

const ZONE: &str = "Europe/Amsterdam";
const PANEL_PASSWORD: &str = "a-panels-own-password";
const TIMEOUT: Duration = Duration::from_secs(120);
/// The clocks are put forward on 28 March and back on 31 October. A day in summer; the last days of schedules.
const DAYS: [&str; 10] =
    ["2027-03-27", "2027-03-28", "2027-03-29", "2027-03-30", "2027-07-14", "2027-10-30", "2027-10-31", "2027-11-01", "2027-11-05", "2027-11-06"];
const HOURS: [&str; 10] = ["00:30", "05:30", "06:30", "07:30", "12:00", "15:30", "16:30", "17:30", "22:30", "23:30"];

/// The schedules of the cards 1 to 4.
fn schedules() -> Vec<Value> {
    let office = |name: &str, day: &str| {
        json!({ "name": name, "is_all_day": false, "repeat_mode": "day",
            "valid_from": format!("{day}T08:00:00"), "valid_to": format!("{day}T18:00:00") })
    };
    let with = |mut schedule: Value, fields: Value| {
        for (key, value) in fields.as_object().expect("an object") {
            schedule[key] = value.clone();
        }
        schedule
    };
    vec![
        office("daily", "2027-01-04"),
        with(office("ten times", "2027-03-20"), json!({ "repeat_duration_mode": "count", "repeat_duration_count": 10 })),
        with(office("until", "2027-01-04"), json!({ "repeat_duration_mode": "until", "repeat_duration_until": "2027-11-05" })),
        json!({ "name": "all day", "is_all_day": true, "repeat_mode": "two_weeks", "valid_from": "2027-03-15T00:00:00", "valid_to": "2027-03-15T23:59:00" }),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_door_and_the_explanation_agree_on_both_sides_of_a_clock_change() {
    let platform = Platform::start_with(acceptance::services_with_own_devices()).await.expect("the platform starts");
    let admin = platform.project("clocks", "admin@clocks.test").await.expect("a project");
    let general = json!({ "time_zone": ZONE });
    platform.eventually("the zone", || platform.call(Some(&admin), Method::PATCH, "/settings/general", Some(general.clone()))).await.expect("set");
    let site = Site::create(&platform, &admin).await;

    let mut differences = Vec::new();
    let (mut granted, mut denied) = (0, 0);
    for (card, identifier) in site.identifiers.iter().enumerate() {
        for at in DAYS.iter().flat_map(|day| HOURS.map(|hour| format!("{day}T{hour}:00Z"))) {
            let question = json!({ "identifier_id": identifier, "device_id": site.device_id, "lock_number": 1, "time": at });
            let explained = platform.call(Some(&admin), Method::POST, "/access-check", Some(question)).await.expect("an answer").body;
            let presented = Presented { kind: IdentifierType::Card, number: number(card), lock: 1 };
            let visit = visit::present(&site.panel, presented, Some(at.parse::<Timestamp>().expect("a time"))).await.expect("a visit");
            assert_eq!(visit.decided_by, DecidedBy::Device);
            let allowed = explained["allowed"].as_bool().expect("an explanation");
            *(if allowed { &mut granted } else { &mut denied }) += 1;
            if allowed != visit.granted {
                differences.push(format!("card {card} at {at}: explained {allowed}, at the door {}", visit.granted));
            }
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
    assert!(granted > 40 && denied > 40, "{granted} granted, {denied} denied");
    site.stop.cancel();
    platform.stop().await;
}

fn number(card: usize) -> String {
    format!("{:010}", 1_396_116 + card)
}

struct Site {
    panel: Arc<Device>,
    device_id: i64,
    identifiers: Vec<i64>,
    stop: CancellationToken,
    _state: tempfile::TempDir,
}

impl Site {
    /// One door, and a resident with a card for each schedule. The panel left its factory in UTC.
    async fn create(platform: &Platform, admin: &str) -> Site {
        let make = async |path: &str, body: Value| platform.make(admin, path, body).await.expect(path);
        until(async || {
            let probe = json!({ "from": "2027-03-27T00:00:00Z", "to": "2027-03-28T00:00:00Z", "time_rule": schedules()[0] });
            let preview = platform.call(Some(admin), Method::POST, "/time-rules/preview", Some(probe)).await.expect("an answer").body;
            preview["periods"][0]["from"] == "2027-03-27T07:00:00.000Z"
        })
        .await;
        let group = make("/domains", json!({ "name": "house" })).await;
        let roles = platform.call(Some(admin), Method::GET, "/roles?size=100", None).await.expect("roles").body;
        let role = roles["items"].as_array().expect("roles").iter().find(|role| role["name"] == "user").expect("the role")["id"].clone();
        let serial = format!("T-{}", uuid::Uuid::now_v7().simple());
        let device = json!({
            "name": "door", "serial_number": serial, "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80,
            "domain": { "id": group }, "device_settings": { "mqtt": { "password": PANEL_PASSWORD } },
        });
        let device_id = make("/devices", device).await;
        let mut identifiers = Vec::new();
        for (card, schedule) in schedules().into_iter().enumerate() {
            let email = format!("resident{card}@clocks.test");
            let user = json!({ "name": "resident", "email": email, "password": PASSWORD, "is_active": true, "role": { "id": role }, "domains": [{ "id": group }] });
            let user = make("/users", user).await;
            let card = json!({ "name": "card", "type": "card", "value": number(card), "is_active": true, "owner": { "id": user } });
            identifiers.push(make("/identifiers", card).await);
            let schedule = make("/time-rules", schedule).await;
            let rule = json!({ "name": "in", "devices": [{ "id": device_id, "lock_number": 1 }], "users": [{ "id": user }],
                "domains": [{ "id": group }], "time_rules": [{ "id": schedule }] });
            make("/access-rules", rule).await;
        }
        let state = tempfile::tempdir().expect("a folder");
        let setup = Setup {
            state: state.path().to_path_buf(),
            clock_offset: 0,
            zone: TimeZone::UTC,
            remote_check_timeout: Duration::from_secs(10),
            asks_about_unknown: false,
        };
        let credentials = Credentials {
            serial: Serial::new(serial).expect("a serial number"),
            protocol: Default::default(),
            port: None,
            model: "AA-12".into(),
            password: PANEL_PASSWORD.into(),
            name: "door".into(),
            zone: None,
            remote_check: false,
        };
        let panel = Arc::new(Device::open(&credentials, &setup).expect("a panel"));
        let settings = LinkSettings {
            broker: Broker::parse(&platform.settings().mqtt_url, None).expect("the broker"),
            server: None,
            heartbeat: Duration::ZERO,
            answer_timeout: Duration::from_secs(3),
        };
        let stop = CancellationToken::new();
        tokio::spawn(link::run(panel.clone(), settings, stop.clone()));
        until(async || panel.memory().identifiers.items().len() == identifiers.len()).await;
        Site { panel, device_id, identifiers, stop, _state: state }
    }
}

async fn until(condition: impl AsyncFn() -> bool) {
    let waiting = async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, waiting).await.expect("in vain");
}
