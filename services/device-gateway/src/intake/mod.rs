//! What devices say by themselves: from the broker to the table, and only then an answer.
//!
//! A device keeps an event until it is answered, so nothing here needs to be kept: what cannot be stored now is
//! left unanswered and comes again. Events of many devices share a transaction.
mod answer;
mod batch;
mod message;

use std::time::Duration;

use bytes::Bytes;
use device_protocol::{Presence, Serial};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::counters::Counters;
use crate::driver::mqtt::Inbox;
use crate::gateway::Gateway;
use crate::presence::Heard;

/// Messages that wait; beyond that they are left unanswered.
const QUEUE: usize = 10_000;
/// A batch is stored when it has so many events, or messages,
const BATCH_EVENTS: usize = 500;
const BATCH_MESSAGES: usize = 500;
/// or when its first message has waited so long.
const BATCH_WAIT: Duration = Duration::from_millis(5);

/// A message as it arrived.
#[derive(Clone, Debug)]
pub struct Raw {
    pub serial: Serial,
    pub payload: Bytes,
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
    fn request(&self, serial: Serial, payload: Bytes) {
        if self.sender.try_send(Raw { serial, payload }).is_err() {
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

/// Takes messages in batches, until shutdown.
pub async fn run(gateway: Gateway, mut raw: mpsc::Receiver<Raw>, shutdown: CancellationToken) -> anyhow::Result<()> {
    loop {
        let first = tokio::select! {
            _ = shutdown.cancelled() => return Ok(()),
            first = raw.recv() => first,
        };
        let Some(first) = first else { return Ok(()) };
        let messages = fill(first, &mut raw).await;
        batch::take(&gateway, messages).await;
    }
}

async fn fill(first: Raw, raw: &mut mpsc::Receiver<Raw>) -> Vec<message::Message> {
    let deadline = Instant::now() + BATCH_WAIT;
    let mut messages = vec![message::read(first)];
    let mut events = messages[0].events();
    while events < BATCH_EVENTS && messages.len() < BATCH_MESSAGES {
        match tokio::time::timeout_at(deadline, raw.recv()).await {
            Ok(Some(next)) => {
                let message = message::read(next);
                events += message.events();
                messages.push(message);
            }
            Ok(None) | Err(_) => break,
        }
    }
    messages
}
