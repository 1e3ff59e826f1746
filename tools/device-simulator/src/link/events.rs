//! Events on their way to the server: one push at a time, in order, repeated with growing pauses
//! until the server answers that it stored them.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use device_protocol::event::MAX_EVENTS;
use device_protocol::{Event, EventPush, ServerCall};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use tokio::sync::watch;
use tokio::time::timeout;
use uuid::Uuid;

use super::backoff::Backoff;
use super::outbox::{Outbox, OutboxError};
use crate::device::{Counters, Device};
use crate::random::{generator, index_of};

/// The longest that a push waits for its answer.
pub const MAX_ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Sends events for as long as the connection's client lives.
pub async fn push(device: Arc<Device>, outbox: Outbox, answer_timeout: Duration) {
    let mut connected = device.connected.subscribe();
    let mut random: StdRng = generator(0, "events", index_of(device.serial.as_str()));
    let mut backoff = Backoff::new(answer_timeout, MAX_ANSWER_TIMEOUT.max(answer_timeout));
    loop {
        if connected.wait_for(|connected| *connected).await.is_err() {
            return;
        }
        let batch = device.journal().batch(MAX_EVENTS);
        if batch.is_empty() {
            device.events_changed.notified().await;
            continue;
        }
        if let Err(error) = send(&device, &outbox, &batch, &mut random).await {
            tracing::warn!(serial = %device.serial, %error, "events were not sent");
        }
        let limit = backoff.next(&mut random);
        match timeout(limit, all_answered(&device, &batch, &mut connected)).await {
            Ok(PushOutcome::Stored) => backoff.reset(),
            Ok(PushOutcome::Disconnected) => {}
            Err(_) => Counters::count(&device.counters.pushes_repeated),
        }
    }
}

async fn send(device: &Device, outbox: &Outbox, batch: &[Event], random: &mut StdRng) -> Result<(), OutboxError> {
    // On record first: see Journal::mark_sent. If the disk refuses, nothing is sent.
    if let Err(error) = device.journal().mark_sent(batch) {
        tracing::warn!(serial = %device.serial, %error, "the sending of events was not recorded");
        return Ok(());
    }
    let (duplicate, reorder) = {
        let faults = device.faults();
        (faults.duplicate_events, faults.reorder_events)
    };
    let mut events = batch.to_vec();
    if reorder {
        events.shuffle(random);
    }
    let call = ServerCall::Logs(EventPush::new(events));
    for _ in 0..if duplicate { 2 } else { 1 } {
        Counters::count(&device.counters.pushes);
        outbox.send(&call.request(Uuid::new_v4())).await?;
    }
    Ok(())
}

enum PushOutcome {
    Stored,
    Disconnected,
}

/// Until every event of the batch is answered, or the connection is lost.
async fn all_answered(device: &Device, batch: &[Event], connected: &mut watch::Receiver<bool>) -> PushOutcome {
    loop {
        // New events notify the same object, which only repeats this check.
        let rung = device.events_changed.notified();
        if all_stored(device, batch) {
            return PushOutcome::Stored;
        }
        tokio::select! {
            () = rung => {}
            lost = connected.wait_for(|connected| !connected) => {
                drop(lost);
                return PushOutcome::Disconnected;
            }
        }
    }
}

fn all_stored(device: &Device, batch: &[Event]) -> bool {
    let journal = device.journal();
    batch.iter().all(|event| !journal.is_pending(event.id))
}

/// Takes the server's answer.
pub fn stored(device: &Device, ids: &[u64]) {
    match device.journal().mark_stored(ids) {
        Ok(fresh) => {
            device.counters.events_promised.fetch_add(fresh.len() as u64, Ordering::Relaxed);
        }
        // The events stay and will be sent again, which harms nobody.
        Err(error) => tracing::warn!(serial = %device.serial, %error, "an answer was not recorded"),
    }
    device.events_changed.notify_one();
}
