//! A subscription to a Redis channel that comes back after every failure. Redis keeps no message for whoever is away, so
//! its reader is told when messages may have been lost.
use std::time::Duration;

use futures::StreamExt;
use redis::aio::{PubSubSink, PubSubStream};
use tokio::time::{sleep, timeout};

use super::CONNECT_TIMEOUT;

/// Pause between attempts to connect.
const RECONNECT_INTERVAL: Duration = Duration::from_millis(500);
/// A connection on which nothing came for so long is asked whether it still is one: a peer that vanished without a
/// word, as with the node it ran on, is noticed by nothing else.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(5);
/// For the answer to that question.
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(2);

/// What a subscription reports.
#[derive(Debug, PartialEq, Eq)]
pub enum Received {
    /// Messages arrive from now on. Those that were published before, since the last `Lost`, are lost.
    Subscribed,
    /// The payload of a message.
    Message(Vec<u8>),
    /// No messages arrive until the next `Subscribed`.
    Lost,
}

/// Connects when it is first asked for something, and again whenever the connection breaks.
pub struct Subscription {
    client: redis::Client,
    channel: String,
    connection: Option<(PubSubSink, PubSubStream)>,
    /// Whether the next attempt to connect comes after another one.
    is_retry: bool,
}

impl Subscription {
    pub(super) fn new(client: redis::Client, channel: String) -> Self {
        Subscription { client, channel, connection: None, is_retry: false }
    }

    /// What comes next. Never ends, and loses nothing when it is dropped before it returns.
    pub async fn next(&mut self) -> Received {
        while let Some((sink, messages)) = &mut self.connection {
            let problem = match timeout(KEEP_ALIVE_INTERVAL, messages.next()).await {
                Ok(Some(message)) => return Received::Message(message.get_payload_bytes().to_vec()),
                Ok(None) => "Redis ended the connection".to_string(),
                Err(_) => match timeout(KEEP_ALIVE_TIMEOUT, sink.ping::<redis::Value>()).await {
                    Ok(Ok(_)) => continue,
                    Ok(Err(error)) => error.to_string(),
                    Err(_) => "Redis does not answer".to_string(),
                },
            };
            tracing::warn!(channel = self.channel, problem, "a subscription is lost");
            self.connection = None;
            return Received::Lost;
        }
        loop {
            if self.is_retry {
                sleep(RECONNECT_INTERVAL).await;
            }
            self.is_retry = true;
            match timeout(CONNECT_TIMEOUT, self.connect()).await {
                Ok(Ok(connection)) => {
                    self.connection = Some(connection);
                    return Received::Subscribed;
                }
                Ok(Err(error)) => tracing::warn!(channel = self.channel, %error, "no subscription yet"),
                Err(_) => tracing::warn!(channel = self.channel, "no subscription yet: Redis does not answer"),
            }
        }
    }

    async fn connect(&self) -> redis::RedisResult<(PubSubSink, PubSubStream)> {
        let mut connection = self.client.get_async_pubsub().await?;
        connection.subscribe(&self.channel).await?;
        Ok(connection.split())
    }
}
