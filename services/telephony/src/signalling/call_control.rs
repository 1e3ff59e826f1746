//! Ends calls from outside of their dialogs, whichever replica keeps them: a message to all replicas, of which the one
//! that keeps the call acts.
use std::sync::Arc;

use kit::Context;
use kit::redis::Received;
use redis::AsyncCommands;
use serde::{Deserialize, Serialize};

use super::event::Event;
use super::switchboard::Switchboard;

/// The Redis channel of the installation that every replica listens to.
const CHANNEL: &str = "telephony:stop";

#[derive(Serialize, Deserialize)]
struct StopCall {
    project_id: i64,
    id: String,
}

/// Sends commands to calls. It checks no rights: its caller has done so.
#[derive(Clone)]
pub struct CallControl(Context);

impl CallControl {
    pub fn new(context: &Context) -> Self {
        CallControl(context.clone())
    }

    /// Ends the call for everybody. Nothing happens when it is over already.
    pub async fn stop(&self, project_id: i64, id: &str) -> kit::Result<()> {
        let message = serde_json::to_string(&StopCall { project_id, id: id.into() }).map_err(kit::Error::internal)?;
        let mut redis = self.0.redis.clone();
        let channel = self.0.settings.redis_name(CHANNEL);
        redis.publish::<_, _, ()>(channel, message).await.map_err(|error| kit::Error::Unavailable(error.into()))
    }
}

/// Ends the calls of this replica that others ask it to end.
pub(super) async fn listen(board: &Arc<Switchboard>) {
    let mut subscription = board.context.redis.subscribe(board.context.settings.redis_name(CHANNEL));
    loop {
        let Received::Message(message) = subscription.next().await else { continue };
        let Ok(stop) = serde_json::from_slice::<StopCall>(&message) else { continue };
        if let Some(inbox) = board.registry.inbox(&stop.id, stop.project_id)
            && inbox.try_send(Event::Stop).is_err()
        {
            tracing::warn!(call = stop.id, "a call is too busy to be stopped");
        }
    }
}
