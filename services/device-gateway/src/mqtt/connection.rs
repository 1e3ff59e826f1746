//! Keeps the connection: connects, subscribes, hands out what arrives, and comes back after every loss.
use std::time::Duration;

use bytes::Bytes;
use device_protocol::{Presence, Response, Serial, TopicKind};
use rand::Rng;
use rumqttc::mqttbytes::v5::Publish;
use rumqttc::{ConnectReturnCode, Event, EventLoop, MqttOptions, Packet, QoS, SubscribeFilter};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::json_values::has_too_many_values;
use super::{BrokerEndpoint, MqttClient, control, traced};

/// Above the limit of the intake, so that an oversized message is refused there and does not break the connection.
const MAX_PACKET: u32 = 4 * 1024 * 1024;
/// QoS 1 messages under way in each direction.
const INFLIGHT: u16 = 1_000;
const MIN_RECONNECT_PAUSE: Duration = Duration::from_millis(200);
const MAX_RECONNECT_PAUSE: Duration = Duration::from_secs(2);
/// How long the broker may take to confirm the last messages.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Receives messages of devices. Must return at once, because the connection waits for it.
pub trait Inbox: Send + Sync + 'static {
    /// A message on `server/request/v0/{serial}`, and the trace that it is part of.
    fn request(&self, serial: Serial, payload: Bytes, traceparent: Option<String>);
    /// A device went online or offline; `is_retained` when the broker kept the message since then, and sends it with a subscription.
    fn presence(&self, serial: Serial, presence: Presence, is_retained: bool);
    /// The device has sent something, which proves that it is online.
    fn heard(&self, serial: &Serial);
    /// The connection is lost: the next one brings the statuses again.
    fn lost(&self);
}

pub struct MqttConnection {
    events: EventLoop,
    client: MqttClient,
    state: watch::Sender<u64>,
    /// Replicas of one installation share the devices' requests: each goes to one of them.
    installation: String,
    count: u64,
}

pub fn options(endpoint: &BrokerEndpoint) -> MqttOptions {
    let mut options = endpoint.options();
    options.set_keep_alive(15);
    options.set_max_packet_size(Some(MAX_PACKET));
    options.set_receive_maximum(Some(INFLIGHT));
    options.set_outgoing_inflight_upper_limit(INFLIGHT);
    options
}

impl MqttConnection {
    pub fn new(events: EventLoop, client: MqttClient, state: watch::Sender<u64>, installation: String) -> Self {
        MqttConnection { events, client, state, installation, count: 0 }
    }

    /// Runs until `over`. From `shutdown` on, requests of devices go to other replicas; commands under way and answers to stored
    /// events still use the connection.
    pub async fn run(mut self, inbox: impl Inbox, shutdown: CancellationToken, over: CancellationToken) -> anyhow::Result<()> {
        let mut pause = MIN_RECONNECT_PAUSE;
        let mut takes_requests = true;
        loop {
            let polled = tokio::select! {
                _ = over.cancelled() => {
                    self.leave().await;
                    return Ok(());
                }
                _ = shutdown.cancelled(), if takes_requests => {
                    takes_requests = false;
                    self.take_no_more_requests();
                    continue;
                }
                polled = self.events.poll() => polled,
            };
            match polled {
                Ok(Event::Incoming(packet)) => {
                    if self.take(packet, &inbox) {
                        pause = MIN_RECONNECT_PAUSE;
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    self.lost(&error.to_string());
                    inbox.lost();
                    tokio::select! {
                        _ = over.cancelled() => return Ok(()),
                        _ = tokio::time::sleep(pause.mul_f64(rand::rng().random_range(0.5..1.0))) => {}
                    }
                    pause = (pause * 2).min(MAX_RECONNECT_PAUSE);
                }
            }
        }
    }

    /// Returns whether the connection is established by this packet.
    fn take(&mut self, packet: Packet, inbox: &impl Inbox) -> bool {
        match packet {
            Packet::ConnAck(answer) if answer.code == ConnectReturnCode::Success => self.subscribe(),
            Packet::SubAck(_) => {
                self.count += 1;
                tracing::info!(connection = self.count, "connected to the broker");
                self.state.send_replace(self.count);
                return true;
            }
            Packet::Publish(message) => self.hand_out(message, inbox),
            _ => {}
        }
        false
    }

    fn shared(&self) -> String {
        format!("$share/{}/{}", self.installation, TopicKind::ServerRequest.filter())
    }

    fn take_no_more_requests(&self) {
        if let Err(error) = self.client.mqtt.try_unsubscribe(self.shared()) {
            tracing::warn!(%error, "devices' requests still come here: they will be sent again");
        }
    }

    /// Sends the queued messages, and disconnects.
    async fn leave(&mut self) {
        if self.client.is_connected() && self.client.mqtt.try_disconnect_with_timeout(DISCONNECT_TIMEOUT).is_ok() {
            while self.events.poll().await.is_ok() {}
        }
    }

    fn subscribe(&self) {
        let filter = |path: String| SubscribeFilter::new(path, QoS::AtLeastOnce);
        let filters = [
            filter(self.shared()),
            filter(TopicKind::DeviceResponse.filter()),
            filter(TopicKind::DeviceStatus.filter()),
            filter(control::RESPONSE_TOPIC.into()),
        ];
        if let Err(error) = self.client.mqtt.try_subscribe_many(filters) {
            tracing::error!(%error, "the subscriptions were not sent");
        }
    }

    fn hand_out(&self, message: Publish, inbox: &impl Inbox) {
        let Publish { topic, payload, properties, retain, .. } = message;
        let Ok(topic) = std::str::from_utf8(&topic) else { return };
        if topic == control::RESPONSE_TOPIC {
            return self.client.control.arrived(&payload);
        }
        let parsed = TopicKind::parse(topic);
        // What the broker kept does not say that the device is there now.
        if let Ok((TopicKind::ServerRequest | TopicKind::DeviceResponse, serial)) = &parsed
            && !retain
        {
            inbox.heard(serial);
        }
        match parsed {
            Ok((TopicKind::ServerRequest, serial)) => inbox.request(serial, payload, traced::traceparent(properties.as_ref())),
            Ok((TopicKind::DeviceStatus, serial)) => {
                if let Ok(presence) = Presence::parse(&payload) {
                    self.client.calls.give_up_of(&serial);
                    inbox.presence(serial, presence, retain);
                }
            }
            Ok((TopicKind::DeviceResponse, serial)) if has_too_many_values(&payload) => {
                tracing::warn!(%serial, bytes = payload.len(), "an answer of too many values is not read");
            }
            Ok((TopicKind::DeviceResponse, serial)) => match Response::decode(&payload) {
                Ok(response) => {
                    self.client.calls.arrived(&serial, response);
                }
                Err(error) => tracing::debug!(%serial, %error, "an answer that cannot be read"),
            },
            Ok(_) | Err(_) => {}
        }
    }

    /// Drops messages under way: a command must not reach a device after its caller has gone.
    fn lost(&mut self, why: &str) {
        if self.state.send_replace(0) != 0 {
            tracing::warn!(why, "the connection to the broker is lost");
        } else {
            tracing::debug!(why, "the broker cannot be reached");
        }
        self.events.reset_session_state();
        self.client.calls.give_up();
        self.client.control.give_up();
    }
}
