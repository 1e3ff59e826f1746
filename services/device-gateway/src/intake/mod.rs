//! Requests of devices: from the broker, or from calls over HTTP, into the tables, and only then an answer.
//!
//! A device keeps an event until it is answered, so nothing here is kept in memory: what cannot be stored now is left
//! unanswered, and the device sends it again. Events of many devices share a transaction.
mod answer;
mod batch;
mod dropped;
mod http;
mod message;
mod remote_check;
mod repair_json;
pub mod room;

pub use http::store_http_push;
pub use remote_check::decide_in_time;
pub use room::Room;

use bytes::Bytes;
use device_protocol::{Presence, Serial};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::app::App;
use crate::counters::Counters;
use crate::jobs::presence::PresenceBuffer;
use crate::mqtt::BrokerLink;
use crate::mqtt::{Inbox, traced};
use crate::store::rejected_message;
use dropped::Dropped;
use room::Place;

/// Beyond this many queued messages of a broker, further ones are left unanswered; and before, where there is no `Room`.
const MAX_QUEUED_MESSAGES: usize = 10_000;
/// A batch takes what arrived while the batch before was stored, up to so many events or messages: a single event does not
/// wait, and batches grow with the load.
const BATCH_EVENTS: usize = 500;
const BATCH_MESSAGES: usize = 500;
/// Bytes of a batch: its JSON, parsed, may take a hundred times as much.
const BATCH_BYTES: usize = 256 << 10;

/// A message as it arrived.
#[derive(Clone, Debug)]
pub struct RawMessage {
    pub serial: Serial,
    /// The beginning of one that is over the limit.
    pub payload: Bytes,
    /// Of the whole, in bytes.
    pub size: usize,
    /// The trace that it is part of, if the device names one.
    pub traceparent: Option<String>,
}

impl RawMessage {
    /// The payload is copied: that of MQTT is a part of the connection's buffer, all of which it would keep in memory.
    fn new(serial: Serial, payload: &[u8], traceparent: Option<String>) -> RawMessage {
        let kept = if payload.len() > message::MAX_BYTES { &payload[..rejected_message::MAX_PAYLOAD_BYTES] } else { payload };
        RawMessage { serial, payload: Bytes::copy_from_slice(kept), size: payload.len(), traceparent }
    }
}

/// A message that waits, and its place, which is given up once it is stored.
pub struct QueuedMessage {
    message: RawMessage,
    place: Place,
}

/// Where the MQTT connection delivers messages of devices.
pub struct IntakeInbox {
    sender: mpsc::Sender<QueuedMessage>,
    room: Room,
    presence: PresenceBuffer,
    dropped: Dropped,
}

pub fn inbox(room: Room, presence: PresenceBuffer, counters: &Counters) -> (IntakeInbox, mpsc::Receiver<QueuedMessage>) {
    let (sender, receiver) = mpsc::channel(MAX_QUEUED_MESSAGES);
    (IntakeInbox { sender, room, presence, dropped: Dropped::new(counters.messages_dropped.clone()) }, receiver)
}

impl Inbox for IntakeInbox {
    fn request(&self, serial: Serial, payload: Bytes, traceparent: Option<String>) {
        let message = RawMessage::new(serial, &payload, traceparent);
        let Some(place) = self.room.take(&message.serial, message.payload.len()) else {
            return self.dropped.count(&message.serial, "too many wait");
        };
        if let Err(unsent) = self.sender.try_send(QueuedMessage { message, place }) {
            self.dropped.count(&unsent.into_inner().message.serial, "the queue is full");
        }
    }

    fn presence(&self, serial: Serial, presence: Presence, is_retained: bool) {
        if !self.presence.record(&serial, presence, is_retained) {
            self.dropped.count(&serial, "the broker reports the status of too many devices");
        }
    }

    fn heard(&self, serial: &Serial) {
        self.presence.record_heard(serial);
    }

    fn lost(&self) {
        self.presence.clear_online();
    }
}

/// Takes messages in batches, until shutdown; what has arrived by then is still stored and answered.
pub async fn run(app: App, link: BrokerLink, mut queue: mpsc::Receiver<QueuedMessage>, shutdown: CancellationToken) -> anyhow::Result<()> {
    let _in_flight = app.context.shutdown_phases.in_flight.token();
    let checks = remote_check::RemoteChecks::new(app.clone(), link.clone());
    loop {
        let first = match shutdown.run_until_cancelled(queue.recv()).await {
            Some(first) => first,
            None => queue.try_recv().ok(),
        };
        let Some(first) = first else { return Ok(()) };
        let (messages, places) = collect_batch(first, &mut queue, &checks);
        if messages.is_empty() {
            continue;
        }
        let span = traced::process(messages.len(), messages.iter().filter_map(|message| message.traceparent.as_deref()));
        batch::take(&app, &link, messages).instrument(span).await;
        drop(places);
    }
}

/// A batch of the messages that have arrived. Remote checks are started at once and do not wait for the batch.
fn collect_batch(
    first: QueuedMessage,
    queue: &mut mpsc::Receiver<QueuedMessage>,
    checks: &remote_check::RemoteChecks,
) -> (Vec<message::Message>, Vec<Place>) {
    let (mut messages, mut places, mut events, mut bytes) = (Vec::new(), Vec::new(), 0, 0);
    let mut next = Some(first);
    while let Some(QueuedMessage { message, place }) = next {
        let message = message::read(message);
        if let message::Content::Validate(check) = &message.content {
            checks.start(&message, check.clone());
        } else {
            events += message.events();
            bytes += message.payload.len();
            messages.push(message);
            places.push(place);
        }
        let is_full = events >= BATCH_EVENTS || messages.len() >= BATCH_MESSAGES || bytes >= BATCH_BYTES;
        next = if is_full { None } else { queue.try_recv().ok() };
    }
    (messages, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serial(text: &str) -> Serial {
        Serial::new(text).unwrap()
    }

    fn queue() -> (IntakeInbox, mpsc::Receiver<QueuedMessage>, Counters) {
        let counters = Counters::default();
        let (inbox, receiver) = inbox(Room::of_installation(), PresenceBuffer::new(10, counters.devices_online.clone()), &counters);
        (inbox, receiver, counters)
    }

    #[test]
    fn what_a_device_sends_beyond_its_room_is_counted_and_holds_up_no_other() {
        let (inbox, mut receiver, counters) = queue();
        for _ in 0..150 {
            inbox.request(serial("loud"), Bytes::from_static(b"{}"), None);
        }
        inbox.request(serial("quiet"), Bytes::from_static(b"{}"), None);
        let queued: Vec<QueuedMessage> = std::iter::from_fn(|| receiver.try_recv().ok()).collect();
        assert_eq!(queued.iter().filter(|queued| queued.message.serial == serial("loud")).count(), 100);
        assert_eq!((queued.len(), counters.messages_dropped.get()), (101, 50));
        drop(queued);
        inbox.request(serial("loud"), Bytes::from_static(b"{}"), None);
        assert!(receiver.try_recv().is_ok(), "there is room again");
    }

    #[test]
    fn of_a_message_over_the_limit_only_the_beginning_waits() {
        let (inbox, mut receiver, _) = queue();
        inbox.request(serial("a"), Bytes::from(vec![b'x'; 4 << 20]), None);
        let message = message::read(receiver.try_recv().unwrap().message);
        assert_eq!((message.payload.len(), message.size), (rejected_message::MAX_PAYLOAD_BYTES, 4 << 20));
        assert!(matches!(message.content, message::Content::Rejected(rejection) if rejection.status == 413));
    }
}
