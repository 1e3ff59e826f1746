//! Readiness of a program by the version of its schema. It is the same for every service, and tested in the smallest one.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use amenities::MIGRATIONS;
use kit::db::Migrator;
use kit::{Context, Running, Service, Settings};
use sqlx::migrate::{Migration, MigrationType};
use sqlx::{Connection, PgConnection};
use testing::App;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

const READY_TIMEOUT: Duration = Duration::from_secs(30);
/// Versions of a migration in the services' own range, and in the range common to all services.
const OWN: i64 = 9_000;
const COMMON: i64 = 900;

/// The migrations of a later build.
fn with(version: i64) -> &'static Migrator {
    let newer = Migration::new(version, "newer".into(), MigrationType::Simple, sqlx::SqlStr::from_static("SELECT 1"), false);
    let all: Vec<Migration> = MIGRATIONS.iter().cloned().chain([newer]).collect();
    Box::leak(Box::new(Migrator::with_migrations(all)))
}

/// The readiness message of a build with these migrations.
async fn readiness_message(app: &App, migrations: &'static Migrator) -> String {
    let checked = app.context.health_target(Some(migrations));
    checked.has_started();
    checked.readiness().await.message
}

#[tokio::test]
async fn a_program_is_ready_with_the_schema_of_its_build() {
    let app = App::start("amenities", &MIGRATIONS).await;
    assert_eq!(readiness_message(&app, &MIGRATIONS).await, "");
}

#[tokio::test]
async fn a_new_program_is_not_ready_with_an_older_schema() {
    let app = App::start("amenities", &MIGRATIONS).await;
    assert_eq!(readiness_message(&app, with(OWN)).await, "the schema lacks 9000, which this build needs");
    assert_eq!(readiness_message(&app, with(COMMON)).await, "the schema lacks 900, which this build needs");
}

#[tokio::test]
async fn an_old_program_stays_ready_with_a_newer_schema() {
    let app = App::start("amenities", &MIGRATIONS).await;
    record_migration(&app, OWN).await;
    assert_eq!(readiness_message(&app, &MIGRATIONS).await, "");
}

/// Records a migration as applied, as the migration Job does.
async fn record_migration(app: &App, version: i64) {
    let url = app.context.settings.database_owner_url("amenities");
    let (server, _) = url.rsplit_once('/').unwrap();
    let mut owner = PgConnection::connect(&format!("{server}/{}", app.database())).await.unwrap();
    let row = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES ($1, 'newer', true, '', 0)";
    sqlx::query(row).bind(version).execute(&mut owner).await.unwrap();
}

/// A later build of the service.
struct Newer(Arc<AtomicBool>);

#[async_trait::async_trait]
impl Service for Newer {
    fn name(&self) -> &'static str {
        "amenities"
    }

    fn migrations(&self) -> Option<&'static Migrator> {
        Some(with(OWN))
    }

    async fn start(&self, _: Context) -> anyhow::Result<Running> {
        self.0.store(true, Ordering::SeqCst);
        Ok(Running::default())
    }
}

#[tokio::test]
async fn a_new_program_starts_its_service_once_the_schema_is_applied() {
    let app = App::start("amenities", &MIGRATIONS).await;
    let (started, shutdown) = (Arc::new(AtomicBool::new(false)), CancellationToken::new());
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let (server, _) = app.context.settings.database_url.rsplit_once('/').unwrap();
    let settings = Settings {
        database_url: format!("{server}/{}", app.database()),
        admin_addr: free.to_string(),
        grpc_addr: String::new(),
        amqp_prefix: app.database().into(),
        ..(*app.context.settings).clone()
    };
    let running = tokio::spawn(kit::process::run(settings, kit::Topology::default(), vec![Box::new(Newer(started.clone()))], shutdown.clone()));

    wait_until_ready_answers(free, "503 Service Unavailable", "the schema lacks 9000").await;
    assert!(!started.load(Ordering::SeqCst));
    record_migration(&app, OWN).await;
    wait_until_ready_answers(free, "200 OK", "").await;
    assert!(started.load(Ordering::SeqCst));
    shutdown.cancel();
    running.await.unwrap().unwrap();
}

/// Waits until /readyz answers with this status and message.
async fn wait_until_ready_answers(address: std::net::SocketAddr, status: &str, message: &str) {
    let answers = async {
        loop {
            let answer = readiness(address).await.unwrap_or_default();
            if answer.contains(status) && answer.contains(message) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(READY_TIMEOUT, answers).await.unwrap_or_else(|_| panic!("no answer with {status} {message}"));
}

async fn readiness(address: std::net::SocketAddr) -> std::io::Result<String> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(address).await?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}
