//! A panel that speaks MQTT 5 and continues the trace of the commands that it receives.
use std::sync::{Arc, Mutex};
use std::time::Duration;

use device_protocol::outcome::BulkResult;
use device_protocol::{
    DeviceCall, EventPush, IdentifierItem, ItemOutcome, ItemResult, Presence, Request, Response, Serial, ServerCall, TimeProfile, TopicKind, digest,
};
use kit::Settings;
use rumqttc::mqttbytes::v5::{Publish, PublishProperties};
use rumqttc::{AsyncClient, Event, EventLoop, MqttOptions, Packet, PublishOptions, QoS, SubscribeFilter};
use serde_json::{Value, json};
use uuid::Uuid;

pub const PASSWORD: &str = "a-panels-own-password";
/// How long the panel waits before it repeats an unanswered report.
const REPEAT_INTERVAL: Duration = Duration::from_secs(5);

#[derive(Default)]
struct Memory {
    identifiers: Vec<IdentifierItem>,
    schedules: Vec<TimeProfile>,
    /// The traceparent of the command that wrote identifiers.
    written_in: Option<String>,
    answers: Vec<Response>,
}

#[derive(Clone)]
pub struct Panel {
    serial: Serial,
    client: AsyncClient,
    memory: Arc<Mutex<Memory>>,
}

impl Panel {
    /// Connects as soon as the broker knows the user, and publishes its presence.
    pub fn start(settings: &Settings, serial: &str) -> anyhow::Result<Panel> {
        let serial = Serial::new(serial)?;
        let address = settings.mqtt_url.trim_start_matches("mqtt://").trim_end_matches('/');
        let (host, port) = address.rsplit_once(':').ok_or_else(|| anyhow::anyhow!("VESTIBULE_MQTT_URL"))?;
        let mut options = MqttOptions::new(serial.as_str(), (host, port.parse::<u16>()?));
        options.set_credentials(serial.as_str(), PASSWORD);
        let (client, events) = AsyncClient::builder(options).capacity(100).try_build()?;
        let panel = Panel { serial, client, memory: Arc::default() };
        tokio::spawn(panel.clone().play(events));
        Ok(panel)
    }

    /// The traceparent of the command that wrote identifiers, once it has arrived.
    pub fn written_in(&self) -> Option<String> {
        self.memory.lock().expect("not poisoned").written_in.clone()
    }

    /// Reports a card as part of the trace, and repeats the report until the platform has stored it.
    pub async fn report(&self, number: &str, traceparent: &str) -> anyhow::Result<()> {
        let event = json!({
            "id": 1, "created_at": "2026-03-02T08:15:00.123Z", "category": "access", "code": "access_granted_by_valid_identifier",
            "info": { "number": number, "type": "card", "lock": 1 },
        });
        let request = ServerCall::Logs(EventPush::new([serde_json::from_value(event)?])).request(Uuid::new_v4());
        let started = tokio::time::Instant::now();
        while started.elapsed() < super::TRACE_TIMEOUT {
            let properties = PublishProperties { user_properties: vec![("traceparent".into(), traceparent.into())], ..PublishProperties::default() };
            let options = PublishOptions::new(QoS::AtLeastOnce).properties(properties);
            self.client.publish(TopicKind::ServerRequest.topic(&self.serial), request.encode(), options).await?;
            let answered = || self.memory.lock().expect("not poisoned").answers.iter().any(|answer| answer.id == request.id && answer.is_success());
            if tokio::time::timeout(REPEAT_INTERVAL, super::holds(answered)).await.is_ok() {
                return Ok(());
            }
        }
        anyhow::bail!("nobody answers the panel")
    }

    async fn play(self, mut events: EventLoop) {
        loop {
            match events.poll().await {
                Ok(Event::Incoming(Packet::ConnAck(_))) => self.subscribe(),
                Ok(Event::Incoming(Packet::SubAck(_))) => {
                    let status = TopicKind::DeviceStatus.topic(&self.serial);
                    let _said_again_with_the_next_connection =
                        self.client.try_publish(status, Presence::Online.as_str(), PublishOptions::at_least_once().retained());
                }
                Ok(Event::Incoming(Packet::Publish(message))) => self.hear(&message),
                Ok(_) => {}
                // The user may not be there yet.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }

    fn subscribe(&self) {
        let filters =
            [TopicKind::DeviceRequest, TopicKind::ServerResponse].map(|kind| SubscribeFilter::new(kind.topic(&self.serial), QoS::AtLeastOnce));
        let _said_again_with_the_next_connection = self.client.try_subscribe_many(filters);
    }

    fn hear(&self, message: &Publish) {
        let topic = std::str::from_utf8(&message.topic).unwrap_or_default();
        match TopicKind::parse(topic) {
            Ok((TopicKind::ServerResponse, _)) => {
                self.memory.lock().expect("not poisoned").answers.extend(Response::decode(&message.payload));
            }
            Ok((TopicKind::DeviceRequest, _)) => {
                let Ok(request) = Request::decode(&message.payload) else { return };
                let traceparent =
                    message.properties.as_ref().and_then(|properties| properties.user_properties.iter().find(|(name, _)| name == "traceparent"));
                let response = self.carry_out(&request, traceparent.map(|(_, value)| value.clone()));
                let topic = TopicKind::DeviceResponse.topic(&self.serial);
                let _asked_again = self.client.try_publish(topic, response.encode(), PublishOptions::at_least_once());
            }
            _ => {}
        }
    }

    fn carry_out(&self, request: &Request, traceparent: Option<String>) -> Response {
        let mut memory = self.memory.lock().expect("not poisoned");
        let ok = |body: Value| Response::new(request.id, 200, body);
        match DeviceCall::parse(request) {
            Ok(DeviceCall::ReadIdentifiers(page)) => ok(json!(page.cut(&memory.identifiers))).with_digest(digest::of_set(&memory.identifiers)),
            Ok(DeviceCall::ReadTimeProfiles(page)) => ok(json!(page.cut(&memory.schedules))).with_digest(digest::of_set(&memory.schedules)),
            Ok(DeviceCall::WriteIdentifiers(items)) => {
                memory.written_in = traceparent;
                let result = items.list_items.iter().map(|item| ItemResult::new(item.link_id, ItemOutcome::Created)).collect();
                memory.identifiers.extend(items.list_items);
                ok(json!(BulkResult { result }))
            }
            Ok(DeviceCall::WriteTimeProfiles(items)) => {
                let result = items.list_items.iter().map(|item| ItemResult::new(item.link_id, ItemOutcome::Created)).collect();
                memory.schedules.extend(items.list_items);
                ok(json!(BulkResult { result }))
            }
            Ok(_) => ok(Value::Null),
            Err(_) => Response::error(request.id, 404, "unknown uri"),
        }
    }
}
