//! rtpengine's NG protocol: JSON over UDP, a cookie for each request, asked again until it answers.
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use serde_json::{Map, Value};
use tokio::net::UdpSocket;
use tokio::sync::oneshot;
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;

/// How long each try waits. rtpengine remembers cookies, so that a second try is not a second command.
const TRY_TIMEOUTS: [Duration; 3] = [Duration::from_millis(300), Duration::from_millis(700), Duration::from_millis(1500)];
/// Commands that wait for an answer; beyond, rtpengine is away and more would not help.
const MAX_WAITING: usize = 5_000;

#[derive(Debug, thiserror::Error)]
pub enum NgError {
    #[error("rtpengine does not answer")]
    NoAnswer,
    #[error("rtpengine refused {command}: {reason}")]
    Refused { command: &'static str, reason: String },
    #[error("rtpengine's socket")]
    Socket(#[from] std::io::Error),
}

/// Cheap to clone; its reader ends with the last clone.
#[derive(Clone)]
pub struct Ng {
    socket: Arc<UdpSocket>,
    waiting: Waiting,
    errors: Counter,
    _reader: Arc<DropGuard>,
}

#[derive(Clone, Default)]
struct Waiting(Arc<Mutex<HashMap<String, oneshot::Sender<Value>>>>);

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, oneshot::Sender<Value>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ng {
    pub async fn connect(address: SocketAddr, errors: Counter) -> std::io::Result<Ng> {
        let any = if address.is_ipv4() { IpAddr::V4(Ipv4Addr::UNSPECIFIED) } else { IpAddr::V6(Ipv6Addr::UNSPECIFIED) };
        let socket = Arc::new(UdpSocket::bind((any, 0)).await?);
        socket.connect(address).await?;
        let (waiting, stop) = (Waiting::default(), CancellationToken::new());
        tokio::spawn(stop.clone().run_until_cancelled_owned(read(socket.clone(), waiting.clone())));
        Ok(Ng { socket, waiting, errors, _reader: Arc::new(stop.drop_guard()) })
    }

    /// Whether it is there.
    pub async fn ping(&self) -> Result<(), NgError> {
        self.command("ping", Map::new()).await.map(|_| ())
    }

    pub async fn command(&self, command: &'static str, keys: Map<String, Value>) -> Result<Value, NgError> {
        let result = self.send(command, keys).await;
        if result.is_err() {
            self.errors.inc();
        }
        result
    }

    async fn send(&self, command: &'static str, mut keys: Map<String, Value>) -> Result<Value, NgError> {
        keys.insert("command".into(), command.into());
        let cookie = Uuid::new_v4().simple().to_string();
        let message = format!("{cookie} {}", Value::Object(keys));
        let (sender, mut receiver) = oneshot::channel();
        {
            let mut waiting = self.waiting.lock();
            if waiting.len() >= MAX_WAITING {
                return Err(NgError::NoAnswer);
            }
            waiting.insert(cookie.clone(), sender);
        }
        let answer = self.send_until_answered(&message, &mut receiver).await;
        self.waiting.lock().remove(&cookie);
        let answer = answer?;
        if answer["result"] == "error" {
            let reason = answer["error-reason"].as_str().unwrap_or_default().into();
            return Err(NgError::Refused { command, reason });
        }
        Ok(answer)
    }

    async fn send_until_answered(&self, message: &str, receiver: &mut oneshot::Receiver<Value>) -> Result<Value, NgError> {
        for timeout in TRY_TIMEOUTS {
            // A port where nobody listens fails the send or the next one: the same as silence.
            let _refused = self.socket.send(message.as_bytes()).await;
            if let Ok(answer) = tokio::time::timeout(timeout, &mut *receiver).await {
                return answer.map_err(|_| NgError::NoAnswer);
            }
        }
        Err(NgError::NoAnswer)
    }
}

async fn read(socket: Arc<UdpSocket>, waiting: Waiting) {
    let mut buffer = vec![0; 65_536];
    loop {
        let Ok(length) = socket.recv(&mut buffer).await else {
            // Nobody listened at the last send: the next may find it again.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Some((cookie, answer)) = std::str::from_utf8(&buffer[..length]).ok().and_then(|text| text.split_once(' ')) else { continue };
        if let (Some(sender), Ok(answer)) = (waiting.lock().remove(cookie), serde_json::from_str(answer)) {
            let _no_longer_waited_for = sender.send(answer);
        }
    }
}
