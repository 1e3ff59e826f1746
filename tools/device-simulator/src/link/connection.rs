//! One client of the broker, from its first connection to the moment it is dropped.

use std::sync::Arc;
use std::time::Duration;

use device_protocol::TopicKind;
use rand::rngs::StdRng;
use rumqttc_v4::{AsyncClient, Event, EventLoop, Packet, QoS, SubscribeFilter};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::backoff::Backoff;
use super::inbox::{self, Inbox};
use super::options::options;
use super::outbox::Outbox;
use super::{LinkSettings, events, heartbeat};
use crate::device::{Counters, Device};
use crate::random::{generator, index_of};

/// Messages that may wait to be published.
const OUTGOING: usize = 64;
/// Commands that may wait to be carried out.
const INCOMING: usize = 256;

/// Spreads the reconnects of thousands of devices after an outage of the broker.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const MAX_PAUSE: Duration = Duration::from_secs(8);

/// Connects, and connects again after every failure. Ends only when it can do nothing more, or is
/// aborted; its helpers end with it.
pub async fn run(device: Arc<Device>, settings: LinkSettings) {
    let options = options(&device, &settings.broker);
    let (client, event_loop) = AsyncClient::builder(options).capacity(OUTGOING).build();
    let outbox = Outbox::new(client.clone(), device.serial.clone());
    device.set_outbox(Some(outbox.clone()));
    let (commands, waiting) = mpsc::channel(INCOMING);

    let mut helpers = JoinSet::new();
    helpers.spawn(inbox::work(Arc::clone(&device), outbox.clone(), waiting));
    helpers.spawn(events::push(Arc::clone(&device), outbox.clone(), settings.answer_timeout));
    helpers.spawn(heartbeat::beat(Arc::clone(&device), outbox.clone(), settings.heartbeat));
    helpers.spawn(announce(Arc::clone(&device), outbox));
    poll(&device, event_loop, &client, &Inbox::new(Arc::clone(&device), commands)).await;
}

/// Drives the client. `poll` must not be dropped half-way while the client is in use, so it stands
/// in no `select!`; whatever it brings is handed over without waiting.
async fn poll(device: &Device, mut event_loop: EventLoop, client: &AsyncClient, inbox: &Inbox) {
    let mut random: StdRng = generator(0, "reconnect", index_of(device.serial.as_str()));
    let mut backoff = Backoff::new(FIRST_PAUSE, MAX_PAUSE);
    loop {
        match event_loop.poll().await {
            Ok(Event::Incoming(Packet::ConnAck(_))) => {
                if let Err(error) = client.try_subscribe_many(filters(device)) {
                    tracing::warn!(serial = %device.serial, %error, "could not subscribe, connecting anew");
                    return;
                }
            }
            Ok(Event::Incoming(Packet::SubAck(_))) => {
                backoff.reset();
                Counters::count(&device.counters.connections);
                tracing::debug!(serial = %device.serial, "connected");
                device.connected.send_replace(true);
            }
            Ok(Event::Incoming(Packet::Publish(message))) => inbox.receive(&message),
            Ok(_) => {}
            Err(error) => {
                device.connected.send_replace(false);
                tracing::debug!(serial = %device.serial, %error, "not connected");
                tokio::time::sleep(backoff.next(&mut random)).await;
            }
        }
    }
}

fn filters(device: &Device) -> [SubscribeFilter; 2] {
    [TopicKind::DeviceRequest, TopicKind::ServerResponse].map(|kind| SubscribeFilter { path: kind.topic(&device.serial), qos: QoS::AtLeastOnce })
}

/// Says "online" after every connection.
async fn announce(device: Arc<Device>, outbox: Outbox) {
    let mut connected = device.connected.subscribe();
    loop {
        let now = *connected.borrow_and_update();
        if now && let Err(error) = outbox.publish_online().await {
            tracing::warn!(serial = %device.serial, %error, "could not say that the device is online");
        }
        if connected.changed().await.is_err() {
            return;
        }
    }
}
