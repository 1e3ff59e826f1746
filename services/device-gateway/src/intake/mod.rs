//! Requests of devices: from the broker, or from calls over HTTP, into the tables, and only then an answer.
//!
//! A device keeps an event until it is answered, so nothing here is kept in memory: what cannot be stored now is left
//! unanswered, and the device sends it again. Events of many devices share a transaction.
mod answer;
mod batch;
mod http;
mod message;
mod remote_check;
mod repair_json;

pub use http::store_http_push;
pub use remote_check::decide_in_time;

use std::sync::atomic::{AtomicI64, Ordering};

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

/// Beyond this many queued messages, further ones are left unanswered.
const MAX_QUEUED_MESSAGES: usize = 10_000;
/// A batch takes what arrived while the batch before was stored, up to so many events or messages: a single event does not
/// wait, and batches grow with the load.
const BATCH_EVENTS: usize = 500;
const BATCH_MESSAGES: usize = 500;

/// A message as it arrived.
#[derive(Clone, Debug)]
pub struct RawMessage {
    pub serial: Serial,
    pub payload: Bytes,
    /// The trace that it is part of, if the device names one.
    pub traceparent: Option<String>,
}

/// Where the MQTT connection delivers messages of devices.
pub struct IntakeInbox {
    sender: mpsc::Sender<RawMessage>,
    presence: PresenceBuffer,
    counters: Counters,
    /// Devices at this broker that are in the gauge, which has those of all brokers.
    online: AtomicI64,
}

pub fn inbox(presence: PresenceBuffer, counters: Counters) -> (IntakeInbox, mpsc::Receiver<RawMessage>) {
    let (sender, receiver) = mpsc::channel(MAX_QUEUED_MESSAGES);
    (IntakeInbox { sender, presence, counters, online: AtomicI64::new(0) }, receiver)
}

impl Inbox for IntakeInbox {
    fn request(&self, serial: Serial, payload: Bytes, traceparent: Option<String>) {
        if self.sender.try_send(RawMessage { serial, payload, traceparent }).is_err() {
            self.counters.messages_dropped.inc();
        }
    }

    fn presence(&self, serial: Serial, presence: Presence, is_retained: bool) {
        self.presence.record(serial, presence, is_retained);
        self.count_online();
    }

    fn lost(&self) {
        self.presence.clear_online();
        self.count_online();
    }
}

impl IntakeInbox {
    fn count_online(&self) {
        let now = i64::try_from(self.presence.count_online()).unwrap_or(i64::MAX);
        let before = self.online.swap(now, Ordering::Relaxed);
        self.counters.devices_online.inc_by(now - before);
    }
}

/// Takes messages in batches, until shutdown; what has arrived by then is still stored and answered.
pub async fn run(app: App, link: BrokerLink, mut raw: mpsc::Receiver<RawMessage>, shutdown: CancellationToken) -> anyhow::Result<()> {
    let _in_flight = app.context.shutdown_phases.in_flight.token();
    let checks = remote_check::RemoteChecks::new(app.clone(), link.clone());
    loop {
        let first = match shutdown.run_until_cancelled(raw.recv()).await {
            Some(first) => first,
            None => raw.try_recv().ok(),
        };
        let Some(first) = first else { return Ok(()) };
        let messages = collect_batch(first, &mut raw, &checks);
        if messages.is_empty() {
            continue;
        }
        let span = traced::process(messages.len(), messages.iter().filter_map(|message| message.traceparent.as_deref()));
        batch::take(&app, &link, messages).instrument(span).await;
    }
}

/// A batch of the messages that have arrived. Remote checks are started at once and do not wait for the batch.
fn collect_batch(first: RawMessage, raw: &mut mpsc::Receiver<RawMessage>, checks: &remote_check::RemoteChecks) -> Vec<message::Message> {
    let (mut messages, mut events) = (Vec::new(), 0);
    let mut next = Some(first);
    while let Some(raw_message) = next {
        let message = message::read(raw_message);
        if let message::Content::Validate(check) = &message.content {
            checks.start(&message, check.clone());
        } else {
            events += message.events();
            messages.push(message);
        }
        next = (events < BATCH_EVENTS && messages.len() < BATCH_MESSAGES).then(|| raw.try_recv().ok()).flatten();
    }
    messages
}
