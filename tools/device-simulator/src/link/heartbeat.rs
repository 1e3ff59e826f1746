//! A heartbeat, for servers that need one in addition to MQTT's keep-alive.

use std::sync::Arc;
use std::time::Duration;

use device_protocol::ServerCall;
use tokio::time::{MissedTickBehavior, interval};
use uuid::Uuid;

use super::outbox::Outbox;
use crate::device::Device;

pub async fn beat(device: Arc<Device>, outbox: Outbox, every: Duration) {
    if every.is_zero() {
        return;
    }
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if !device.is_connected() {
            continue;
        }
        if let Err(error) = outbox.send(&ServerCall::Pong.request(Uuid::new_v4())).await {
            tracing::debug!(serial = %device.serial, %error, "no sign of life was sent");
        }
    }
}
