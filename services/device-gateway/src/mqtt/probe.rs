//! Tries a broker before anything is stored of it.
use std::time::Duration;

use device_protocol::TopicKind;
use rumqttc::{AsyncClient, ConnectReturnCode, Event, Packet, QoS, SubscribeFilter, SubscribeReasonCode};

use super::BrokerEndpoint;

const PROBE_TIMEOUT: Duration = Duration::from_secs(15);

/// Connects, and subscribes to what devices say. The reason when the broker does not take that.
pub async fn probe(endpoint: &BrokerEndpoint) -> Result<(), String> {
    tokio::time::timeout(PROBE_TIMEOUT, subscribe(endpoint)).await.unwrap_or_else(|_| Err("the broker does not answer".into()))
}

async fn subscribe(endpoint: &BrokerEndpoint) -> Result<(), String> {
    let builder = AsyncClient::builder(endpoint.options()).capacity(10);
    let (client, mut events) = builder.try_build().map_err(|error| error.to_string())?;
    loop {
        match events.poll().await.map_err(|error| error.to_string())? {
            Event::Incoming(Packet::ConnAck(answer)) if answer.code == ConnectReturnCode::Success => {
                let kinds = [TopicKind::DeviceResponse, TopicKind::DeviceStatus, TopicKind::ServerRequest];
                let filters = kinds.map(|kind| SubscribeFilter::new(kind.filter(), QoS::AtLeastOnce));
                client.try_subscribe_many(filters).map_err(|error| error.to_string())?;
            }
            Event::Incoming(Packet::ConnAck(answer)) => return Err(format!("the broker refuses the connection: {:?}", answer.code)),
            Event::Incoming(Packet::SubAck(answer)) => {
                let is_granted = answer.return_codes.iter().all(|code| matches!(code, SubscribeReasonCode::Success(_)));
                let _leaving = client.try_disconnect_with_timeout(Duration::from_secs(1));
                return if is_granted { Ok(()) } else { Err("the broker does not let the platform read what devices say".into()) };
            }
            _ => {}
        }
    }
}
