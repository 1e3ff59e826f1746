//! The server's side: what device-gateway will do, by hand.

use device_protocol::identifier::{IdentifierItem, Owner, OwnerType, Valid};
use device_protocol::link::IdentifierItems;
use device_protocol::remote::{RemoteAnswer, RemoteCheck};
use device_protocol::{
    DeviceCall, Event, IdentifierType, LockChoice, Presence, Request, Response, Serial, ServerCall, StoredEvents, TimeProfile, TopicKind,
};
use rumqttc_v4::{AsyncClient, Event as MqttEvent, MqttOptions, Packet, PublishOptions, QoS, SubscribeFilter};
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use uuid::Uuid;

use super::{Broker, TEST_TIMEOUT};

pub struct Platform {
    client: AsyncClient,
    statuses: UnboundedReceiver<Presence>,
    answers: UnboundedReceiver<Response>,
    /// Requests, or nothing for a message that is none.
    requests: UnboundedReceiver<Option<(Serial, Request)>>,
    polling: JoinHandle<()>,
}

/// A push of events, as it came.
pub struct Push {
    pub serial: Serial,
    pub id: Uuid,
    pub events: Vec<Event>,
}

impl Push {
    pub fn ids(&self) -> Vec<u64> {
        self.events.iter().map(|event| event.id).collect()
    }
}

impl Platform {
    /// Connects and subscribes to everything that devices say.
    pub async fn connect(broker: &Broker) -> Self {
        let mut options = MqttOptions::new("platform", ("127.0.0.1", broker.port));
        options.set_max_packet_size(4 << 20, 4 << 20);
        let (client, mut event_loop) = AsyncClient::builder(options).capacity(64).build();
        let kinds = [TopicKind::DeviceStatus, TopicKind::DeviceResponse, TopicKind::ServerRequest];
        let filters = kinds.map(|kind| SubscribeFilter { path: kind.filter(), qos: QoS::AtLeastOnce });
        client.subscribe_many(filters).await.unwrap();
        let (status, statuses) = unbounded_channel();
        let (answer, answers) = unbounded_channel();
        let (request, requests) = unbounded_channel();
        let (subscribed, ready) = tokio::sync::oneshot::channel();
        let polling = tokio::spawn(async move {
            let mut subscribed = Some(subscribed);
            while let Ok(event) = event_loop.poll().await {
                match event {
                    MqttEvent::Incoming(Packet::SubAck(_)) => drop(subscribed.take().map(|ready| ready.send(()))),
                    MqttEvent::Incoming(Packet::Publish(message)) => {
                        let topic = String::from_utf8_lossy(&message.topic).into_owned();
                        sort(&topic, &message.payload, &status, &answer, &request);
                    }
                    _ => {}
                }
            }
        });
        timeout(TEST_TIMEOUT, ready).await.expect("the platform subscribed").unwrap();
        Self { client, statuses, answers, requests, polling }
    }

    pub async fn next_status(&mut self) -> Presence {
        next(&mut self.statuses, "a status").await
    }

    /// The next request; none for garbage.
    pub async fn next_request(&mut self) -> Option<(Serial, Request)> {
        next(&mut self.requests, "a request").await
    }

    /// The next push of events; other requests must not come in between.
    pub async fn next_push(&mut self) -> Push {
        let (serial, request) = self.next_request().await.expect("a request and no garbage");
        match ServerCall::parse(&request).unwrap() {
            ServerCall::Logs(push) => Push { serial, id: request.id, events: push.readable().collect() },
            other => panic!("{other:?} instead of events"),
        }
    }

    pub async fn next_check(&mut self) -> (Serial, Uuid, RemoteCheck) {
        let (serial, request) = self.next_request().await.expect("a request and no garbage");
        match ServerCall::parse(&request).unwrap() {
            ServerCall::Validate(check) => (serial, request.id, check),
            other => panic!("{other:?} instead of a remote check"),
        }
    }

    /// Promises that these events are stored.
    pub async fn store(&self, push: &Push, ids: &[u64]) {
        let body = serde_json::to_value(StoredEvents { stored: ids.to_vec(), ..StoredEvents::default() }).unwrap();
        self.respond(&push.serial, &Response::new(push.id, 200, body)).await;
    }

    pub async fn decide(&self, serial: &Serial, id: Uuid, answer: RemoteAnswer) {
        self.respond(serial, &Response::new(id, 200, serde_json::to_value(answer).unwrap())).await;
    }

    pub async fn respond(&self, serial: &Serial, response: &Response) {
        self.send_raw(TopicKind::ServerResponse, serial, response.encode()).await;
    }

    /// Says any bytes to a device.
    pub async fn send_raw(&self, kind: TopicKind, serial: &Serial, payload: Vec<u8>) {
        self.client.publish(kind.topic(serial), payload, PublishOptions::at_least_once()).await.unwrap();
    }

    pub async fn call(&mut self, serial: &Serial, call: DeviceCall) -> Response {
        let id = self.send(serial, call).await;
        self.answer_to(id).await
    }

    pub async fn call_versioned(&mut self, serial: &Serial, call: DeviceCall, version: u64) -> Response {
        let request = call.request(Uuid::new_v4()).with_version(version);
        self.send_raw(TopicKind::DeviceRequest, serial, request.encode()).await;
        self.answer_to(request.id).await
    }

    /// Sends a call and does not wait.
    pub async fn send(&self, serial: &Serial, call: DeviceCall) -> Uuid {
        let request = call.request(Uuid::new_v4());
        self.send_raw(TopicKind::DeviceRequest, serial, request.encode()).await;
        request.id
    }

    pub async fn answer_to(&mut self, id: Uuid) -> Response {
        loop {
            let answer = next(&mut self.answers, "an answer").await;
            if answer.id == id {
                return answer;
            }
        }
    }
}

impl Drop for Platform {
    fn drop(&mut self) {
        self.polling.abort();
    }
}

async fn next<T>(receiver: &mut UnboundedReceiver<T>, what: &str) -> T {
    timeout(TEST_TIMEOUT, receiver.recv()).await.unwrap_or_else(|_| panic!("{what} arrives")).expect("the platform is connected")
}

fn sort(
    topic: &str,
    payload: &[u8],
    statuses: &UnboundedSender<Presence>,
    answers: &UnboundedSender<Response>,
    requests: &UnboundedSender<Option<(Serial, Request)>>,
) {
    let (kind, serial) = TopicKind::parse(topic).unwrap();
    // A receiver is gone only when the test is over.
    match kind {
        TopicKind::DeviceStatus => drop(statuses.send(Presence::parse(payload).unwrap())),
        TopicKind::DeviceResponse => drop(answers.send(Response::decode(payload).unwrap())),
        _ => drop(requests.send(Request::decode(payload).ok().map(|request| (serial, request)))),
    }
}

/// Cards with these ids and numbers.
pub fn items(cards: &[(u128, &str)]) -> IdentifierItems {
    let item = |(id, number): &(u128, &str)| IdentifierItem {
        link_id: Uuid::from_u128(*id),
        apartment_link_id: None,
        identifier_owner: Owner { name: "Ann".into(), kind: OwnerType::Owner },
        identifier_type: IdentifierType::Card,
        identifier_number: (*number).into(),
        lock: LockChoice::All,
        valid: Valid::ALWAYS,
        face_image: None,
        time_profiles: None,
    };
    IdentifierItems::new(cards.iter().map(item).collect())
}

/// Weekdays from 8 to 18, Berlin time.
pub fn work_week() -> TimeProfile {
    serde_json::from_value(json!({
        "link_id": Uuid::from_u128(77), "name": "Work week",
        // Monday 2026-01-05, 8:00 and 18:00 in Berlin.
        "time_options": {"is_all_day": false, "date_from": 1_767_596_400, "date_to": 1_767_632_400},
        "repeat_options": {"repeat_enable": true, "repeat_format": {
            "repeat_type": "custom", "repeat_end": {"format": "never"},
            "repeat_custom": {"repeat_point_type": "week", "repeat_looper": 1,
                              "repeat_options": ["MON", "TUE", "WED", "THU", "FRI"]}}}
    }))
    .unwrap()
}
