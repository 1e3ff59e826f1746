//! Listens for sessions that ended or whose rights changed: {"session_id"}, {"user_id"}, {"role_id"} or {"all"}.
use std::time::Duration;

use futures::StreamExt;
use policy::Caller;
use serde::Deserialize;

use crate::Gateway;

/// The Redis channel that identity publishes on.
const CHANNEL: &str = "vestibule:sessions";
const PAUSE: Duration = Duration::from_millis(500);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Changed {
    SessionId(i64),
    UserId(i64),
    RoleId(i64),
    All(bool),
}

impl Changed {
    pub fn concerns(&self, caller: &Caller) -> bool {
        match self {
            Changed::SessionId(id) => caller.session_id == *id,
            Changed::UserId(id) => caller.user_id == *id,
            Changed::RoleId(id) => caller.role_id == *id,
            Changed::All(every) => *every,
        }
    }
}

/// Runs until shutdown, coming back after every failure.
pub async fn invalidate(gateway: Gateway) -> anyhow::Result<()> {
    let shutdown = gateway.context.shutdown.clone();
    while !shutdown.is_cancelled() {
        tokio::select! {
            _ = shutdown.cancelled() => break,
            result = listen(&gateway) => {
                gateway.sessions.known.stop_trusting();
                if let Err(error) = result {
                    tracing::warn!(error = format!("{error:#}"), "sessions are asked of identity until Redis is back");
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

async fn listen(gateway: &Gateway) -> anyhow::Result<()> {
    let client = redis::Client::open(gateway.context.settings.redis_url.as_str())?;
    let mut pubsub = client.get_async_pubsub().await?;
    pubsub.subscribe(CHANNEL).await?;
    gateway.sessions.known.start_trusting();
    let mut messages = pubsub.into_on_message();
    while let Some(message) = messages.next().await {
        match serde_json::from_slice::<Changed>(message.get_payload_bytes()) {
            Ok(changed) => {
                gateway.sessions.known.forget(&changed).await;
                gateway.hub.recheck(&changed);
            }
            Err(error) => tracing::warn!(%error, "an invalidation that cannot be read: every session is asked again"),
        }
    }
    anyhow::bail!("Redis ended the subscription")
}
