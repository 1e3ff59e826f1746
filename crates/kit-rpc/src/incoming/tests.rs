use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use http::Request;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tonic::body::Body;
use tonic::service::Routes;
use tonic::transport::{Channel, Server};
use tonic::{Code, Status};

use super::*;
use crate::certificates::Authority;
use crate::peers::{Connections, connection};
use crate::resend;

const KEY: [u8; 32] = [7; 32];
const OTHER_KEY: [u8; 32] = [8; 32];

fn authority(key: &[u8]) -> Authority {
    Authority::from_keys(&[key.to_vec()])
}

/// A process that echoes its requests.
struct Echo {
    address: SocketAddr,
    calls: Arc<AtomicUsize>,
    connections: Arc<AtomicUsize>,
}

impl Echo {
    async fn of(key: &[u8], service: &str) -> Self {
        Self::with(authority(key).server(&[service]).unwrap()).await
    }

    async fn with(tls: Arc<ServerConfig>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = calls.clone();
        let echo = axum::Router::new().fallback(move |body: Bytes| {
            counted.fetch_add(1, Ordering::SeqCst);
            async move { body }
        });
        let connections = Arc::new(AtomicUsize::new(0));
        let accepted = connections.clone();
        let incoming = accept_mutual_tls(listener, tls, CancellationToken::new()).inspect(move |_| _ = accepted.fetch_add(1, Ordering::SeqCst));
        tokio::spawn(async move { Server::builder().add_routes(Routes::from(echo)).serve_with_incoming(pin!(incoming)).await });
        Echo { address, calls, connections }
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }
}

fn channel(key: &[u8], service: &str, address: SocketAddr) -> Channel {
    connection(&authority(key), service, &format!("https://{address}")).unwrap()
}

async fn say(channel: Channel, text: &'static str) -> Result<Bytes, Status> {
    let request = Request::post("https://peer/service/Method").body(Body::new(axum::body::Body::from(text))).unwrap();
    let answer = resend::send(channel, request).await?;
    Ok(axum::body::to_bytes(axum::body::Body::new(answer.into_body()), 1_000).await.unwrap())
}

#[tokio::test]
async fn processes_that_hold_the_same_key_reach_each_other() {
    let echo = Echo::of(&KEY, "identity").await;
    assert_eq!(say(channel(&KEY, "identity", echo.address), "hello").await.unwrap(), "hello");
}

#[tokio::test]
async fn calls_to_a_service_take_turns_over_several_connections() {
    let echo = Echo::of(&KEY, "identity").await;
    let connections = Connections::new(&authority(&KEY), "identity", &format!("https://{}", echo.address)).unwrap();
    for _ in 0..2 * Connections::COUNT {
        say(connections.next(), "hello").await.unwrap();
    }
    assert_eq!((echo.connections.load(Ordering::SeqCst), echo.calls()), (Connections::COUNT, 2 * Connections::COUNT));
}

#[tokio::test]
async fn a_process_is_known_by_each_of_its_services() {
    let echo = Echo::with(authority(&KEY).server(&["identity", "device-gateway"]).unwrap()).await;
    for service in ["identity", "device-gateway"] {
        assert!(say(channel(&KEY, service, echo.address), "hello").await.is_ok(), "{service}");
    }
}

#[tokio::test]
async fn who_holds_another_key_neither_calls_nor_is_called() {
    let (ours, foreign) = (Echo::of(&KEY, "identity").await, Echo::of(&OTHER_KEY, "identity").await);
    for (key, echo) in [(&OTHER_KEY, &ours), (&KEY, &foreign)] {
        assert_eq!(say(channel(key, "identity", echo.address), "hello").await.unwrap_err().code(), Code::Unavailable);
        assert_eq!(echo.calls(), 0);
    }
}

#[tokio::test]
async fn a_caller_that_proves_nothing_is_refused() {
    let echo = Echo::of(&KEY, "identity").await;
    let without_certificate = authority(&KEY).stranger("identity").unwrap();
    let endpoint = tonic::transport::Endpoint::from_shared(format!("https://{}", echo.address)).unwrap();
    let stranger = endpoint.tls_config(without_certificate).unwrap().connect_lazy();
    assert_eq!(say(stranger, "hello").await.unwrap_err().code(), Code::Unavailable);
    let plain = tonic::transport::Endpoint::from_shared(format!("http://{}", echo.address)).unwrap().connect_lazy();
    assert_eq!(say(plain, "hello").await.unwrap_err().code(), Code::Unavailable);
    assert_eq!(echo.calls(), 0);
}

#[tokio::test]
async fn one_service_is_not_taken_for_another() {
    let echo = Echo::of(&KEY, "amenities").await;
    assert_eq!(say(channel(&KEY, "identity", echo.address), "hello").await.unwrap_err().code(), Code::Unavailable);
    assert_eq!(echo.calls(), 0);
}

#[tokio::test]
async fn a_callers_certificate_does_not_serve() {
    let authority = authority(&KEY);
    let echo = Echo::with(authority.callers_own_server("identity").unwrap()).await;
    assert_eq!(say(channel(&KEY, "identity", echo.address), "hello").await.unwrap_err().code(), Code::Unavailable);
    assert_eq!(echo.calls(), 0);
}

#[tokio::test]
async fn an_address_without_tls_is_refused() {
    let refused = connection(&authority(&KEY), "identity", "http://identity:9090").unwrap_err();
    assert_eq!(refused.to_string(), "services are reached by https");
}

/// Passes bytes on to `to`, and keeps what it sees.
async fn tapped(to: SocketAddr) -> (SocketAddr, Arc<Mutex<Vec<u8>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = seen.clone();
    tokio::spawn(async move {
        let (caller, _) = listener.accept().await.unwrap();
        let (mut from_caller, mut to_caller) = caller.into_split();
        let (mut from_server, mut to_server) = TcpStream::connect(to).await.unwrap().into_split();
        tokio::spawn(async move { copy(&mut from_server, &mut to_caller).await });
        let mut buffer = [0; 4_096];
        while let Ok(length @ 1..) = from_caller.read(&mut buffer).await {
            noted.lock().unwrap().extend_from_slice(&buffer[..length]);
            to_server.write_all(&buffer[..length]).await.unwrap();
        }
    });
    (address, seen)
}

#[tokio::test]
async fn what_is_said_cannot_be_read_on_the_wire() {
    let echo = Echo::of(&KEY, "identity").await;
    let (address, seen) = tapped(echo.address).await;
    assert_eq!(say(channel(&KEY, "identity", address), "a secret").await.unwrap(), "a secret");
    let seen = seen.lock().unwrap().clone();
    assert!(!seen.is_empty() && !seen.windows(8).any(|window| window == b"a secret"));
}

#[tokio::test]
async fn who_says_nothing_keeps_nobody_waiting() {
    let echo = Echo::of(&KEY, "identity").await;
    let mut idle = Vec::new();
    for _ in 0..MAX_CONCURRENT_HANDSHAKES - 1 {
        idle.push(TcpStream::connect(echo.address).await.unwrap());
    }
    assert!(say(channel(&KEY, "identity", echo.address), "hello").await.is_ok());
}

#[tokio::test]
async fn a_connection_that_waits_when_the_process_ends_is_taken() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let _caller = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let shutdown = CancellationToken::new();
    shutdown.cancel();
    let mut made = pin!(accept_until(listener, shutdown));
    assert!(made.next().await.is_some_and(|accepted| accepted.is_ok()));
    assert!(made.next().await.is_none());
}

#[tokio::test]
async fn a_handshake_that_is_under_way_when_the_process_ends_is_ended() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let shutdown = CancellationToken::new();
    let mut proved = pin!(accept_mutual_tls(listener, authority(&KEY).server(&["identity"]).unwrap(), shutdown.clone()));
    let mut caller = TcpStream::connect(address).await.unwrap();
    // As far as the process can come without the caller.
    assert!(timeout(ACCEPT_GRACE, proved.next()).await.is_err());
    shutdown.cancel();
    assert!(timeout(ACCEPT_GRACE * 4, proved.next()).await.is_err(), "it waits for the caller");
    caller.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await.unwrap();
    assert!(proved.next().await.is_none(), "who proves nothing is let go");
}

#[tokio::test]
async fn while_the_service_key_is_changed_processes_of_either_order_know_each_other() {
    kit_telemetry::install_crypto();
    let (old_first, new_first) =
        (Authority::from_keys(&[KEY.to_vec(), OTHER_KEY.to_vec()]), Authority::from_keys(&[OTHER_KEY.to_vec(), KEY.to_vec()]));
    let takes = async |server: &Authority, client: &Authority| {
        let echo = Echo::with(server.server(&["identity"]).unwrap()).await;
        let channel = connection(client, "identity", &format!("https://{}", echo.address)).unwrap();
        say(channel, "hello").await.is_ok()
    };
    for (server, client) in [(&old_first, &new_first), (&new_first, &old_first), (&authority(&KEY), &old_first), (&old_first, &authority(&KEY))] {
        assert!(takes(server, client).await);
    }
    assert!(takes(&authority(&OTHER_KEY), &new_first).await);
    assert!(!takes(&authority(&OTHER_KEY), &authority(&KEY)).await);
}
