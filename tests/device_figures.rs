//! Figures of devices, for people who compare:
//! `cargo nextest run -p acceptance -E 'test(figures)' --run-ignored only --no-capture`. Nothing here asserts how long something took.
use std::time::{Duration, Instant};

use acceptance::Platform;
use acceptance::simulated::{DEVICE_PASSWORD, until};
use futures::StreamExt;
use futures::stream;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

const EVENTS: i64 = 1_000_000;
const CHECKS: usize = 5_000;
const CARD: &str = "0013961168";

/// Memory of this process that is in use, in MiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("the status of this process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1_024
}

fn percentile(times: &[Duration], percent: usize) -> Duration {
    times[(times.len() * percent).div_ceil(100) - 1]
}

/// A panel that speaks HTTP, in a new project with somebody whose card opens it.
struct Door {
    platform: Platform,
    admin: String,
    id: i64,
    /// Of the panel's session.
    token: String,
}

async fn door() -> Door {
    let platform = Platform::start().await.expect("the platform starts");
    let admin = platform.project("figures", "admin@figures.test").await.expect("a project");
    let make = async |path: &str, body: Value| platform.make(&admin, path, body).await.expect(path);
    let house = make("/domains", json!({ "name": "House" })).await;
    let serial = format!("F-{}", uuid::Uuid::now_v7().simple());
    let device = json!({ "name": "Door", "serial_number": serial, "type": "panel", "model": "AA-12", "protocol": "http", "port": 80,
        "domain": { "id": house }, "device_settings": { "mqtt": { "password": DEVICE_PASSWORD } } });
    let id = make("/devices", device).await;
    let role = make("/roles", json!({ "name": "Tenant", "permissions": [] })).await;
    let anna = json!({ "name": "Anna", "email": "anna@figures.test", "password": acceptance::PASSWORD, "is_active": true, "role": { "id": role },
        "domains": [{ "id": house }] });
    let anna = make("/users", anna).await;
    make("/identifiers", json!({ "name": "card", "type": "card", "value": CARD, "is_active": true, "owner": { "id": anna } })).await;
    make("/access-rules", json!({ "name": "in", "devices": [{ "id": id, "lock_number": 1 }], "users": [{ "id": anna }] })).await;
    let login = json!({ "login": serial, "password": DEVICE_PASSWORD });
    let login = platform.call(None, Method::POST, "/devices/login", Some(login)).await.expect("an answer");
    let token = login.body["token"].as_str().expect("a token").to_owned();
    Door { platform, admin, id, token }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "prints figures"]
async fn figures_of_checks_at_the_door() {
    let door = door().await;
    let check = async || {
        let question = json!({ "identifier_number": CARD, "identifier_type": "card" });
        let answer = door.platform.call(Some(&door.token), Method::POST, "/remote/validate", Some(question)).await.expect("an answer");
        answer.body["access"]["granted"] == true
    };
    until(async || check().await).await;
    for connections in [1, 8] {
        let begin = Instant::now();
        let timed = stream::iter(0..CHECKS).map(|_| async {
            let begin = Instant::now();
            assert!(check().await);
            begin.elapsed()
        });
        let mut times: Vec<Duration> = timed.buffer_unordered(connections).collect().await;
        times.sort();
        println!(
            "{CHECKS} checks at the door, {connections} at a time: {:.0} a second, p50 {:?}, p99 {:?}, the slowest {:?}",
            CHECKS as f64 / begin.elapsed().as_secs_f64(),
            percentile(&times, 50),
            percentile(&times, 99),
            times[times.len() - 1]
        );
    }
    door.platform.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "prints figures"]
async fn figures_of_a_download_of_a_million_events() {
    let door = door().await;
    let mut owner = PgConnection::connect(&door.platform.settings().database_owner_url("device-gateway")).await.expect("the database");
    sqlx::query(
        "INSERT INTO events (project_id, device_id, domain_id, device_event_id, category, code, identifier_type, identifier_number, identifier_name,
             user_name, lock_number, info, created_at, received_at)
         SELECT d.project_id, d.id, d.domain_id, n, 1, 'access_granted_by_valid_identifier', 'card', 'x' || n, 'card', 'Anna', 1, '{}',
             timestamptz '2026-01-01 00:00Z' + interval '20 seconds' * n, now()
         FROM devices d, generate_series(1, $2) n WHERE d.id = $1",
    )
    .bind(door.id)
    .bind(EVENTS)
    .execute(&mut owner)
    .await
    .expect("a million events");
    sqlx::query("ANALYZE events").execute(&mut owner).await.expect("statistics");
    let client = reqwest::Client::new();
    for format in ["csv", "xlsx"] {
        let (before, begin) = (memory(), Instant::now());
        let url = format!("{}/api/v0/events/access-control/download?export_format={format}", door.platform.url);
        let answer = client.get(url).bearer_auth(&door.admin).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{}", answer.status());
        let (mut pieces, mut bytes, mut most) = (answer.bytes_stream(), 0, 0);
        let mut lines = 0;
        while let Some(piece) = pieces.next().await {
            let piece = piece.expect("the whole file");
            bytes += piece.len();
            lines += piece.iter().filter(|byte| **byte == b'\n').count() as i64;
            most = most.max(memory());
        }
        assert!(format != "csv" || lines == EVENTS + 1, "{lines} lines");
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "{EVENTS} events as {format}: {seconds:.1} s, {:.0} rows a second, {} MiB; memory of the platform {before} MiB before, {most} MiB at most",
            EVENTS as f64 / seconds,
            bytes >> 20
        );
    }
    door.platform.stop().await;
}
