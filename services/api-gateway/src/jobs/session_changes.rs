//! Sessions that ended or whose rights changed, as identity publishes them.
use kit::redis::Received;

use crate::app::App;
use crate::session::SessionChange;

/// The Redis channel of the installation that identity publishes on.
const CHANNEL: &str = "sessions";

/// Runs until shutdown. While Redis is away, every session is looked up at identity.
pub async fn run(app: App) -> anyhow::Result<()> {
    let context = &app.context;
    let mut subscription = context.redis.subscribe(context.settings.redis_name(CHANNEL));
    while let Some(received) = context.shutdown.run_until_cancelled(subscription.next()).await {
        match received {
            Received::Subscribed => {
                app.sessions.start_caching();
                // Changes were lost while there was no subscription.
                app.hub.recheck_all();
            }
            Received::Lost => app.sessions.stop_caching(),
            Received::Message(message) => match serde_json::from_slice::<SessionChange>(&message) {
                Ok(change) => {
                    app.sessions.forget(&change).await;
                    app.hub.recheck(&change);
                }
                Err(error) => tracing::warn!(%error, "an invalidation cannot be parsed"),
            },
        }
    }
    Ok(())
}
