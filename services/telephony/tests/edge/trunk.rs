//! A trunk registers at its provider: telephony's own registration, by the edge as it is shipped.
use md5::{Digest, Md5};
use testing::PROJECT;
use tokio::net::UdpSocket;
use tokio::time::timeout;

use super::authority::Authority;
use super::calls::repeated;
use super::server::{ANSWER_TIMEOUT, Server};
use super::stream;

const LOGIN: &str = "line";
const PASSWORD: &str = "a secret of the line";
const REALM: &str = "provider.test";

struct Provider(UdpSocket);

impl Provider {
    async fn open() -> Provider {
        Provider(UdpSocket::bind("127.0.0.1:0").await.unwrap())
    }

    fn uri(&self) -> String {
        format!("sip:{}", self.0.local_addr().unwrap())
    }

    /// Answers the next REGISTER, and says what it was and whether its digest is of this password.
    async fn registers(&self, answer: &str, more: &str) -> String {
        let mut buffer = vec![0; 65536];
        let (length, edge) = timeout(ANSWER_TIMEOUT, self.0.recv_from(&mut buffer)).await.expect("a REGISTER comes").unwrap();
        let request = String::from_utf8_lossy(&buffer[..length]).into_owned();
        assert!(request.starts_with("REGISTER sip:127.0.0.1"), "{request}");
        let answer = format!("SIP/2.0 {answer}\r\n{}\r\n{more}Content-Length: 0\r\n\r\n", repeated(&request, "p"));
        self.0.send_to(answer.as_bytes(), edge).await.unwrap();
        request
    }

    async fn challenges(&self, nonce: &str) -> String {
        self.registers("401 Unauthorized", &format!("WWW-Authenticate: Digest realm=\"{REALM}\", nonce=\"{nonce}\", algorithm=MD5\r\n")).await
    }
}

/// Whether the request is signed with the line's login and password.
fn is_signed(request: &str, nonce: &str) -> bool {
    let md5 = |text: String| Md5::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let Some(header) = request.lines().find(|line| line.starts_with("Authorization: Digest ")) else { return false };
    let value = |name: &str| header.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default().to_string();
    let secret = md5(format!("{LOGIN}:{REALM}:{PASSWORD}"));
    let expected = md5(format!("{secret}:{nonce}:{}", md5(format!("REGISTER:{}", value("uri")))));
    (value("username"), value("nonce"), value("response")) == (LOGIN.into(), nonce.into(), expected)
}

async fn has_trunk(server: &Server, termination_uri: &str) {
    let mut tx = server.app.context.database.system().await.unwrap();
    sqlx::query("INSERT INTO project_features (project_id, features, version) VALUES ($1, '{sip,sip.trunks}', 1)")
        .bind(PROJECT)
        .execute(&mut *tx)
        .await
        .unwrap();
    sqlx::query(
        "INSERT INTO sip_trunks (project_id, name, outgoing_number, termination_uri, login, sealed_password, is_registration_enabled, status,
             created_at, updated_at)
         VALUES ($1, 'Provider', '+4930100', $2, $3, $4, true, 'registering', now(), now())",
    )
    .bind(PROJECT)
    .bind(termination_uri)
    .bind(LOGIN)
    .bind(server.app.context.sealer.seal_for("telephony.trunk.password", PASSWORD))
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

async fn trunk_says(server: &Server) -> (String, Option<String>) {
    let mut tx = server.app.context.database.system().await.unwrap();
    sqlx::query_as("SELECT status, status_message FROM sip_trunks").fetch_one(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn a_trunk_registers_with_its_digest_by_the_edge() {
    let (mut server, provider) = (Server::start().await, Provider::open().await);
    has_trunk(&server, &provider.uri()).await;
    server.start_call_control().await;
    let first = provider.challenges("first").await;
    assert!(!first.contains("Authorization") && !first.contains("X-"), "{first}");
    let signed = provider.registers("200 OK", "Contact: <sip:s0@127.0.0.1>;expires=300\r\nExpires: 300\r\n").await;
    assert!(is_signed(&signed, "first"), "{signed}");
    assert!(!signed.contains("Route:"), "the way within the platform is not the provider's to know: {signed}");
    server.eventually("it says so", || async { trunk_says(&server).await == ("registered".into(), None) }).await;
}

#[tokio::test]
async fn a_trunk_that_its_provider_refuses_says_by_what() {
    let (mut server, provider) = (Server::start().await, Provider::open().await);
    has_trunk(&server, &provider.uri()).await;
    server.start_call_control().await;
    provider.challenges("first").await;
    provider.registers("403 Forbidden", "").await;
    server.eventually("it says so", || async { trunk_says(&server).await == ("error".into(), Some("403 Forbidden".into())) }).await;
}

#[tokio::test]
async fn a_trunk_registers_over_tls_at_a_provider_with_its_own_certificate() {
    let authority = Authority::new();
    let mut server = Server::believing(&authority).await;
    let (address, mut provider) = stream::provider(&server, authority.certifies("127.0.0.1")).await;
    has_trunk(&server, &format!("sip:{address};transport=tls")).await;
    server.start_call_control().await;
    let request = provider.next().await;
    assert!(request.starts_with("REGISTER sip:127.0.0.1"), "{request}");
    provider.say(&format!("SIP/2.0 200 OK\r\n{}\r\nExpires: 300\r\nContent-Length: 0\r\n\r\n", repeated(&request, "p"))).await;
    server.eventually("it says so", || async { trunk_says(&server).await == ("registered".into(), None) }).await;
}

#[tokio::test]
async fn a_trunk_over_tls_says_what_is_wrong_with_its_providers_certificate_and_sends_nothing_there() {
    let authority = Authority::new();
    for (certificate, why) in [
        (Authority::new().certifies("127.0.0.1"), "the certificate is not trusted"),
        (authority.certifies("127.0.0.9"), "the certificate is of another name"),
    ] {
        let mut server = Server::believing(&authority).await;
        let (address, mut provider) = stream::provider(&server, certificate).await;
        has_trunk(&server, &format!("sip:{address};transport=tls")).await;
        server.start_call_control().await;
        server.eventually("it says so", || async { trunk_says(&server).await == ("error".into(), Some(why.into())) }).await;
        assert!(provider.has_heard_nothing().await);
    }
}
