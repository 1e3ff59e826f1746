//! The handle by which others act upon calls, whichever replica keeps them: a message to all, of which one acts.
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use futures::StreamExt;
use kit::Context;
use redis::AsyncCommands;
use serde::{Deserialize, Serialize};

use super::Switchboard;
use super::actor::Event;

/// The Redis channel that every replica listens to.
pub const CHANNEL: &str = "vestibule:telephony:stop";
/// Pause after the connection broke.
const PAUSE: Duration = Duration::from_millis(500);

#[derive(Serialize, Deserialize)]
struct Stop {
    project_id: i64,
    id: String,
}

/// Acts upon calls. Who may is for the asker to know.
#[derive(Clone)]
pub struct Calls(Context);

impl Calls {
    pub fn new(context: &Context) -> Self {
        Calls(context.clone())
    }

    /// Ends the call for everybody. Nothing happens when it is over already.
    pub async fn stop(&self, project_id: i64, id: &str) -> kit::Result<()> {
        let message = serde_json::to_string(&Stop { project_id, id: id.into() }).map_err(kit::Error::internal)?;
        let mut redis = self.0.redis.clone();
        redis.publish::<_, _, ()>(CHANNEL, message).await.map_err(|error| kit::Error::Unavailable(error.into()))
    }
}

/// Hears what others ask for; comes back after every failure.
pub(super) async fn listen(board: &Arc<Switchboard>) {
    loop {
        if let Err(error) = listen_once(board).await {
            tracing::warn!(error = format!("{error:#}"), "requests to stop calls are not heard for a moment");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn listen_once(board: &Arc<Switchboard>) -> anyhow::Result<()> {
    let client = redis::Client::open(board.context.settings.redis_url.as_str())?;
    let mut subscription = client.get_async_pubsub().await?;
    subscription.subscribe(CHANNEL).await?;
    let mut messages = subscription.on_message();
    loop {
        let message = messages.next().await.context("the connection to Redis ended")?;
        let Ok(stop) = serde_json::from_slice::<Stop>(message.get_payload_bytes()) else { continue };
        if let Some(inbox) = board.registry.inbox(&stop.id, stop.project_id)
            && inbox.try_send(Event::Stop).is_err()
        {
            tracing::warn!(call = stop.id, "a call is too busy to be stopped");
        }
    }
}
