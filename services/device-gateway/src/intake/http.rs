//! Events of devices that speak HTTP.
use bytes::Bytes;
use device_protocol::{EventPush, Serial};
use kit::{Error, Result};
use uuid::Uuid;

use super::batch;
use super::message::{Content, Message, sort_events};
use crate::app::App;
use crate::store::reporting_device::ReportingDevice;

/// Stores the events, those that were stored before excepted.
pub async fn store_http_push(app: &App, device: &ReportingDevice, push: EventPush) -> Result<()> {
    let mut push = sort_events(push);
    // Below zero, because it is no number of the device: it says nothing of the order of the events.
    for event in &mut push.events {
        event.device_event_id = -event.device_event_id;
    }
    let serial = Serial::new(device.serial_number.clone()).map_err(Error::internal)?;
    let message = Message { serial, payload: Bytes::new(), size: 0, id: Uuid::nil(), content: Content::Events(push), traceparent: None };
    batch::store_http(app, device, message).await
}
