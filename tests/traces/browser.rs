//! A console's websocket.
use anyhow::Context as _;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub struct Browser(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Browser {
    pub async fn open(url: &str, token: &str) -> anyhow::Result<Self> {
        let url = url.replace("http://", "ws://");
        let (socket, _) = connect_async(format!("{url}/api/v0/ws?access_token={token}")).await?;
        Ok(Browser(socket))
    }

    /// What the gateway answers.
    pub async fn subscribe(&mut self, topic: &str) -> anyhow::Result<Value> {
        self.0.send(Message::text(json!({ "type": "subscribe", "topic": topic }).to_string())).await?;
        self.next_of(topic).await
    }

    /// The next message of a topic.
    pub async fn next_of(&mut self, topic: &str) -> anyhow::Result<Value> {
        loop {
            let message = self.0.next().await.context("the socket ended")??;
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text)?;
            if message["topic"] == topic {
                return Ok(message["data"].clone());
            }
        }
    }
}
