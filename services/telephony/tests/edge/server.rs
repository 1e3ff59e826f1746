//! An edge of the test's own, and what stands for telephony behind it.
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use kit::outgoing::Authorities;
use kit::{Context, Outgoing, Settings};
use telephony::config::{CallConfig, Config, MAX_CONCURRENT_REQUESTS, OutsidePrefixes};
use telephony::domain::session_timer::{Policy, SHORTEST};
use telephony::domain::{account, realm};
use telephony::{MIGRATIONS, edge, signalling};
use testing::{App, OTHER_PROJECT, PROJECT};
use tokio::net::UdpSocket;
use tokio::time::{Instant, sleep, timeout};

use super::authority::Authority;
use super::kamailio::{Changes, Kamailio};
pub use super::kamailio::{DOMAIN, SECRET};

/// For what will come; what must not come is waited for together with something that will.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// Numbers of both projects, and their passwords.
pub const NUMBERS: [&str; 4] = ["1001", "1002", "1003", "1004"];
pub const DISABLED: &str = "1009";

pub fn password(project: i64, number: &str) -> String {
    format!("Secret{project}of{number}")
}

pub struct Server {
    pub app: App,
    /// Where panels register, by UDP and TCP.
    pub sip: SocketAddr,
    pub websocket: SocketAddr,
    /// For browsers and panels over TLS.
    pub secure: SocketAddr,
    /// Where telephony sends what it has for phones.
    pub inside: SocketAddr,
    /// In place of telephony: receives what the edge sends there.
    pub telephony: UdpSocket,
    pub edge: edge::Edge,
    pub config: Config,
    authorities: Authorities,
    kamailio: Kamailio,
}

impl Server {
    pub async fn start() -> Server {
        Server::with(Changes::default(), &[]).await
    }

    /// Telephony and the edge believe this authority.
    pub async fn believing(authority: &Authority) -> Server {
        let authorities = authority.pem();
        Server::with(Changes { authorities: &authorities, ..Changes::default() }, &[]).await
    }

    /// With a second replica of telephony.
    pub async fn with_two_replicas() -> (Server, UdpSocket) {
        let second = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        (Server::with(Changes::default(), &[second.local_addr().unwrap()]).await, second)
    }

    /// With limits of kamailio.cfg set otherwise.
    pub async fn with_limits(limits: &[(&str, u32)]) -> Server {
        Server::with(Changes { limits, ..Changes::default() }, &[]).await
    }

    async fn with(changes: Changes<'_>, more_replicas: &[SocketAddr]) -> Server {
        let app = App::start("telephony", &MIGRATIONS).await;
        numbers(&app).await;
        let telephony = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let replicas = [&[telephony.local_addr().unwrap()], more_replicas].concat();
        let authorities = Authorities::from_setting(changes.authorities).unwrap();
        let kamailio = Kamailio::start(&app, &replicas, changes).await;
        let [sip, secure, websocket, inside, rpc] = kamailio.addresses;
        let config = config(telephony.local_addr().unwrap(), inside, rpc);
        let edge = edge::Edge::new(&config).unwrap();
        let server = Server { app, sip, websocket, secure, inside, telephony, edge, config, authorities, kamailio };
        server.await_edge().await;
        server
    }

    async fn await_edge(&self) {
        let end = Instant::now() + ANSWER_TIMEOUT;
        while self.edge.status().await.is_err() {
            assert!(Instant::now() < end, "the edge does not start:\n{}", self.kamailio.log());
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// The service's own call control, where this test was.
    pub async fn start_call_control(&mut self) {
        self.telephony = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        // Snapshots of other tests are in the same Redis.
        let settings = Settings { amqp_prefix: self.app.database().into(), ..(*self.app.context.settings).clone() };
        let outgoing = Outgoing::new(settings.private_networks.clone(), self.authorities.clone()).unwrap();
        let context = Context { settings: Arc::new(settings), outgoing, ..self.app.context.clone() };
        tokio::spawn(signalling::run(context, Arc::new(self.config.clone())));
    }

    pub async fn restart(&mut self) {
        self.kamailio.stop();
        self.kamailio.spawn();
        self.await_edge().await;
    }

    pub fn renew_certificate(&self) {
        self.kamailio.renew_certificate();
    }

    /// Kamailio ends as a whole when one of its processes crashes.
    pub fn crashed(&self) -> bool {
        self.kamailio.log().contains("exited by a signal")
    }

    /// The next request that telephony receives, and where it came from.
    pub async fn heard(&self) -> (String, SocketAddr) {
        heard_by(&self.telephony).await
    }

    /// Asks until the edge says so: what it writes down, it writes behind.
    pub async fn eventually<F: Future<Output = bool>>(&self, what: &str, is_so: impl Fn() -> F) {
        let end = Instant::now() + ANSWER_TIMEOUT;
        while !is_so().await {
            assert!(Instant::now() < end, "{what}:\n{}", self.kamailio.log());
            sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn is_registered(&self, number: &str) -> bool {
        self.edge.is_registered(&realm::for_project(PROJECT, DOMAIN), number).await.unwrap()
    }
}

/// The next request that a replica of telephony receives.
pub async fn heard_by(telephony: &UdpSocket) -> (String, SocketAddr) {
    let mut buffer = vec![0; 65536];
    let (length, from) = timeout(ANSWER_TIMEOUT, telephony.recv_from(&mut buffer)).await.expect("telephony hears something").unwrap();
    (String::from_utf8_lossy(&buffer[..length]).into_owned(), from)
}

fn config(telephony: SocketAddr, edge: SocketAddr, rpc: SocketAddr) -> Config {
    let calls = CallConfig {
        address: telephony,
        edge,
        edge_rpc: format!("http://{rpc}/RPC"),
        media: "127.0.0.1:9".parse().unwrap(),
        keys: (telephony.ip(), 0).into(),
        sounds: String::new(),
        shard: 0,
        session: Policy { expires: 1800, shortest: SHORTEST },
        max_concurrent_requests: MAX_CONCURRENT_REQUESTS,
        outside_calls_per_day: 500,
        outside_prefixes: OutsidePrefixes::default(),
    };
    Config {
        calls: Some(calls),
        domain: DOMAIN.into(),
        public_host: "127.0.0.1".into(),
        public_port: 5060,
        websocket_port: 8443,
        websocket_transport: "ws".into(),
        secret: SECRET.into(),
        restart: None,
    }
}

async fn numbers(app: &App) {
    let mut tx = app.context.database.system().await.unwrap();
    for project in [PROJECT, OTHER_PROJECT] {
        for number in NUMBERS.iter().chain([&DISABLED]) {
            let ha1 = account::ha1(number, &realm::for_project(project, DOMAIN), &password(project, number));
            sqlx::query(
                "INSERT INTO sip_numbers (project_id, number, name, sealed_password, ha1, is_active, is_reserved, is_system, domain_id, is_general,
                     forward_mode, forward_queues, created_at, updated_at)
                 VALUES ($1, $2, '', '', $3, $4, false, false, 1, false, 'disabled', '[]', now(), now())",
            )
            .bind(project)
            .bind(number)
            .bind(ha1)
            .bind(*number != DISABLED)
            .execute(&mut *tx)
            .await
            .unwrap();
        }
    }
    tx.commit().await.unwrap();
}
