//! Panels and providers over TCP and TLS; the TLS is openssl's.
use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use telephony::domain::realm;
use testing::PROJECT;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::timeout;
use uuid::Uuid;

use super::authority::Authority;
use super::calls::{invite, repeated};
use super::phone::{Phone, status};
use super::server::{ANSWER_TIMEOUT, DOMAIN, Server};

/// Messages of SIP in a stream; none of ours has a body.
pub struct Line {
    from: Box<dyn AsyncRead + Unpin + Send>,
    to: Box<dyn AsyncWrite + Unpin + Send>,
    read: Vec<u8>,
    _openssl: Option<Child>,
}

impl Line {
    fn of(stream: TcpStream) -> Line {
        let (from, to) = stream.into_split();
        Line { from: Box::new(from), to: Box::new(to), read: Vec::new(), _openssl: None }
    }

    /// `openssl s_client` or `s_server`, which passes on its input.
    fn of_openssl(arguments: &[&str]) -> Line {
        let mut command = Command::new("openssl");
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut openssl = command.spawn().expect("openssl");
        let (from, to) = (openssl.stdout.take().unwrap(), openssl.stdin.take().unwrap());
        Line { from: Box::new(from), to: Box::new(to), read: Vec::new(), _openssl: Some(openssl) }
    }

    pub async fn say(&mut self, message: &str) {
        self.to.write_all(message.as_bytes()).await.unwrap();
        self.to.flush().await.unwrap();
    }

    pub async fn next(&mut self) -> String {
        loop {
            if let Some(end) = self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                let message = self.read.drain(..end + 4).collect::<Vec<u8>>();
                return String::from_utf8_lossy(&message).into_owned();
            }
            let mut part = [0; 4096];
            let read = timeout(ANSWER_TIMEOUT, self.from.read(&mut part)).await.expect("a message").unwrap();
            assert!(read > 0, "the line is open");
            self.read.extend(&part[..read]);
        }
    }

    pub async fn has_heard_nothing(&mut self) -> bool {
        let mut part = [0; 1];
        self.read.is_empty() && timeout(Duration::from_millis(500), self.from.read(&mut part)).await.is_err()
    }

    async fn final_answer(&mut self) -> String {
        loop {
            let answer = self.next().await;
            if status(&answer) >= 200 {
                return answer;
            }
        }
    }
}

/// A panel registers over the line, and telephony rings it by the same line.
async fn registers_and_rings(server: &Server, mut line: Line, transport: &str) {
    let panel = Phone::new(server, "1001").await;
    let of_line = |message: String| message.replace("SIP/2.0/UDP", &format!("SIP/2.0/{}", transport.to_uppercase()));
    let id = Uuid::now_v7().simple().to_string();
    line.say(&of_line(panel.request("REGISTER", "1001", &id, 1, ""))).await;
    let challenge = line.final_answer().await;
    assert_eq!(status(&challenge), 401);
    let signature = panel.signature(&challenge, "REGISTER", &format!("sip:{}", panel.realm));
    line.say(&of_line(panel.request("REGISTER", "1001", &id, 2, &signature))).await;
    assert_eq!(status(&line.final_answer().await), 200);

    let contact = server.edge.contacts(&realm::for_project(PROJECT, DOMAIN), "1001").await.unwrap().remove(0);
    assert!(!contact.is_websocket);
    server.telephony.send_to(invite(server, &contact.uri, &contact.next_hop).as_bytes(), server.inside).await.unwrap();
    let rung = line.next().await;
    assert!(rung.starts_with(&format!("INVITE {} SIP/2.0", contact.uri)), "{rung}");
    line.say(&format!("SIP/2.0 486 Busy Here\r\n{}\r\nContent-Length: 0\r\n\r\n", repeated(&rung, "p"))).await;
    assert_eq!(refusal(server).await, 486);
}

/// The responses that telephony receives to the call that it has made.
async fn refusal(server: &Server) -> u16 {
    loop {
        let code = status(&server.heard().await.0);
        if code >= 200 {
            return code;
        }
    }
}

/// A call by a trunk, by the edge's socket of this name, as `signalling/provider.rs` sends it.
async fn calls_out(server: &Server, socket: &str, provider: SocketAddr, transport: &str) {
    let route = format!("<sip:{socket}@{};lr;received=sip:{provider}%3Btransport%3D{transport}>", server.inside);
    let number = format!("sip:+4930123@{provider};transport={transport}");
    server.telephony.send_to(invite(server, &number, &route).as_bytes(), server.inside).await.unwrap();
}

async fn takes_the_call(server: &Server, mut provider: Line) {
    let rung = provider.next().await;
    assert!(rung.starts_with("INVITE sip:+4930123@"), "{rung}");
    provider.say(&format!("SIP/2.0 486 Busy Here\r\n{}\r\nContent-Length: 0\r\n\r\n", repeated(&rung, "p"))).await;
    assert_eq!(refusal(server).await, 486);
}

#[tokio::test]
async fn a_panel_registers_over_tls_and_rings_by_the_same_connection() {
    let server = Server::start().await;
    let line = Line::of_openssl(&["s_client", "-quiet", "-connect", &server.secure.to_string()]);
    registers_and_rings(&server, line, "tls").await;
}

#[tokio::test]
async fn a_panel_registers_over_tcp_and_rings_by_the_same_connection() {
    let server = Server::start().await;
    let line = Line::of(TcpStream::connect(server.sip).await.unwrap());
    registers_and_rings(&server, line, "tcp").await;
}

#[tokio::test]
async fn a_trunk_is_called_over_tcp() {
    let server = Server::start().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    calls_out(&server, "tcp", listener.local_addr().unwrap(), "tcp").await;
    let (stream, _) = timeout(ANSWER_TIMEOUT, listener.accept()).await.expect("the edge connects").unwrap();
    takes_the_call(&server, Line::of(stream)).await;
}

/// A provider over TLS at an address of its own, with this key and certificate.
pub async fn provider(server: &Server, (key, certificate): (String, String)) -> (SocketAddr, Line) {
    let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let provider = Line::of_openssl(&["s_server", "-quiet", "-accept", &address.to_string(), "-key", &key, "-cert", &certificate]);
    let listens = || async { TcpStream::connect(address).await.is_ok() };
    server.eventually("openssl listens", listens).await;
    (address, provider)
}

#[tokio::test]
async fn a_trunk_is_called_over_tls() {
    let authority = Authority::new();
    let server = Server::believing(&authority).await;
    let (address, provider) = provider(&server, authority.certifies("127.0.0.1")).await;
    calls_out(&server, "wss", address, "tls").await;
    takes_the_call(&server, provider).await;
}

#[tokio::test]
async fn the_edge_says_nothing_to_a_trunk_whose_certificate_no_authority_has_signed() {
    for server in [Server::start().await, Server::believing(&Authority::new()).await] {
        let (address, mut provider) = provider(&server, Authority::new().certifies("127.0.0.1")).await;
        calls_out(&server, "wss", address, "tls").await;
        assert!(refusal(&server).await >= 400);
        assert!(provider.has_heard_nothing().await);
    }
}
