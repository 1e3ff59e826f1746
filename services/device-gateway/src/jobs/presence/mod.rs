//! Who is online: from the status topics to the table, events and browsers.
mod buffer;
mod device_status;
mod http;
mod http_presence;
mod missing;
mod status;

use std::time::Duration;

use tokio_util::sync::CancellationToken;

pub use self::buffer::{MAX_UNSTORED, MAX_UNSTORED_OF_PROJECT, PresenceBuffer};
pub use self::http::{find_silent, record_http_call};
pub use self::missing::find_missing;
use crate::app::App;
use crate::mqtt::BrokerScope;

/// Pause while the database is away; the updates are kept.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// Stores the updates of the buffer, until shutdown.
pub async fn run(app: App, scope: BrokerScope, buffer: PresenceBuffer, shutdown: CancellationToken) -> anyhow::Result<()> {
    while shutdown.run_until_cancelled(buffer.changed.notified()).await.is_some() {
        let updates = buffer.take();
        match status::store(&app, scope, &updates).await {
            Ok(known) => buffer.forget(updates.keys().filter(|serial| !known.contains(*serial))),
            Err(error) => {
                tracing::warn!(%error, devices = updates.len(), "the status of devices waits for the database");
                buffer.requeue(updates);
                tokio::time::sleep(RETRY_INTERVAL).await;
            }
        }
    }
    Ok(())
}
