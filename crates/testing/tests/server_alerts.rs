//! The alerts about Postgres and Redis, against what a process says of running ones: an alert on a series that no process has
//! never fires.
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

use kit::db::Migrator;
use kit::{Context, Running, Service, Settings, Topology};
use testing::App;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

const ALERTS: &str = include_str!("../../../charts/vestibule/files/alerts.yaml");
/// The kit's own tables and no others.
static NONE: Migrator = Migrator::DEFAULT;
const SERVICE: &str = "server-alerts-test";
const LOOK_TIMEOUT: Duration = Duration::from_secs(60);
/// Another test may take a port that was free.
const PORT_TRIES: usize = 5;

struct Idle;

#[async_trait::async_trait]
impl Service for Idle {
    fn name(&self) -> &'static str {
        SERVICE
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(&NONE)
    }

    async fn start(&self, _: Context) -> anyhow::Result<Running> {
        Ok(Running::default())
    }
}

/// The metrics of the kit that alerts use.
fn used() -> BTreeSet<&'static str> {
    let expressions = ALERTS.lines().filter_map(|line| line.trim().strip_prefix("expr: "));
    let words = expressions.flat_map(|expression| expression.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_'));
    words.filter(|word| word.starts_with("postgres_") || word.starts_with("redis_")).collect()
}

/// Of a port at which nobody listens.
async fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap()
}

/// The value of the metric's only series.
fn value(metrics: &str, name: &str) -> Option<f64> {
    let series = |line: &&str| line.split(['{', ' ']).next() == Some(name);
    metrics.lines().find(series)?.rsplit_once(' ')?.1.parse().ok()
}

/// Runs a process until its metrics are as they should be.
async fn until(settings: Settings, is_right: impl Fn(&str) -> bool) {
    let mut ended = Ok(());
    for _ in 0..PORT_TRIES {
        ended = run_until(&settings, &is_right).await;
        if ended.is_ok() {
            return;
        }
    }
    ended.expect("a process that runs");
}

/// An error where the process ends by itself.
async fn run_until(settings: &Settings, is_right: &impl Fn(&str) -> bool) -> anyhow::Result<()> {
    let admin = free_address().await;
    let settings = Settings { admin_addr: admin.to_string(), grpc_addr: String::new(), ..settings.clone() };
    let shutdown = CancellationToken::new();
    let mut running = tokio::spawn(kit::process::run(settings, Topology::default(), vec![Box::new(Idle)], shutdown.clone()));
    let mut seen = String::new();
    let looks = async {
        loop {
            if let Ok(answer) = reqwest::get(format!("http://{admin}/metrics")).await
                && let Ok(text) = answer.text().await
            {
                seen = text;
                if is_right(&seen) {
                    return;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let looked = tokio::select! {
        looked = tokio::time::timeout(LOOK_TIMEOUT, looks) => looked,
        ended = &mut running => {
            ended.unwrap()?;
            anyhow::bail!("it ended without an error");
        }
    };
    assert!(looked.is_ok(), "{seen}");
    shutdown.cancel();
    running.await.unwrap()
}

#[tokio::test]
async fn alerts_about_postgres_and_redis_use_what_a_process_says_of_running_ones() {
    let app = App::start(SERVICE, &NONE).await;
    let (server, _) = app.context.settings.database_url.rsplit_once('/').unwrap();
    let settings =
        Settings { database_url: format!("{server}/{}", app.database()), amqp_prefix: app.database().into(), ..(*app.context.settings).clone() };
    assert_eq!(used().len(), 9, "{:?}", used());
    until(settings, |metrics| {
        let is_above = |name, least: f64| value(metrics, name).is_some_and(|value| value > least);
        used().into_iter().all(|name| value(metrics, name).is_some())
            && ["postgres_answers", "postgres_connections", "redis_answers", "redis_used_bytes"].into_iter().all(|name| is_above(name, 0.0))
            && value(metrics, "postgres_connections") <= value(metrics, "postgres_connections_limit")
    })
    .await;
}

#[tokio::test]
async fn servers_that_are_away_are_told() {
    let app = App::start(SERVICE, &NONE).await;
    let (server, _) = app.context.settings.database_url.rsplit_once('/').unwrap();
    let (login, _) = server.rsplit_once('@').unwrap();
    let settings = Settings {
        database_url: format!("{login}@{}/{}", free_address().await, app.database()),
        redis_url: format!("redis://{}/", free_address().await),
        amqp_prefix: app.database().into(),
        ..(*app.context.settings).clone()
    };
    until(settings, |metrics| ["postgres_answers", "redis_answers"].into_iter().all(|name| value(metrics, name) == Some(0.0))).await;
}
