//! The device's way to the server, over the broker or over HTTP: kept up while the device is to be online, cut (as by a
//! pulled cable) when it is to be offline.

mod backoff;
mod connection;
mod events;
mod heartbeat;
mod http;
mod inbox;
mod options;
mod outbox;

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use crate::device::{DesiredConnection, Device};
pub(crate) use backoff::Backoff;
pub use http::{HttpSession, NUMBER};
pub use options::Broker;
pub use outbox::Outbox;

/// How long another server is tried.
const SERVER_TRIAL: Duration = Duration::from_secs(20);

/// How the links of a process behave.
#[derive(Debug, Clone)]
pub struct LinkSettings {
    pub broker: Broker,
    /// Where devices that speak HTTP report to, unless the server has set another address: `http://host:port`.
    pub server: Option<String>,
    /// Between two heartbeats; zero: none.
    pub heartbeat: Duration,
    /// How long a push of events waits for its answer before it is repeated, at first; grows with
    /// every failure up to [`events::MAX_ANSWER_TIMEOUT`].
    pub answer_timeout: Duration,
}

/// Keeps the device online or offline as desired, until shutdown.
pub async fn run(device: Arc<Device>, settings: LinkSettings, shutdown: CancellationToken) {
    let mut wanted = device.wanted.subscribe();
    while !shutdown.is_cancelled() {
        let now: DesiredConnection = *wanted.borrow_and_update();
        if now.online {
            // Aborting the task drops the socket without a farewell, so that the broker publishes
            // the device's last will: from outside this is a device that lost its cable. The
            // handle aborts it also when this task itself is dropped.
            let mut connection = AbortOnDropHandle::new(match device.server(settings.server.as_deref()) {
                Some(server) => tokio::spawn(http::run(Arc::clone(&device), server, settings.clone())),
                None => {
                    let broker = device.broker(&settings.broker);
                    tokio::spawn(connection::run(Arc::clone(&device), LinkSettings { broker, ..settings.clone() }))
                }
            });
            tokio::select! {
                _ = wanted.changed() => {}
                () = shutdown.cancelled() => {}
                _ = &mut connection => {}
                () = try_server(&device) => {}
            }
            // Set before the socket is dropped, so that no device looks connected without a socket;
            // and again afterwards, since the connection may have been made in between.
            disconnected(&device);
            if !connection.is_finished() {
                connection.abort();
                let _ = connection.await;
            }
            disconnected(&device);
        } else {
            tokio::select! {
                _ = wanted.changed() => {}
                () = shutdown.cancelled() => {}
            }
        }
    }
}

/// A device that is to report to another server goes back to the one before when it does not reach it. Ends only then.
async fn try_server(device: &Device) {
    if !device.has_former_server() {
        return std::future::pending().await;
    }
    let mut connected = device.connected.subscribe();
    match tokio::time::timeout(SERVER_TRIAL, connected.wait_for(|connected| *connected)).await {
        Ok(_) => device.forget_former_server(),
        Err(_) => return device.return_to_former_server(),
    }
    std::future::pending().await
}

fn disconnected(device: &Device) {
    device.connected.send_replace(false);
    device.set_outbox(None);
    device.set_http(None);
}
