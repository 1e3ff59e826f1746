//! Somebody at the door: the device asks the server if it is set to, or does not hold what is shown; it decides by
//! itself otherwise, opens or does not, and records what happened.

use device_protocol::remote::{RemoteAccess, RemoteAnswer, RemoteCheck, RemoteType};
use device_protocol::{CardNumber, Event, EventCode, EventInfo, IdentifierType, ServerCall};
use jiff::Timestamp;
use serde::Serialize;
use tokio::sync::oneshot;
use tokio::time::timeout;
use uuid::Uuid;

use crate::device::{Counters, Device, lock};
use crate::door::{self, Denial, Knowledge, Presented};
use crate::journal::JournalError;

/// Remote checks that may wait at once; a device has few readers.
const MAX_REMOTE_CHECKS: usize = 64;

/// Longest number in an event, in characters.
const MAX_NUMBER: usize = device_protocol::event::MAX_TEXT;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    Device,
    Server,
}

/// Outcome of a visit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Visit {
    pub granted: bool,
    pub decided_by: DecidedBy,
    /// Why not; absent when access was granted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub denial: Option<Denial>,
    /// The server's id of the identifier, when the device holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_id: Option<Uuid>,
    /// The event as it is sent to the server.
    pub event: Event,
}

#[derive(Debug, thiserror::Error)]
pub enum VisitError {
    #[error("this device has no lock {0}")]
    NoSuchLock(u8),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Presents something at the device's reader, now or at another instant of its life.
pub async fn present(device: &Device, presented: Presented, at: Option<Timestamp>) -> Result<Visit, VisitError> {
    if !device.model.capability.has_lock(presented.lock) {
        return Err(VisitError::NoSuchLock(presented.lock));
    }
    let access = ask_server(device, &presented).await;
    let at = at.unwrap_or_else(|| device.clock.now());
    match access {
        Some(access) => by_server(device, &presented, at, &access),
        None => by_device(device, &presented, at),
    }
}

fn by_device(device: &Device, presented: &Presented, at: Timestamp) -> Result<Visit, VisitError> {
    let mut info = info_of(presented);
    // The decision and the count of the pass are one step: two people with the last pass of one
    // key must not both get in.
    let mut memory = device.memory();
    let known = Knowledge { identifiers: &memory.identifiers, profiles: &memory.profiles, passes: &memory.passes, zone: &device.clock.zone() };
    let decision = door::decide(&known, presented, at);
    let (denial, code) = (decision.denial, decision.code.clone());
    let link_id = decision.item.map(|item| item.link_id);
    let limited = decision.item.is_some_and(|item| !item.valid.passes.is_permanent);
    info.owner = decision.item.map(|item| item.identifier_owner.name.clone());
    if let (None, Some(link_id), true) = (denial, link_id, limited) {
        memory.passes.count(link_id);
        if let Err(error) = memory.save_passes() {
            tracing::warn!(serial = %device.serial, %error, "passes were not saved");
        }
    }
    drop(memory);
    let event = device.record(at, code, info)?;
    if denial.is_none() {
        Counters::count(&device.counters.locks_opened);
    }
    Ok(Visit { granted: denial.is_none(), decided_by: DecidedBy::Device, denial, link_id, event })
}

fn by_server(device: &Device, presented: &Presented, at: Timestamp, access: &RemoteAccess) -> Result<Visit, VisitError> {
    let mut info = info_of(presented);
    if let Some(opened) = access.lock_number.map(device_protocol::LockTarget::number) {
        info.lock = Some(if opened == 0 { presented.lock } else { opened });
    }
    let (code, denial) = match access.granted {
        true => (EventCode::AccessGrantedByRemoteServerApiCall, None),
        false => (EventCode::AccessDeniedByRemoteServerApiCall, Some(Denial::ByServer)),
    };
    let event = device.record(at, code, info)?;
    if access.granted {
        Counters::count(&device.counters.locks_opened);
    }
    Ok(Visit { granted: access.granted, decided_by: DecidedBy::Server, denial, link_id: None, event })
}

/// The server's decision; none when the device does not ask, cannot ask, or got no answer in time.
async fn ask_server(device: &Device, presented: &Presented) -> Option<RemoteAccess> {
    let identifier_type = remote_type(presented.kind)?;
    let asks = device.asks_server() || (device.asks_about_unknown && !is_stored(device, presented));
    if !asks || !device.is_connected() {
        return None;
    }
    let check = RemoteCheck { identifier_number: presented.number.clone(), identifier_type };
    if let Some(session) = device.http() {
        let answer = timeout(device.remote_check_timeout, session.validate(&check)).await.ok().flatten()?;
        return answer.access.filter(|_| answer.handled);
    }
    let outbox = device.outbox()?;
    let id = Uuid::new_v4();
    let (sender, answer) = oneshot::channel();
    {
        let mut waiting = lock(&device.remote_checks);
        if waiting.len() >= MAX_REMOTE_CHECKS {
            return None;
        }
        waiting.insert(id, sender);
    }
    let question = async {
        outbox.send(&ServerCall::Validate(check).request(id)).await.ok()?;
        answer.await.ok()
    };
    let answered = timeout(device.remote_check_timeout, question).await;
    lock(&device.remote_checks).remove(&id);
    let answer: RemoteAnswer = answered.ok().flatten()?;
    answer.access.filter(|_| answer.handled)
}

fn is_stored(device: &Device, presented: &Presented) -> bool {
    let canonical = presented.kind.canonical(&presented.number).unwrap_or_default();
    device.memory().identifiers.find(presented.kind, &canonical).is_some()
}

/// What the server can be asked about; the rest the device decides.
fn remote_type(kind: IdentifierType) -> Option<RemoteType> {
    match kind {
        IdentifierType::Card | IdentifierType::Ukey => Some(RemoteType::Card),
        IdentifierType::InputCode => Some(RemoteType::InputCode),
        IdentifierType::Qr => Some(RemoteType::Qr),
        IdentifierType::FaceId | IdentifierType::LicensePlate => None,
    }
}

/// The event's details: a card's number in its usual notation, anything else as it was presented.
fn info_of(presented: &Presented) -> EventInfo {
    let card = match presented.kind {
        IdentifierType::Card | IdentifierType::Ukey => presented.number.parse::<CardNumber>().ok(),
        _ => None,
    };
    let number = card.map_or_else(|| presented.number.chars().take(MAX_NUMBER).collect(), |card| card.to_string());
    EventInfo { number: Some(number), kind: Some(presented.kind.as_str().to_owned()), lock: Some(presented.lock), ..EventInfo::default() }
}
