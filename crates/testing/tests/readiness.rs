//! What a process needs to be ready, and what it does without (docs/adr/0061).
use std::net::SocketAddr;
use std::time::Duration;

use kit::db::Migrator;
use kit::{Context, Running, Service, Settings, Topology};
use testing::App;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

/// The kit's own tables and no others.
static NONE: Migrator = Migrator::DEFAULT;
const SERVICE: &str = "readiness-test";
const READY_TIMEOUT: Duration = Duration::from_secs(60);

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

/// Of a port at which nobody listens.
async fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap()
}

/// What /readyz answers.
async fn readiness(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

/// Otherwise an outage of Redis takes every replica of every service out of its balancer at once.
#[tokio::test]
async fn a_process_is_ready_while_redis_and_rabbitmq_are_away() {
    let app = App::start(SERVICE, &NONE).await;
    let (server, _) = app.context.settings.database_url.rsplit_once('/').unwrap();
    let admin = free_address().await;
    let settings = Settings {
        database_url: format!("{server}/{}", app.database()),
        redis_url: format!("redis://{}/", free_address().await),
        amqp_url: format!("amqp://{}/%2f", free_address().await),
        admin_addr: admin.to_string(),
        grpc_addr: String::new(),
        amqp_prefix: app.database().into(),
        ..(*app.context.settings).clone()
    };
    let shutdown = CancellationToken::new();
    let running = tokio::spawn(kit::process::run(settings, Topology::default(), vec![Box::new(Idle)], shutdown.clone()));

    let is_ready = async {
        while !readiness(admin).await.is_ok_and(|answer| answer.contains("200 OK")) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(READY_TIMEOUT, is_ready).await.expect("it is ready");
    shutdown.cancel();
    running.await.unwrap().unwrap();
}
