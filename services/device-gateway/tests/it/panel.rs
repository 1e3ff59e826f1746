//! A panel, played: MQTT 3.1.1 with a user of its own, holding identifiers and schedules in memory.
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use device_protocol::link::LinkItems;
use device_protocol::outcome::BulkResult;
use device_protocol::{
    Credentials, DeviceCall, EventPush, IdentifierItem, ItemOutcome, ItemResult, Method, Presence, Request, Response, Serial, ServerCall,
    TimeProfile, TopicKind, digest,
};
use rumqttc_v4::{AsyncClient, Event, EventLoop, LastWill, MqttOptions, NetworkOptions, Packet, PublishOptions, QoS, SubscribeFilter};
use serde_json::{Value, json};
use tokio::sync::{broadcast, watch};
use uuid::Uuid;

use crate::site::PASSWORD;

/// Of the page of every panel.
pub const PAGE_LOGIN: &str = "admin";
pub const PAGE_PASSWORD: &str = "page-password";
pub const FIRMWARE: &str = "1.3.5";

#[derive(Default)]
pub struct Memory {
    pub identifiers: HashMap<Uuid, IdentifierItem>,
    pub schedules: HashMap<Uuid, TimeProfile>,
    /// Identifiers that it refuses, with its word.
    pub refuses: HashMap<Uuid, ItemOutcome>,
    /// Answers every write with this status.
    pub fails_with: Option<u16>,
    /// Answers every setting that has no items with this status.
    pub refuses_settings: Option<u16>,
    /// Says what it holds with this status.
    pub reads_fail_with: Option<u16>,
    /// So many times it takes identifiers, and the answer is lost.
    pub answers_lost: usize,
    /// Opens locks, and its answers to that are lost.
    pub loses_answers_to_openings: bool,
    /// Does not know the call that sets its clock, as a firmware may.
    pub knows_no_clock: bool,
    /// Repeats what it was asked in place of an answer to who signs in, as a firmware may that knows no such call.
    pub knows_no_login: bool,
    /// What its camera answers.
    pub photo: Option<Value>,
    /// Calls in the order in which they came.
    pub calls: Vec<DeviceCall>,
}

pub struct Panel {
    pub serial: Serial,
    pub memory: Arc<Mutex<Memory>>,
    /// Hears commands and does not answer.
    pub is_mute: Arc<AtomicBool>,
    client: AsyncClient,
    answers: broadcast::Sender<Response>,
    connected: watch::Receiver<bool>,
    poll: tokio::task::JoinHandle<()>,
}

/// `mqtt://host:port` of the test set.
pub fn broker() -> (String, u16) {
    let url = std::env::var("VESTIBULE_MQTT_URL").expect("the test set of servers");
    let (host, port) = url.trim_start_matches("mqtt://").trim_end_matches('/').rsplit_once(':').expect("a port");
    (host.into(), port.parse().expect("a port"))
}

impl Panel {
    /// Connects, subscribes, says that it is online.
    pub async fn connect(serial: &str) -> Panel {
        Self::connect_with(serial, Arc::default()).await
    }

    /// With another password than that of all panels.
    pub async fn connect_as(serial: &str, password: &str) -> Panel {
        Self::connect_with_password(serial, Arc::default(), password).await
    }

    /// The same panel again, with the memory that it had.
    pub async fn connect_with(serial: &str, memory: Arc<Mutex<Memory>>) -> Panel {
        Self::connect_with_password(serial, memory, PASSWORD).await
    }

    async fn connect_with_password(serial: &str, memory: Arc<Mutex<Memory>>, password: &str) -> Panel {
        let serial = Serial::new(serial).unwrap();
        let (host, port) = broker();
        let mut options = MqttOptions::new(serial.as_str(), (host.as_str(), port));
        options.set_credentials(serial.as_str(), password.to_owned());
        options.set_keep_alive(5);
        options.set_max_packet_size(4 << 20, 4 << 20);
        options.set_last_will(LastWill::new(TopicKind::DeviceStatus.topic(&serial), Presence::Offline.as_str(), QoS::AtLeastOnce, true));
        let (client, mut events) = AsyncClient::builder(options).capacity(1000).build();
        let mut network = NetworkOptions::new();
        network.set_tcp_nodelay(true);
        events.set_network_options(network);
        let (answers, _) = broadcast::channel(1000);
        let (state, connected) = watch::channel(false);
        let is_mute = Arc::new(AtomicBool::new(false));
        let player = Player {
            serial: serial.clone(),
            memory: memory.clone(),
            is_mute: is_mute.clone(),
            client: client.clone(),
            answers: answers.clone(),
            state,
        };
        let poll = tokio::spawn(player.play(events));
        let mut panel = Panel { serial, memory, is_mute, client, answers, connected, poll };
        tokio::time::timeout(Duration::from_secs(20), panel.connected.wait_for(|connected| *connected))
            .await
            .expect("the broker takes the panel")
            .unwrap();
        panel.say_online().await;
        panel
    }

    pub async fn say_online(&self) {
        let status = TopicKind::DeviceStatus.topic(&self.serial);
        self.client.publish(status, Presence::Online.as_str(), PublishOptions::at_least_once().retained()).await.unwrap();
    }

    /// The broker keeps its status no more, as if it had been lost on the way to whoever subscribes.
    pub async fn forget_retained_status(&self) {
        let status = TopicKind::DeviceStatus.topic(&self.serial);
        self.client.publish(status, "", PublishOptions::at_least_once().retained()).await.unwrap();
    }

    /// Breaks the connection: the broker says the last will.
    pub async fn vanish(mut self) -> Arc<Mutex<Memory>> {
        self.poll.abort();
        let _aborted = (&mut self.poll).await;
        self.memory.clone()
    }

    /// Pushes events and waits for the answer.
    pub async fn push(&self, push: EventPush) -> Response {
        let request = ServerCall::Logs(push).request(Uuid::new_v4());
        let id = request.id;
        self.say_and_hear(request.encode(), move |response| response.id == id).await
    }

    /// Says anything at all and waits for an answer that fits.
    pub async fn say_and_hear(&self, payload: Vec<u8>, fits: impl Fn(&Response) -> bool) -> Response {
        let mut answers = self.answers.subscribe();
        self.say(payload).await;
        let hearing = async {
            loop {
                let response = answers.recv().await.unwrap();
                if fits(&response) {
                    return response;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), hearing).await.expect("an answer")
    }

    pub async fn say(&self, payload: Vec<u8>) {
        self.publish(TopicKind::ServerRequest.topic(&self.serial), payload).await;
    }

    pub async fn publish(&self, topic: String, payload: Vec<u8>) {
        self.client.publish(topic, payload, PublishOptions::at_least_once()).await.unwrap();
    }

    pub async fn subscribe(&self, topic: String) {
        self.client.subscribe(topic, QoS::AtLeastOnce).await.unwrap();
    }

    pub fn answers(&self) -> broadcast::Receiver<Response> {
        self.answers.subscribe()
    }

    pub fn holds(&self) -> (HashSet<Uuid>, HashSet<Uuid>) {
        let memory = self.memory.lock().unwrap();
        (memory.identifiers.keys().copied().collect(), memory.schedules.keys().copied().collect())
    }

    pub fn forget_everything(&self) {
        *self.memory.lock().unwrap() = Memory::default();
    }
}

impl Drop for Panel {
    fn drop(&mut self) {
        self.poll.abort();
    }
}

struct Player {
    serial: Serial,
    memory: Arc<Mutex<Memory>>,
    is_mute: Arc<AtomicBool>,
    client: AsyncClient,
    answers: broadcast::Sender<Response>,
    state: watch::Sender<bool>,
}

impl Player {
    async fn play(self, mut events: EventLoop) {
        loop {
            match events.poll().await {
                Ok(Event::Incoming(Packet::ConnAck(_))) => {
                    let filters = [TopicKind::DeviceRequest, TopicKind::ServerResponse]
                        .map(|kind| SubscribeFilter::new(kind.topic(&self.serial), QoS::AtLeastOnce));
                    self.client.try_subscribe_many(filters).unwrap();
                }
                Ok(Event::Incoming(Packet::SubAck(_))) => {
                    if self.state.send_replace(true) {
                        // The connection was lost, as when its user is made anew: the broker has published the last will.
                        let status = TopicKind::DeviceStatus.topic(&self.serial);
                        self.client.try_publish(status, Presence::Online.as_str(), PublishOptions::at_least_once().retained()).unwrap();
                    }
                }
                Ok(Event::Incoming(Packet::Publish(message))) => {
                    self.deliver(std::str::from_utf8(&message.topic).unwrap_or_default(), &message.payload)
                }
                Ok(_) => {}
                // The user may not be there yet.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    fn deliver(&self, topic: &str, payload: &[u8]) {
        match TopicKind::parse(topic) {
            Ok((TopicKind::ServerResponse, _)) => {
                let _nobody_listens = self.answers.send(Response::decode(payload).unwrap());
            }
            Ok((TopicKind::DeviceRequest, _)) if !self.is_mute.load(Ordering::Relaxed) => {
                let Some(response) = self.carry_out(&Request::decode(payload).unwrap()) else { return };
                let topic = TopicKind::DeviceResponse.topic(&self.serial);
                self.client.try_publish(topic, response.encode(), PublishOptions::at_least_once()).unwrap();
            }
            _ => {}
        }
    }

    /// None for an answer that is lost.
    fn carry_out(&self, request: &Request) -> Option<Response> {
        let mut memory = self.memory.lock().unwrap();
        let Ok(call) = DeviceCall::parse(request) else { return Some(Response::error(request.id, 404, "unknown uri")) };
        memory.calls.push(call.clone());
        let ok = |body: Value| Response::new(request.id, 200, body);
        if let (Some(status), DeviceCall::WriteIdentifiers(_)) = (memory.fails_with, &call) {
            return Some(Response::error(request.id, status, "out of order"));
        }
        if let (Some(status), DeviceCall::ReadIdentifiers(_)) = (memory.reads_fail_with, &call) {
            return Some(Response::error(request.id, status, "out of order"));
        }
        if let (Some(status), true) = (memory.refuses_settings, request.method == Method::Post && is_setting(&call)) {
            return Some(Response::error(request.id, status, "not on this firmware"));
        }
        let is_lost = matches!(call, DeviceCall::WriteIdentifiers(_)) && memory.answers_lost > 0;
        memory.answers_lost -= usize::from(is_lost);
        if memory.loses_answers_to_openings && matches!(call, DeviceCall::OpenLock(_)) {
            return None;
        }
        let answer = match call {
            DeviceCall::SetClock(_) if memory.knows_no_clock => Response::error(request.id, 404, "unknown uri"),
            DeviceCall::Login(_) if memory.knows_no_login => Response::error(request.id, 404, format!("unknown uri: {}", request.uri)),
            DeviceCall::Login(who) if who == Credentials::new(PAGE_LOGIN, PAGE_PASSWORD) => ok(json!({"token": "of-the-page"})),
            DeviceCall::Login(_) => Response::error(request.id, 401, "wrong login or password"),
            DeviceCall::Info => ok(json!({"serial": self.serial, "model": "AA-12", "firmware": FIRMWARE})),
            DeviceCall::ReadIdentifiers(page) => {
                let items: Vec<IdentifierItem> = memory.identifiers.values().cloned().map(IdentifierItem::with_image_digest).collect();
                ok(json!(page.cut(&items))).with_digest(digest::of_set(&items))
            }
            DeviceCall::ReadTimeProfiles(page) => {
                let items: Vec<TimeProfile> = memory.schedules.values().cloned().collect();
                ok(json!(page.cut(&items))).with_digest(digest::of_set(&items))
            }
            DeviceCall::WriteIdentifiers(items) => ok(json!(write(items, &mut memory))),
            DeviceCall::WriteTimeProfiles(items) => {
                let result = items.list_items.iter().map(|item| ItemResult::new(item.link_id, ItemOutcome::Created)).collect();
                memory.schedules.extend(items.list_items.into_iter().map(|item| (item.link_id, item)));
                ok(json!(BulkResult { result }))
            }
            DeviceCall::DeleteIdentifiers(ids) => {
                ok(json!(BulkResult { result: ids.link_ids.iter().map(|id| deleted(*id, memory.identifiers.remove(id).is_some())).collect() }))
            }
            DeviceCall::DeleteTimeProfiles(ids) => {
                ok(json!(BulkResult { result: ids.link_ids.iter().map(|id| deleted(*id, memory.schedules.remove(id).is_some())).collect() }))
            }
            DeviceCall::Snapshot => ok(memory.photo.clone().unwrap_or_default()),
            _ => ok(Value::Null),
        };
        (!is_lost).then_some(answer)
    }
}

fn is_setting(call: &DeviceCall) -> bool {
    !matches!(call, DeviceCall::WriteIdentifiers(_) | DeviceCall::WriteTimeProfiles(_))
}

fn write(items: LinkItems<IdentifierItem>, memory: &mut Memory) -> BulkResult {
    let mut one = |item: IdentifierItem| {
        let known = |id: &Uuid| memory.schedules.contains_key(id);
        let outcome = match memory.refuses.get(&item.link_id) {
            Some(word) => word.clone(),
            None if !item.time_profiles.iter().flat_map(|ids| &ids.link_ids).all(known) => ItemOutcome::BoundTimeProfileDoesntExist,
            None => ItemOutcome::Created,
        };
        let result = ItemResult::new(item.link_id, outcome);
        if result.success {
            memory.identifiers.insert(item.link_id, item);
        }
        result
    };
    BulkResult { result: items.list_items.into_iter().map(&mut one).collect() }
}

fn deleted(id: Uuid, was_there: bool) -> ItemResult {
    ItemResult::new(id, if was_there { ItemOutcome::Deleted } else { ItemOutcome::NotFound })
}
