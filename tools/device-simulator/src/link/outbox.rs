//! What the device publishes.

use std::time::Duration;

use device_protocol::{Presence, Request, Response, Serial, TopicKind};
use rumqttc_v4::{AsyncClient, ClientError, PublishOptions};
use tokio::time::timeout;

/// How long a message may wait for room in the queue to the broker.
const PUBLISH_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum OutboxError {
    #[error("the queue to the broker is full")]
    Full,
    #[error("there is no connection any more: {0}")]
    Closed(#[from] ClientError),
    #[error("the broker did not take the message")]
    NotTaken,
}

#[derive(Clone)]
pub struct Outbox {
    client: AsyncClient,
    serial: Serial,
}

impl Outbox {
    pub const fn new(client: AsyncClient, serial: Serial) -> Self {
        Self { client, serial }
    }

    /// Answers the server.
    pub async fn answer(&self, response: &Response) -> Result<(), OutboxError> {
        self.publish(TopicKind::DeviceResponse, response.encode(), false).await
    }

    /// Answers the server and waits until the broker has the answer.
    pub async fn answer_confirmed(&self, response: &Response) -> Result<(), OutboxError> {
        let topic = TopicKind::DeviceResponse.topic(&self.serial);
        let publish = self.client.publish_tracked(topic, response.encode(), PublishOptions::at_least_once());
        let notice = timeout(PUBLISH_TIMEOUT, publish).await.map_err(|_| OutboxError::Full)??;
        let taken = timeout(PUBLISH_TIMEOUT, notice.wait_async()).await;
        taken.map_err(|_| OutboxError::NotTaken)?.map_err(|_| OutboxError::NotTaken)?;
        Ok(())
    }

    /// Sends a request to the server.
    pub async fn send(&self, request: &Request) -> Result<(), OutboxError> {
        self.send_raw(request.encode()).await
    }

    /// Sends any bytes where the server expects a request.
    pub async fn send_raw(&self, payload: Vec<u8>) -> Result<(), OutboxError> {
        self.publish(TopicKind::ServerRequest, payload, false).await
    }

    /// Publishes the retained status `online`.
    pub async fn publish_online(&self) -> Result<(), OutboxError> {
        self.publish(TopicKind::DeviceStatus, Presence::Online.as_str().into(), true).await
    }

    async fn publish(&self, kind: TopicKind, payload: Vec<u8>, retain: bool) -> Result<(), OutboxError> {
        let options = PublishOptions::at_least_once().retain(retain);
        let publish = self.client.publish(kind.topic(&self.serial), payload, options);
        timeout(PUBLISH_TIMEOUT, publish).await.map_err(|_| OutboxError::Full)??;
        Ok(())
    }
}
