//! A browser's websocket with the events of devices. It reconnects when the gateway closes it, as the console does.
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::times::{Stop, Times, number_in};
use crate::client::Target;

const TOPIC: &str = "events.access-control";
const KEY: &[u8] = br#""identifier_number":""#;
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub struct Browser {
    task: JoinHandle<()>,
    reconnects: Arc<AtomicU32>,
}

impl Browser {
    pub async fn connect(target: &Target, times: Arc<Times>) -> Result<Self> {
        let socket = open(target).await?;
        let reconnects = Arc::new(AtomicU32::new(0));
        let task = tokio::spawn(watch(target.clone(), socket, times, reconnects.clone()));
        Ok(Browser { task, reconnects })
    }

    /// Number of reconnects. Pushes between two connections are lost.
    pub fn end(self) -> u32 {
        self.task.abort();
        self.reconnects.load(Ordering::Relaxed)
    }
}

async fn open(target: &Target) -> Result<Socket> {
    let url = format!("ws://{}/api/v0/ws?access_token={}", target.address, target.token);
    let (mut socket, _) = timeout(ANSWER_TIMEOUT, connect_async(url)).await.context("the gateway does not answer")??;
    socket.send(Message::text(format!(r#"{{"type":"subscribe","topic":"{TOPIC}"}}"#))).await?;
    let answer = timeout(ANSWER_TIMEOUT, socket.next()).await.context("no answer to the subscription")?.context("closed")??;
    ensure!(answer.to_text()?.contains("subscribed"), "the subscription was refused: {answer}");
    Ok(socket)
}

async fn watch(target: Target, mut socket: Socket, times: Arc<Times>, reconnects: Arc<AtomicU32>) {
    loop {
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Text(text) = &message
                && let Some(number) = number_in(text.as_bytes(), KEY)
            {
                times.arrived(Stop::Browser, number);
            }
        }
        reconnects.fetch_add(1, Ordering::Relaxed);
        match open(&target).await {
            Ok(again) => socket = again,
            Err(_) => return,
        }
    }
}
