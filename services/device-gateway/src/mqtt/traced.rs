//! Traces over MQTT: messages of MQTT 5 have the traceparent as a user property. A message of a device without one starts a new
//! trace.
use device_protocol::{Serial, TopicKind};
use kit::telemetry::span;
use rumqttc::mqttbytes::v5::PublishProperties;
use tracing::Span;

const SERVICE: &str = "device-gateway";
const TRACEPARENT: &str = "traceparent";
/// More than the 55 characters of a traceparent of version 00.
const MAX_LENGTH: usize = 64;

/// A message that is handed to the broker.
pub fn publish(kind: TopicKind, topic: &str) -> Span {
    span::publish_mqtt(SERVICE, kind.prefix(), topic)
}

/// The wait for what a device answers.
pub fn receive(kind: TopicKind, serial: &Serial) -> Span {
    span::receive_mqtt(SERVICE, kind.prefix(), serial.as_str())
}

/// Requests of devices that are taken together.
pub fn process<'a>(messages: usize, traceparents: impl Iterator<Item = &'a str>) -> Span {
    span::process_mqtt(SERVICE, TopicKind::ServerRequest.prefix(), messages, traceparents)
}

/// The user properties of a message: none when its trace is not recorded.
pub fn properties() -> Vec<(String, String)> {
    span::traceparent(&Span::current()).map(|text| (TRACEPARENT.to_string(), text)).into_iter().collect()
}

/// The traceparent of a message, if its sender set one.
pub fn traceparent(properties: Option<&PublishProperties>) -> Option<String> {
    let found = properties?.user_properties.iter().find(|(name, value)| name == TRACEPARENT && value.len() <= MAX_LENGTH);
    found.map(|(_, value)| value.clone())
}
