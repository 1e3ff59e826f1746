//! Figures of emergency alerts over simulated panels, for people who compare:
//! `cargo nextest run -p acceptance -E 'test(figures)' --run-ignored only --no-capture`. Nothing here asserts how long something took.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use acceptance::simulated::{DEVICE_PASSWORD, simulate, until};
use acceptance::{PASSWORD, Platform};
use device_simulator::device::Device;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

const PANELS: usize = 200;
const TONE: &[u8] = include_bytes!("../crates/audio-upload/tests/fixtures/tone.mp3");

/// Whether a panel plays a sound.
fn is_playing(panel: &Device) -> bool {
    panel.sounds().playing_at(kit::zone::timestamp(kit::Clock::system().now())).is_some()
}

/// What a panel holds, in one order.
fn held(panel: &Device) -> Vec<String> {
    let mut held: Vec<String> = panel.memory().identifiers.items().iter().map(|item| format!("{item:?}")).collect();
    held.sort();
    held
}

/// How long after the beginning each panel is found in a state, looked at every two milliseconds. `begin` goes on meanwhile.
async fn times_until(panels: &[Arc<Device>], state: fn(&Device) -> bool, begin: impl Future<Output = ()>) -> Vec<Duration> {
    let is_over = Arc::new(AtomicBool::new(false));
    let (watched, over, started) = (panels.to_vec(), is_over.clone(), Instant::now());
    let watch = tokio::task::spawn_blocking(move || {
        let mut times: Vec<Option<Duration>> = vec![None; watched.len()];
        while times.contains(&None) && !over.load(Ordering::Relaxed) {
            for (panel, time) in watched.iter().zip(&mut times).filter(|(_, time)| time.is_none()) {
                *time = state(panel).then(|| started.elapsed());
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        times
    });
    begin.await;
    until(async || panels.iter().all(|panel| state(panel))).await;
    // The watcher has one look more.
    tokio::time::sleep(Duration::from_millis(100)).await;
    is_over.store(true, Ordering::Relaxed);
    let mut times: Vec<Duration> = watch.await.expect("a watcher").into_iter().flatten().collect();
    times.sort();
    times
}

fn percentile(times: &[Duration], percent: usize) -> Duration {
    times[(times.len() * percent).div_ceil(100) - 1]
}

fn print(what: &str, times: &[Duration]) {
    println!(
        "{what}: {} panels, p50 {:?}, p99 {:?}, the last {:?}",
        times.len(),
        percentile(times, 50),
        percentile(times, 99),
        times[times.len() - 1]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "prints figures"]
async fn figures_of_an_alert_and_of_a_lockdown_over_two_hundred_panels() {
    let platform = Platform::start_with(acceptance::services_with_own_devices()).await.expect("the platform starts");
    let admin = platform.project("alerts", "admin@alerts.test").await.expect("a project");
    let make = async |path: &str, body: Value| platform.make(&admin, path, body).await.expect(path);
    let call = async |method: Method, path: &str, body: Value| platform.call(Some(&admin), method, path, Some(body)).await.expect("an answer");
    let get = async |path: &str| platform.call(Some(&admin), Method::GET, path, None).await.expect("an answer").body;
    until(async || get("/roles?size=100").await["items"].as_array().is_some_and(|roles| !roles.is_empty())).await;
    let house = make("/domains", json!({ "name": "House" })).await;
    let (stop, state) = (CancellationToken::new(), tempfile::tempdir().expect("a folder"));
    let (mut ids, mut panels) = (Vec::new(), Vec::new());
    for number in 0..PANELS {
        let serial = format!("F-{}", uuid::Uuid::now_v7().simple());
        let device = json!({ "name": format!("Door {number}"), "serial_number": serial, "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80,
            "domain": { "id": house }, "device_settings": { "mqtt": { "password": DEVICE_PASSWORD } } });
        ids.push(make("/devices", device).await);
        panels.push(simulate(&platform, &serial, "AA-12", state.path(), &stop));
    }
    let roles = get("/roles?size=100").await;
    let role = roles["items"].as_array().expect("roles").iter().find(|role| role["name"] == "user").expect("a role")["id"].clone();
    let anna = json!({ "name": "Anna", "email": "anna@alerts.test", "password": PASSWORD, "is_active": true, "role": { "id": role }, "domains": [{ "id": house }] });
    let anna = make("/users", anna).await;
    make("/identifiers", json!({ "name": "card", "type": "card", "value": "0001396116", "is_active": true, "owner": { "id": anna } })).await;
    for ids in ids.chunks(50) {
        let devices: Vec<Value> = ids.iter().map(|id| json!({ "id": id, "lock_number": 1 })).collect();
        make("/access-rules", json!({ "name": "in", "devices": devices, "users": [{ "id": anna }] })).await;
    }
    until(async || panels.iter().all(|panel| panel.memory().identifiers.items().len() == 1)).await;

    let form = Form::new().part("file", Part::bytes(TONE).file_name("tone.mp3"));
    let sound = platform.upload(Some(&admin), "/emergency-alerts/file", form).await.expect("a sound").body["filename"].clone();
    let fire = json!({ "name": "Fire", "device_type": "panel", "filename": sound, "playback_duration": 300, "domains": [{ "id": house }] });
    let fire = make("/emergency-alerts", fire).await;
    let begin = async |path: String| {
        let answer = call(Method::POST, &path, json!({})).await;
        assert!(answer.status.is_success(), "{answer:?}");
    };
    let times = times_until(&panels, is_playing, begin(format!("/emergency-alerts/{fire}/start"))).await;
    print("from start to the sound", &times);
    let times = times_until(&panels, |panel| !is_playing(panel), begin(format!("/emergency-alerts/{fire}/stop"))).await;
    print("from stop to silence", &times);

    let before: Vec<_> = panels.iter().map(|panel| held(panel)).collect();
    let lockdown = json!({ "name": "Lockdown", "door_mode": "lockdown", "door_duration": 3_600, "domains": [{ "id": house }] });
    let lockdown = make("/emergency-alerts", lockdown).await;
    let started = Instant::now();
    let run = call(Method::POST, &format!("/emergency-alerts/{lockdown}/start"), json!({})).await.body["id"].clone();
    let counts = async || get(&format!("/emergency-alerts/{lockdown}/runs/{run}")).await["counts"].clone();
    until(async || counts().await["shut_doors"] == PANELS).await;
    println!("lockdown: {PANELS} doors are shut by the board after {:?}", started.elapsed());
    assert!(panels.iter().all(|panel| held(panel).is_empty()), "what the board says is so");
    let started = Instant::now();
    begin(format!("/emergency-alerts/{lockdown}/stop")).await;
    until(async || counts().await["restored_doors"] == PANELS).await;
    println!("release: {PANELS} doors are restored by the board after {:?}", started.elapsed());
    let differ = panels.iter().zip(&before).filter(|(panel, before)| held(panel) != **before).count();
    println!("doors that differ after the release: {differ}");
    assert_eq!(differ, 0);
    stop.cancel();
    platform.stop().await;
}
