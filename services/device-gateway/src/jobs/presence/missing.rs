//! Devices that are stored as online and that the broker has not reported since it was connected to.
//!
//! That the broker has not reported a device does not say that it is away: at a subscription the broker sends the retained statuses
//! of all devices at once, and drops those beyond its `max_queued_messages`. So each such device is asked, and only one that does not
//! answer is marked as offline. One that answers is recorded as online with its answer, as is one that is stored as offline and sends
//! anything.
use std::time::Duration;

use device_protocol::{DeviceCall, Serial};
use futures::StreamExt;
use kit::Result;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::device_status::{self, OnlineDevice};
use super::{PresenceBuffer, RETRY_INTERVAL, status};
use crate::app::App;
use crate::device_link::CallError;
use crate::mqtt::BrokerLink;

/// For the answer of a device.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// Devices that are asked at the same time. The broker queues their answers for this process.
const MAX_CONCURRENT: usize = 200;

/// After each connection to the broker, once it has had time to report the devices; until shutdown.
pub async fn find_missing(app: App, link: BrokerLink, buffer: PresenceBuffer, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut connections = link.mqtt.connections();
    let mut check_at: Option<tokio::time::Instant> = None;
    loop {
        let due = async {
            match check_at {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = shutdown.cancelled() => return Ok(()),
            changed = connections.changed() => {
                changed?;
                let is_connected = *connections.borrow_and_update() != 0;
                check_at = is_connected.then(|| tokio::time::Instant::now() + app.config.presence_timeout);
            }
            _ = due => {
                let checked = tokio::select! {
                    _ = shutdown.cancelled() => return Ok(()),
                    checked = check(&app, &link, &buffer) => checked,
                };
                check_at = match checked {
                    Ok(()) => None,
                    Err(error) => {
                        tracing::warn!(%error, "devices that the broker has not reported could not be checked");
                        Some(tokio::time::Instant::now() + RETRY_INTERVAL)
                    }
                };
            }
        }
    }
}

async fn check(app: &App, link: &BrokerLink, buffer: &PresenceBuffer) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let missing = device_status::list_online_except(&mut tx, link.scope, &buffer.online_serials()).await?;
    tx.commit().await?;
    if !missing.is_empty() {
        tracing::info!(devices = missing.len(), "asking devices that the broker has not reported");
    }
    let asked = missing.into_iter().map(async |device| does_not_answer(link, &device).await.then_some(device));
    let mut batches = futures::stream::iter(asked).buffer_unordered(MAX_CONCURRENT).ready_chunks(MAX_CONCURRENT);
    while let Some(batch) = batches.next().await {
        let online = buffer.online_serials();
        let unanswering: Vec<i64> =
            batch.into_iter().flatten().filter(|device| !online.contains(&device.serial_number)).map(|device| device.id).collect();
        if !unanswering.is_empty() {
            status::mark_offline(app, &unanswering).await?;
        }
    }
    Ok(())
}

/// Whether the device was asked and did not answer. An answer of any kind is one, and without a connection nobody was asked: the
/// next connection brings the next check.
async fn does_not_answer(link: &BrokerLink, device: &OnlineDevice) -> bool {
    let Ok(serial) = Serial::new(device.serial_number.clone()) else { return true };
    let call = DeviceCall::Info.request(Uuid::now_v7());
    matches!(link.mqtt.call(&serial, call, ANSWER_TIMEOUT).await, Err(CallError::TimedOut))
}
