//! A server of webhooks: it answers, fails, hangs, answers twice or hangs up, as the test says.
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// What it does with one request.
#[derive(Clone, Debug)]
pub enum Behaviour {
    Answer(u16),
    /// With a header.
    AnswerWith(u16, &'static str),
    /// Never answers.
    Hang,
    /// Two answers to one request: the second one fails.
    AnswerTwice,
    /// Hangs up in the middle of the answer.
    CutOff,
    /// More than is read.
    AnswerAtLength,
    /// Once the test says so.
    AnswerLater(u16, watch::Receiver<bool>),
    /// An answer of which a byte comes from time to time.
    Drip,
}

/// A request as it arrived.
#[derive(Clone, Debug)]
pub struct ReceivedMessage {
    pub path: String,
    pub headers: HashMap<String, String>,
    pub body: String,
}

impl ReceivedMessage {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn id(&self) -> String {
        self.headers["webhook-id"].clone()
    }

    /// Of the event in it.
    pub fn event_id(&self) -> i64 {
        self.json()["data"]["id"].as_i64().unwrap()
    }

    pub fn device_id(&self) -> i64 {
        self.json()["data"]["device"]["id"].as_i64().unwrap()
    }
}

#[derive(Clone)]
pub struct WebhookReceiver {
    pub port: u16,
    received: Arc<Mutex<Vec<ReceivedMessage>>>,
    behaviours: Arc<Mutex<VecDeque<Behaviour>>>,
    count: watch::Sender<usize>,
}

impl WebhookReceiver {
    pub async fn start() -> WebhookReceiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let receiver = WebhookReceiver {
            port: listener.local_addr().unwrap().port(),
            received: Arc::default(),
            behaviours: Arc::default(),
            count: watch::Sender::new(0),
        };
        let serving = receiver.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let receiver = serving.clone();
                tokio::spawn(async move { receiver.serve(stream).await });
            }
        });
        receiver
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{path}", self.port)
    }

    /// For the next requests, in this order; further ones are accepted.
    pub fn next(&self, behaviours: impl IntoIterator<Item = Behaviour>) {
        self.behaviours.lock().unwrap().extend(behaviours);
    }

    pub fn received(&self) -> Vec<ReceivedMessage> {
        self.received.lock().unwrap().clone()
    }

    /// Those of before are forgotten.
    pub fn take(&self) -> Vec<ReceivedMessage> {
        std::mem::take(&mut *self.received.lock().unwrap())
    }

    pub async fn until_received(&self, count: usize) {
        self.count.subscribe().wait_for(|received| *received >= count).await.unwrap();
    }

    /// Requests of one connection, one after another.
    async fn serve(&self, mut stream: TcpStream) {
        let mut read = Vec::new();
        while let Some(message) = receive(&mut stream, &mut read).await {
            self.received.lock().unwrap().push(message);
            self.count.send_modify(|count| *count += 1);
            let behaviour = self.behaviours.lock().unwrap().pop_front().unwrap_or(Behaviour::Answer(204));
            let answer = match behaviour {
                Behaviour::Answer(status) => format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\n\r\n"),
                Behaviour::AnswerWith(status, header) => format!("HTTP/1.1 {status} X\r\n{header}\r\ncontent-length: 4\r\n\r\nBusy"),
                Behaviour::Hang => std::future::pending().await,
                Behaviour::AnswerTwice => "HTTP/1.1 200 X\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 500 X\r\ncontent-length: 4\r\n\r\nlate".into(),
                Behaviour::CutOff => {
                    let _sent = stream.write_all(b"HTTP/1.1 200 X\r\ncontent-length: 50\r\n\r\npart").await;
                    return;
                }
                Behaviour::AnswerLater(status, mut is_time) => {
                    let _never = is_time.wait_for(|is_time| *is_time).await.is_err();
                    format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\n\r\n")
                }
                Behaviour::Drip => {
                    let _sent = stream.write_all(b"HTTP/1.1 200 X\r\ncontent-length: 5000\r\n\r\n").await;
                    while stream.write_all(b"x").await.is_ok() {
                        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                    }
                    return;
                }
                Behaviour::AnswerAtLength => format!("HTTP/1.1 200 X\r\ncontent-length: 70000\r\n\r\n{}", "x".repeat(70_000)),
            };
            if stream.write_all(answer.as_bytes()).await.is_err() {
                return;
            }
        }
    }
}

/// None at the end of the connection.
async fn receive(stream: &mut TcpStream, read: &mut Vec<u8>) -> Option<ReceivedMessage> {
    let head_end = loop {
        if let Some(end) = read.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        more(stream, read).await?;
    };
    let head = String::from_utf8(read[..head_end].to_vec()).ok()?;
    let mut lines = head.lines();
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let headers: HashMap<String, String> =
        lines.filter_map(|line| line.split_once(": ")).map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    let length: usize = headers.get("content-length")?.parse().ok()?;
    while read.len() < head_end + 4 + length {
        more(stream, read).await?;
    }
    let body = String::from_utf8(read[head_end + 4..head_end + 4 + length].to_vec()).ok()?;
    read.drain(..head_end + 4 + length);
    Some(ReceivedMessage { path, headers, body })
}

async fn more(stream: &mut TcpStream, read: &mut Vec<u8>) -> Option<()> {
    let mut part = [0; 4096];
    let length = stream.read(&mut part).await.ok()?;
    read.extend_from_slice(&part[..length]);
    (length > 0).then_some(())
}
