//! Pushes of the services, handed to the sockets.
use kit::realtime;
use kit::redis::Received;

use crate::app::App;

/// Runs until shutdown.
pub async fn run(app: App) -> anyhow::Result<()> {
    let context = &app.context;
    let mut subscription = context.redis.subscribe(realtime::channel(&context.settings));
    while let Some(received) = context.shutdown.run_until_cancelled(subscription.next()).await {
        match received {
            // Pushes were lost while there was no subscription: browsers load again what they show.
            Received::Subscribed => app.hub.resynchronise(),
            Received::Lost => {}
            Received::Message(message) => match realtime::parse(&message) {
                Ok(pushes) => pushes.iter().for_each(|push| app.hub.deliver(push)),
                Err(error) => tracing::warn!(%error, "pushes cannot be parsed"),
            },
        }
    }
    Ok(())
}
