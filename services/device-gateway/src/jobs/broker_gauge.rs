//! Whether this process is connected to the MQTT broker, for /metrics.
use tokio_util::sync::CancellationToken;

use crate::app::App;

/// Until shutdown.
pub async fn run(app: App, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut connections = app.mqtt.connections();
    loop {
        let is_connected = *connections.borrow_and_update() != 0;
        app.counters.broker_connected.set(i64::from(is_connected));
        tokio::select! {
            _ = shutdown.cancelled() => return Ok(()),
            changed = connections.changed() => changed?,
        }
    }
}
