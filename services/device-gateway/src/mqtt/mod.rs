//! The MQTT connection of the service to the devices.
//!
//! A command to a device gets its answer here; requests of devices go to an [`Inbox`]. Nothing relies on the broker to keep a
//! message: the caller repeats a command that gets no answer, and a device keeps an event until it is answered.
mod broker_link;
mod calls;
mod connection;
mod control;
mod endpoint;
mod json_values;
mod probe;
pub mod traced;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use device_protocol::{Request, Response, Serial, TopicKind};
use rumqttc::mqttbytes::v5::PublishProperties;
use rumqttc::{AsyncClient, PublishOptions, QoS};
use tokio::sync::watch;
use tracing::Instrument;

pub use broker_link::{BrokerLink, BrokerScope, ProjectBrokers};
pub use calls::Calls;
pub use connection::{Inbox, MqttConnection};
use control::Control;
pub use endpoint::BrokerEndpoint;
pub use probe::probe;

use crate::device_link::CallError;

/// Messages that wait to be written to the broker.
const MAX_QUEUED_MESSAGES: usize = 2_000;
/// How long a command waits for a connection to the broker.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// How long the answer to a device may wait in the broker.
const ANSWER_TTL: Duration = Duration::from_secs(60);

/// Cheap to clone; all clones speak over the same connection.
#[derive(Clone)]
pub struct MqttClient {
    mqtt: AsyncClient,
    calls: Calls,
    control: Arc<Control>,
    /// Number of the connection, counted from 1; 0 while there is none.
    connected: watch::Receiver<u64>,
}

impl MqttClient {
    /// A link and the connection that must run for it to work.
    pub fn new(endpoint: &BrokerEndpoint, installation: &str) -> anyhow::Result<(MqttClient, MqttConnection)> {
        let options = connection::options(endpoint);
        let (client, events) = AsyncClient::builder(options).capacity(MAX_QUEUED_MESSAGES).try_build()?;
        let (state, connected) = watch::channel(0);
        let mqtt = MqttClient { mqtt: client, calls: Calls::default(), control: Arc::new(Control::default()), connected };
        let connection = MqttConnection::new(events, mqtt.clone(), state, installation.to_owned());
        Ok((mqtt, connection))
    }

    pub fn is_connected(&self) -> bool {
        *self.connected.borrow() != 0
    }

    /// Changes with every new connection and every loss.
    pub fn connections(&self) -> watch::Receiver<u64> {
        self.connected.clone()
    }

    /// Waits for the first connection: a process that has just started accepts calls before it is connected.
    async fn connection(&self) -> Result<(), CallError> {
        let mut connected = self.connected.clone();
        let there = tokio::time::timeout(CONNECT_TIMEOUT, connected.wait_for(|number| *number != 0)).await;
        if matches!(there, Ok(Ok(_))) { Ok(()) } else { Err(CallError::NotConnected) }
    }

    /// Asks a device and waits for its answer.
    pub async fn call(&self, serial: &Serial, request: Request, timeout: Duration) -> Result<Response, CallError> {
        self.connection().await?;
        let answer = self.calls.expect(serial, request.id).ok_or(CallError::TooMany)?;
        let exchange = async {
            let topic = TopicKind::DeviceRequest.topic(serial);
            let span = traced::publish(TopicKind::DeviceRequest, &topic);
            // Not later: a door must not open for a command that was given up.
            self.publish(topic, request.encode(), timeout).instrument(span.clone()).await?;
            let span = span.in_scope(|| traced::receive(TopicKind::DeviceResponse, serial));
            answer.into_future().instrument(span).await.ok_or(CallError::Interrupted)
        };
        tokio::time::timeout(timeout, exchange).await.map_err(|_| CallError::TimedOut)?
    }

    /// Answers a device. The answer may be lost: the device then repeats its request.
    pub async fn answer(&self, serial: &Serial, response: &Response) -> Result<(), CallError> {
        let topic = TopicKind::ServerResponse.topic(serial);
        let span = traced::publish(TopicKind::ServerResponse, &topic);
        self.publish(topic, response.encode(), ANSWER_TTL).instrument(span).await
    }

    /// Sends commands to the broker's security plugin and gives its answers, in their order.
    pub async fn control(&self, commands: Vec<serde_json::Value>) -> Result<Vec<serde_json::Value>, CallError> {
        if !self.is_connected() {
            return Err(CallError::NotConnected);
        }
        self.control.exchange(commands, |payload| self.publish(control::TOPIC.into(), payload, control::EXCHANGE_TIMEOUT)).await
    }

    async fn publish(&self, topic: String, payload: Vec<u8>, expiry: Duration) -> Result<(), CallError> {
        let properties = PublishProperties {
            message_expiry_interval: Some(expiry.as_secs().max(1) as u32),
            user_properties: traced::properties(),
            ..PublishProperties::default()
        };
        let options = PublishOptions::new(QoS::AtLeastOnce).properties(properties);
        let publishing = self.mqtt.publish(topic, Bytes::from(payload), options);
        let sent = tokio::time::timeout(expiry, publishing).await.map_err(|_| CallError::TimedOut)?;
        sent.map_err(|_| CallError::NotConnected)
    }
}
