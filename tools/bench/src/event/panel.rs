//! A minimal panel: publishes events and receives their answers.
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, Result};
use device_protocol::{Event, EventCategory, EventCode, EventInfo, EventPush, IdentifierType, Response, Serial, ServerCall, StoredEvents, TopicKind};
use e2e_harness::site::Credential;
use rumqttc_v4::{AsyncClient, Event as Mqtt, EventLoop, MqttOptions, Packet, PublishOptions, QoS, SubscribeFilter};
use time::OffsetDateTime;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::times::{Stop, Times};

/// Messages that may wait to be published.
const QUEUE: usize = 1000;
const RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// Event numbers of the run; the index is the panel's own event number minus one.
type Numbers = Arc<Mutex<Vec<usize>>>;

pub struct Panel {
    client: AsyncClient,
    topic: String,
    times: Arc<Times>,
    numbers: Numbers,
    connected: watch::Receiver<bool>,
    polling: JoinHandle<()>,
}

impl Drop for Panel {
    fn drop(&mut self) {
        self.polling.abort();
    }
}

impl Panel {
    pub fn connect(credential: &Credential, broker: &(String, u16), times: Arc<Times>) -> Result<Self> {
        let serial = Serial::new(credential.serial.clone())?;
        let mut options = MqttOptions::new(serial.as_str(), (broker.0.as_str(), broker.1));
        options.set_credentials(serial.as_str(), credential.password.clone()).set_keep_alive(30);
        let (client, event_loop) = AsyncClient::builder(options).capacity(QUEUE).build();
        let (sender, connected) = watch::channel(false);
        let numbers = Numbers::default();
        let answers = TopicKind::ServerResponse.topic(&serial);
        let polling = tokio::spawn(poll(client.clone(), event_loop, answers, sender, numbers.clone(), times.clone()));
        Ok(Panel { client, topic: TopicKind::ServerRequest.topic(&serial), times, numbers, connected, polling })
    }

    /// Connected and subscribed.
    pub async fn ready(&mut self) -> Result<()> {
        self.connected.wait_for(|connected| *connected).await.context("the connection ended")?;
        Ok(())
    }

    /// Publishes the event of this number.
    pub async fn publish(&self, number: usize) -> Result<()> {
        let own = {
            let mut numbers = self.numbers.lock().expect("nothing panics while it is held");
            numbers.push(number);
            numbers.len() as u64
        };
        let request = ServerCall::Logs(EventPush::new([event(own, number)])).request(Uuid::new_v4());
        let payload = request.encode();
        self.times.published(number);
        self.client.publish(self.topic.clone(), payload, PublishOptions::at_least_once()).await?;
        Ok(())
    }
}

/// An unknown card is denied: pushed to browsers, but nobody gets a notification.
fn event(id: u64, number: usize) -> Event {
    let info =
        EventInfo { number: Some(format!("{number:010}")), kind: Some(IdentifierType::Card.as_str().into()), lock: Some(1), ..EventInfo::default() };
    Event { id, created_at: now(), category: EventCategory::Access, code: EventCode::AccessDeniedByUnknownCard, info }
}

/// In milliseconds, the resolution of panels.
#[allow(clippy::disallowed_methods)] // A panel has a clock of its own.
fn now() -> OffsetDateTime {
    let now = OffsetDateTime::now_utc();
    now.replace_millisecond(now.millisecond()).unwrap_or(now)
}

async fn poll(client: AsyncClient, mut event_loop: EventLoop, answers: String, connected: watch::Sender<bool>, numbers: Numbers, times: Arc<Times>) {
    loop {
        match event_loop.poll().await {
            Ok(Mqtt::Incoming(Packet::ConnAck(_))) => {
                let _the_queue_is_empty = client.try_subscribe_many([SubscribeFilter { path: answers.clone(), qos: QoS::AtLeastOnce }]);
            }
            Ok(Mqtt::Incoming(Packet::SubAck(_))) => drop(connected.send_replace(true)),
            Ok(Mqtt::Incoming(Packet::Publish(message))) => answered(&message.payload, &numbers, &times),
            Ok(_) => {}
            Err(_) => tokio::time::sleep(RETRY_INTERVAL).await,
        }
    }
}

fn answered(payload: &[u8], numbers: &Numbers, times: &Times) {
    let Ok(response) = Response::decode(payload) else { return };
    let Ok(answer) = serde_json::from_value::<StoredEvents>(response.body) else { return };
    let numbers = numbers.lock().expect("nothing panics while it is held");
    for id in answer.stored {
        if let Some(number) = numbers.get(id as usize - 1) {
            times.arrived(Stop::Answer, *number);
        }
    }
}
