//! Remote checks: somebody is at a door and the device asks whether to open. It waits ten seconds and then decides by itself, so
//! that an early answer "decide yourself" is better than none.
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use device_protocol::remote::{RemoteAnswer, RemoteCheck, RemoteType};
use device_protocol::{LockTarget, Response, Serial};
use proto::vestibule::access::v1::CheckIdentifierRequest;
use proto::vestibule::access::v1::remote_checks_client::RemoteChecksClient;
use serde_json::json;
use tokio::sync::Semaphore;
use tracing::Instrument;
use uuid::Uuid;

use super::dropped::Dropped;
use super::message::Message;
use crate::app::App;
use crate::mqtt::BrokerLink;
use crate::mqtt::traced;
use crate::store::reporting_device::{self, ReportingDevice};

/// For the decision; well below the ten seconds of the device.
const CHECK_TIMEOUT: Duration = Duration::from_secs(4);
/// Beyond this many checks under way, further ones are not answered, and the device decides after its time-out.
const MAX_CONCURRENT: usize = 256;
/// Of one device: as many as it has readers at which people stand at the same time. A device that floods leaves the others their
/// answers.
const MAX_CONCURRENT_OF_DEVICE: usize = 4;

pub struct RemoteChecks {
    app: App,
    link: BrokerLink,
    slots: Arc<Semaphore>,
    device_slots: DeviceSlots,
    dropped: Dropped,
}

impl RemoteChecks {
    pub fn new(app: App, link: BrokerLink) -> RemoteChecks {
        let dropped = Dropped::new(app.counters.messages_dropped.clone());
        RemoteChecks { app, link, slots: Arc::new(Semaphore::new(MAX_CONCURRENT)), device_slots: DeviceSlots::default(), dropped }
    }

    /// Answers in the background; the process ends only after the answer.
    pub fn start(&self, message: &Message, check: RemoteCheck) {
        let Some(device_slot) = self.device_slots.acquire(&message.serial) else {
            return self.dropped.count(&message.serial, "too many checks of this device");
        };
        let Ok(permit) = self.slots.clone().try_acquire_owned() else {
            return self.dropped.count(&message.serial, "too many checks");
        };
        let (app, link, serial, id) = (self.app.clone(), self.link.clone(), message.serial.clone(), message.id);
        let in_flight = app.context.shutdown_phases.in_flight.token();
        let span = traced::process(1, message.traceparent.as_deref().into_iter());
        let answering = async move {
            answer(&app, &link, &serial, id, &check).await;
            drop((permit, device_slot, in_flight));
        };
        tokio::spawn(answering.instrument(span));
    }
}

/// Checks under way of each device.
#[derive(Clone, Default)]
struct DeviceSlots(Arc<Mutex<HashMap<Serial, usize>>>);

/// Free again when dropped.
struct DeviceSlot {
    slots: DeviceSlots,
    serial: Serial,
}

impl DeviceSlots {
    fn acquire(&self, serial: &Serial) -> Option<DeviceSlot> {
        let mut under_way = self.lock();
        let count = under_way.entry(serial.clone()).or_default();
        if *count >= MAX_CONCURRENT_OF_DEVICE {
            return None;
        }
        *count += 1;
        Some(DeviceSlot { slots: self.clone(), serial: serial.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Serial, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for DeviceSlot {
    fn drop(&mut self) {
        let mut under_way = self.slots.lock();
        if let Some(count) = under_way.get_mut(&self.serial) {
            *count -= 1;
            if *count == 0 {
                under_way.remove(&self.serial);
            }
        }
    }
}

async fn answer(app: &App, link: &BrokerLink, serial: &Serial, id: Uuid, check: &RemoteCheck) {
    let found = tokio::time::timeout(CHECK_TIMEOUT, find_device(app, serial)).await;
    let answer = match found {
        // Another installation may know it.
        Ok(Ok(None)) => return,
        // The broker of a project does not speak for devices of others.
        Ok(Ok(Some(device))) if !link.scope.has(device.project_id) => return,
        Ok(Ok(Some(device))) => decide_in_time(app, &device, check).await,
        Ok(Err(error)) => undecided(app, serial.as_str(), &error.into()),
        Err(error) => undecided(app, serial.as_str(), &error.into()),
    };
    if let Err(error) = link.mqtt.answer(serial, &Response::new(id, 200, json!(answer))).await {
        tracing::debug!(%serial, %error, "an answer is lost: the device decides by itself");
    }
}

/// Within 4 seconds; else the device decides by itself.
pub async fn decide_in_time(app: &App, device: &ReportingDevice, check: &RemoteCheck) -> RemoteAnswer {
    let decided = tokio::time::timeout(CHECK_TIMEOUT, decide(app, device, check)).await.context("no answer in time").and_then(|decided| decided);
    decided.unwrap_or_else(|error| undecided(app, &device.serial_number, &error))
}

fn undecided(app: &App, serial: &str, error: &anyhow::Error) -> RemoteAnswer {
    app.counters.checks_undecided.inc();
    tracing::warn!(serial, error = format!("{error:#}"), "a remote check could not be decided: the device decides by itself");
    RemoteAnswer::NOT_HANDLED
}

async fn decide(app: &App, device: &ReportingDevice, check: &RemoteCheck) -> anyhow::Result<RemoteAnswer> {
    let question = CheckIdentifierRequest {
        project_id: device.project_id,
        device_id: device.id,
        r#type: type_name(check.identifier_type).into(),
        number: check.identifier_number.clone(),
    };
    let request = app.context.signer.as_service(app.context.service, device.project_id, question);
    let mut client = RemoteChecksClient::new(app.context.peers.peer("access"));
    let decision = client.check_identifier(request).await?.into_inner();
    Ok(match (decision.known, decision.lock_number) {
        (false, _) => RemoteAnswer::NOT_HANDLED,
        (true, None) => RemoteAnswer::denied(),
        (true, Some(lock)) => RemoteAnswer::granted(u8::try_from(lock).ok().and_then(|lock| LockTarget::new(lock).ok()).context("no such lock")?),
    })
}

async fn find_device(app: &App, serial: &Serial) -> kit::Result<Option<ReportingDevice>> {
    let mut tx = app.context.database.system().await?;
    let mut found = reporting_device::find_many(&mut tx, &[serial.to_string()]).await?;
    tx.commit().await?;
    Ok(found.pop())
}

/// The platform's name of the type.
fn type_name(kind: RemoteType) -> &'static str {
    match kind {
        RemoteType::Card => "card",
        RemoteType::InputCode => "access_code",
        RemoteType::Qr => "qr",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_that_asks_without_end_leaves_the_others_their_answers() {
        let (loud, quiet) = (Serial::new("loud").unwrap(), Serial::new("quiet").unwrap());
        let slots = DeviceSlots::default();
        let mut taken: Vec<DeviceSlot> = (0..).map_while(|_| slots.acquire(&loud)).collect();
        assert_eq!(taken.len(), MAX_CONCURRENT_OF_DEVICE);
        assert!(slots.acquire(&quiet).is_some());
        taken.pop();
        assert!(slots.acquire(&loud).is_some());
        drop(taken);
        assert!(slots.lock().is_empty());
    }
}
