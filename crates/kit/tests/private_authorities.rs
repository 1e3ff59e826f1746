//! RabbitMQ, Redis, Postgres and the collector of traces may have certificates of an organisation's own authority.
use std::sync::Arc;
use std::time::Duration;

use kit::Redis;
use kit::consumer;
use kit::outgoing::Authorities;
use kit::telemetry::{self, Start};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

const TIMEOUT: Duration = Duration::from_secs(30);

/// A server of the organisation, on a port of localhost. It does no more than the handshakes; whether the first one
/// succeeded is what its task returns.
async fn server() -> (u16, Authorities, JoinHandle<bool>) {
    server_of(false).await
}

/// One that speaks Postgres' protocol before TLS.
async fn postgres() -> (u16, Authorities, JoinHandle<bool>) {
    server_of(true).await
}

async fn server_of(is_postgres: bool) -> (u16, Authorities, JoinHandle<bool>) {
    telemetry::install_crypto();
    let mut of_authority = CertificateParams::new(Vec::new()).unwrap();
    of_authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(of_authority, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec!["localhost".into()]).unwrap().signed_by(&key, &authority).unwrap();
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let mut config = ServerConfig::builder().with_no_client_auth().with_single_cert(vec![certificate.der().clone()], key).unwrap();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let handshake = tokio::spawn(async move {
        let (mut connection, _) = listener.accept().await.unwrap();
        if is_postgres {
            // The question has eight bytes; S is for yes.
            connection.read_exact(&mut [0; 8]).await.unwrap();
            connection.write_all(b"S").await.unwrap();
        }
        acceptor.accept(connection).await.is_ok()
    });
    (port, Authorities::parse(authority.pem().as_bytes()).unwrap(), handshake)
}

async fn succeeded(handshake: JoinHandle<bool>) -> bool {
    tokio::time::timeout(TIMEOUT, handshake).await.expect("somebody connects").unwrap()
}

#[tokio::test]
async fn redis_is_reached_over_tls() {
    for is_trusted in [true, false] {
        let (port, authorities, handshake) = server().await;
        let authorities = if is_trusted { authorities } else { Authorities::default() };
        let mut subscription = Redis::with_authorities(&format!("rediss://localhost:{port}"), &authorities).unwrap().subscribe("channel");
        let connecting = tokio::spawn(async move { subscription.next().await });
        assert_eq!(succeeded(handshake).await, is_trusted);
        connecting.abort();
    }
}

#[tokio::test]
async fn rabbitmq_is_reached_over_tls() {
    for is_trusted in [true, false] {
        let (port, authorities, handshake) = server().await;
        let authorities = if is_trusted { authorities } else { Authorities::default() };
        let url = format!("amqps://localhost:{port}/%2f");
        let connecting = tokio::spawn(async move { consumer::connect_with(&url, &authorities).await.is_ok() });
        assert_eq!(succeeded(handshake).await, is_trusted);
        connecting.abort();
    }
}

/// Postgres' own question whether there is TLS precedes the handshake.
#[tokio::test]
async fn postgres_is_reached_over_tls() {
    for (is_trusted, mode, succeeds) in [(true, "verify-full", true), (false, "verify-full", false), (false, "require", true), (true, "prefer", true)]
    {
        let (port, authorities, handshake) = postgres().await;
        let authorities = if is_trusted { authorities } else { Authorities::default() };
        let url = format!("postgres://app:password@localhost:{port}/vestibule_access?sslmode={mode}");
        let connecting = tokio::spawn(async move { kit::db::migrate_with_authorities(&url, &authorities, &kit::db::KIT_MIGRATIONS).await.is_ok() });
        assert_eq!(succeeded(handshake).await, succeeds, "{mode}, trusted: {is_trusted}");
        connecting.abort();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_collector_of_traces_is_reached_over_tls() {
    let (port, authorities, handshake) = server().await;
    let start = Start { endpoint: Some(format!("https://localhost:{port}")), authorities, ..Start::default() };
    let telemetry = start.with_writer(std::io::sink).unwrap();
    telemetry::spawn("access", "anything", async {}).await.unwrap();
    let stopping = tokio::spawn(telemetry.stop());
    assert!(succeeded(handshake).await);
    stopping.abort();
}
