//! What devices say by themselves: from the broker to the table, and only then an answer.
//!
//! A device keeps an event until it is answered, so nothing here needs to be kept: what cannot be stored now is
//! left unanswered and comes again. Events of many devices share a transaction.
mod answer;
mod batch;
mod mended;
mod message;
mod remote;

use bytes::Bytes;
use device_protocol::{Presence, Serial};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use crate::counters::Counters;
use crate::driver::mqtt::{Inbox, traced};
use crate::gateway::Gateway;
use crate::presence::Heard;

/// Messages that wait; beyond that they are left unanswered.
const QUEUE: usize = 10_000;
/// A batch takes what has come while the one before was stored, up to so many events or messages: a lone event
/// waits for nobody, and under load batches grow by themselves.
const BATCH_EVENTS: usize = 500;
const BATCH_MESSAGES: usize = 500;

/// A message as it arrived.
#[derive(Clone, Debug)]
pub struct Raw {
    pub serial: Serial,
    pub payload: Bytes,
    /// The trace that it is part of, as far as the device says.
    pub traceparent: Option<String>,
}

/// The end of the connection that takes what devices say.
pub struct Door {
    sender: mpsc::Sender<Raw>,
    heard: Heard,
    counters: Counters,
}

pub fn door(heard: Heard, counters: Counters) -> (Door, mpsc::Receiver<Raw>) {
    let (sender, receiver) = mpsc::channel(QUEUE);
    (Door { sender, heard, counters }, receiver)
}

impl Inbox for Door {
    fn request(&self, serial: Serial, payload: Bytes, traceparent: Option<String>) {
        if self.sender.try_send(Raw { serial, payload, traceparent }).is_err() {
            self.counters.messages_dropped.inc();
        }
    }

    fn presence(&self, serial: Serial, presence: Presence) {
        self.heard.note(serial, presence);
    }

    fn lost(&self) {
        self.heard.lost();
    }
}

/// Takes messages in batches, until shutdown; what has arrived by then is still stored and answered.
pub async fn run(gateway: Gateway, mut raw: mpsc::Receiver<Raw>, shutdown: CancellationToken) -> anyhow::Result<()> {
    let _serving = gateway.context.ending.serving.token();
    let checks = remote::Checks::new(gateway.clone());
    loop {
        let first = match shutdown.run_until_cancelled(raw.recv()).await {
            Some(first) => first,
            None => raw.try_recv().ok(),
        };
        let Some(first) = first else { return Ok(()) };
        let messages = fill(first, &mut raw, &checks);
        if messages.is_empty() {
            continue;
        }
        let span = traced::process(messages.len(), messages.iter().filter_map(|message| message.traceparent.as_deref()));
        batch::take(&gateway, messages).instrument(span).await;
    }
}

/// A batch of what has come. Questions at a door wait for no batch.
fn fill(first: Raw, raw: &mut mpsc::Receiver<Raw>, checks: &remote::Checks) -> Vec<message::Message> {
    let (mut messages, mut events) = (Vec::new(), 0);
    let mut next = Some(first);
    while let Some(one) = next {
        let message = message::read(one);
        if let message::Content::Validate(check) = &message.content {
            checks.take(&message, check.clone());
        } else {
            events += message.events();
            messages.push(message);
        }
        next = (events < BATCH_EVENTS && messages.len() < BATCH_MESSAGES).then(|| raw.try_recv().ok()).flatten();
    }
    messages
}
