//! A browser: SIP in the messages of a websocket.
use futures::{SinkExt as _, StreamExt as _};
use telephony::domain::realm;
use telephony::edge;
use testing::PROJECT;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use uuid::Uuid;

use super::phone::{nonce, signature, status};
use super::server::{ANSWER_TIMEOUT, DOMAIN, SECRET, Server};

pub struct Browser {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    number: String,
    realm: String,
}

impl Browser {
    pub async fn open(server: &Server, number: &str) -> Browser {
        let mut request = format!("ws://{}/", server.websocket).into_client_request().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", "sip".parse().unwrap());
        let (stream, _) = timeout(ANSWER_TIMEOUT, connect_async(request)).await.expect("a websocket").unwrap();
        Browser { stream, number: number.into(), realm: realm::for_project(PROJECT, DOMAIN) }
    }

    pub async fn register(&mut self) -> u16 {
        let expiry = kit::Clock::system().now().unix_timestamp() + 600;
        let (user, password) = edge::credentials(SECRET, &self.realm, &self.number, expiry);
        let id = Uuid::now_v7().simple().to_string();
        self.say(self.registration(&id, 1, "")).await;
        let challenge = self.next().await;
        let uri = format!("sip:{}", self.realm);
        let signature = signature("Authorization", nonce(&challenge), &user, &password, &self.realm, "REGISTER", &uri);
        self.say(self.registration(&id, 2, &signature)).await;
        status(&self.next().await)
    }

    fn registration(&self, id: &str, sequence: u32, extra: &str) -> String {
        let (number, realm) = (&self.number, &self.realm);
        format!(
            "REGISTER sip:{realm} SIP/2.0\r\nVia: SIP/2.0/WS {id}.invalid;branch=z9hG4bK{id}{sequence}\r\nMax-Forwards: 70\r\n\
             From: <sip:{number}@{realm}>;tag={id}\r\nTo: <sip:{number}@{realm}>\r\nCall-ID: {id}\r\nCSeq: {sequence} REGISTER\r\n\
             Contact: <sip:{number}@{id}.invalid;transport=ws>\r\n{extra}Content-Length: 0\r\n\r\n"
        )
    }

    pub async fn say(&mut self, message: String) {
        self.stream.send(Message::text(message)).await.unwrap();
    }

    /// The next message of SIP.
    pub async fn next(&mut self) -> String {
        loop {
            let message = timeout(ANSWER_TIMEOUT, self.stream.next()).await.expect("a message").expect("an open websocket").unwrap();
            match message {
                Message::Text(text) => return text.to_string(),
                Message::Binary(bytes) => return String::from_utf8_lossy(&bytes).into_owned(),
                _ => {}
            }
        }
    }
}
