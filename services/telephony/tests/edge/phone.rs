//! A phone of few words: SIP over UDP, with digests.
use std::net::SocketAddr;
use std::time::Duration;

use md5::{Digest, Md5};
use telephony::domain::realm;
use testing::PROJECT;
use tokio::net::UdpSocket;
use tokio::time::timeout;
use uuid::Uuid;

use super::server::{ANSWER_TIMEOUT, DOMAIN, Server, password};

/// How long a phone waits for an answer that it may not get.
const SHORT_TIMEOUT: Duration = Duration::from_millis(1500);

pub struct Phone {
    pub socket: UdpSocket,
    pub edge: SocketAddr,
    pub realm: String,
    pub number: String,
    pub user: String,
    pub password: String,
    /// Header lines that every request carries.
    pub extra: String,
}

impl Phone {
    /// With the number's own password.
    pub async fn new(server: &Server, number: &str) -> Phone {
        Phone::from("127.0.0.1", server, PROJECT, number).await
    }

    pub async fn from(source: &str, server: &Server, project: i64, number: &str) -> Phone {
        Phone {
            socket: UdpSocket::bind((source, 0)).await.unwrap(),
            edge: server.sip,
            realm: realm::for_project(project, DOMAIN),
            number: number.into(),
            user: number.into(),
            password: password(project, number),
            extra: String::new(),
        }
    }

    pub fn with(mut self, (user, password): (String, String)) -> Phone {
        (self.user, self.password) = (user, password);
        self
    }

    pub fn contact(&self) -> String {
        format!("sip:{}@{}", self.number, self.socket.local_addr().unwrap())
    }

    /// The status of the final answer, after a challenge where there was one; None when nobody answers.
    pub async fn register(&self) -> Option<u16> {
        self.signed("REGISTER", &self.number.clone()).await
    }

    pub async fn call(&self, callee: &str) -> Option<u16> {
        self.signed("INVITE", callee).await
    }

    async fn signed(&self, method: &str, to: &str) -> Option<u16> {
        let id = Uuid::now_v7().simple().to_string();
        let challenge = self.ask(&self.request(method, to, &id, 1, "")).await?;
        if status(&challenge) != 401 && status(&challenge) != 407 {
            return Some(status(&challenge));
        }
        let signature = self.signature(&challenge, method, &self.uri(method, to));
        Some(status(&self.ask(&self.request(method, to, &id, 2, &signature)).await?))
    }

    pub async fn send(&self, request: &[u8]) {
        self.socket.send_to(request, self.edge).await.unwrap();
    }

    /// The final answer to this request, and to no older one.
    pub async fn ask(&self, request: &str) -> Option<String> {
        self.send(request.as_bytes()).await;
        let line = |text: &str, name: &str| text.lines().find(|line| line.starts_with(name)).map(str::to_string);
        let (id, sequence) = (line(request, "Call-ID"), line(request, "CSeq"));
        let mut buffer = vec![0; 65536];
        // Telephony that is away is found out after five seconds.
        let limit = if request.starts_with("INVITE") && request.contains("Proxy-Authorization") { ANSWER_TIMEOUT } else { SHORT_TIMEOUT };
        loop {
            let length = timeout(limit, self.socket.recv(&mut buffer)).await.ok()?.unwrap();
            let answer = String::from_utf8_lossy(&buffer[..length]).into_owned();
            let is_ours = line(&answer, "Call-ID") == id && line(&answer, "CSeq") == sequence;
            if is_ours && status(&answer) >= 200 {
                return Some(answer);
            }
        }
    }

    /// The next request that comes for this phone.
    pub async fn rung(&self) -> String {
        let mut buffer = vec![0; 65536];
        loop {
            let length = timeout(ANSWER_TIMEOUT, self.socket.recv(&mut buffer)).await.expect("the phone is rung").unwrap();
            let message = String::from_utf8_lossy(&buffer[..length]).into_owned();
            if !message.starts_with("SIP/2.0 ") {
                return message;
            }
        }
    }

    fn uri(&self, method: &str, to: &str) -> String {
        if method == "REGISTER" { format!("sip:{}", self.realm) } else { format!("sip:{to}@{}", self.realm) }
    }

    pub fn request(&self, method: &str, to: &str, id: &str, sequence: u32, extra: &str) -> String {
        let (uri, own, realm) = (self.uri(method, to), self.socket.local_addr().unwrap(), &self.realm);
        format!(
            "{method} {uri} SIP/2.0\r\nVia: SIP/2.0/UDP {own};branch=z9hG4bK{id}{sequence};rport\r\nMax-Forwards: 70\r\n\
             From: <sip:{number}@{realm}>;tag={id}\r\nTo: <sip:{to}@{realm}>\r\nCall-ID: {id}\r\nCSeq: {sequence} {method}\r\n\
             Contact: <{contact}>\r\n{always}{extra}Content-Length: 0\r\n\r\n",
            number = self.number,
            contact = self.contact(),
            always = self.extra,
        )
    }

    pub fn signature(&self, challenge: &str, method: &str, uri: &str) -> String {
        let line = challenge.lines().find(|line| line.contains("-Authenticate:")).expect("a challenge");
        let header = if line.starts_with("WWW") { "Authorization" } else { "Proxy-Authorization" };
        signature(header, nonce(line), &self.user, &self.password, &self.realm, method, uri)
    }

    /// With a digest of user, realm and password that is not the phone's.
    pub fn signature_with(&self, ha1: &str, challenge: &str, method: &str, uri: &str) -> String {
        let line = challenge.lines().find(|line| line.contains("-Authenticate:")).expect("a challenge");
        signature_of(ha1, "Authorization", nonce(line), &self.user, &self.realm, method, uri)
    }
}

pub fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("an answer of SIP")
}

pub fn nonce(challenge: &str) -> &str {
    challenge.split("nonce=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a nonce")
}

/// A header line of RFC 2617.
pub fn signature(header: &str, nonce: &str, user: &str, password: &str, realm: &str, method: &str, uri: &str) -> String {
    signature_of(&md5(format!("{user}:{realm}:{password}")), header, nonce, user, realm, method, uri)
}

fn md5(text: String) -> String {
    Md5::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn signature_of(secret: &str, header: &str, nonce: &str, user: &str, realm: &str, method: &str, uri: &str) -> String {
    let response = md5(format!("{secret}:{nonce}:00000001:abcd:auth:{}", md5(format!("{method}:{uri}"))));
    format!(
        "{header}: Digest username=\"{user}\", realm=\"{realm}\", nonce=\"{nonce}\", uri=\"{uri}\", qop=auth, nc=00000001, \
         cnonce=\"abcd\", response=\"{response}\"\r\n"
    )
}
