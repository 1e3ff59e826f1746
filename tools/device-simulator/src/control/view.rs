//! What the control interface shows.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use device_protocol::{Event, Serial, digest};
use jiff::tz::TimeZone;
use serde::Serialize;
use serde_json::{Value, json};

use super::error::ControlError;
use crate::device::Device;
use crate::journal::LedgerView;
use crate::simulator::Simulator;

/// Events shown with a device.
const SHOWN_EVENTS: usize = 50;

/// A device in the list.
#[derive(Debug, Serialize)]
pub struct Summary {
    serial: Serial,
    name: String,
    model: &'static str,
    #[serde(rename = "type")]
    device_type: &'static str,
    /// Connected to the broker.
    online: bool,
    locks: u8,
    identifiers: usize,
    version: u64,
    pending_events: usize,
}

impl Summary {
    pub fn new(device: &Device) -> Self {
        let memory = device.memory();
        let (identifiers, version) = (memory.identifiers.stored().items.len(), memory.identifiers.stored().version);
        drop(memory);
        Self {
            serial: device.serial.clone(),
            name: device.name.clone(),
            model: device.model.name,
            device_type: device.model.device_type.as_str(),
            online: device.is_connected(),
            locks: device.model.capability.locks,
            identifiers,
            version,
            pending_events: device.journal().pending_len(),
        }
    }
}

pub async fn devices(State(simulator): State<Simulator>) -> Json<Vec<Summary>> {
    Json(simulator.devices().map(|device| Summary::new(device)).collect())
}

/// Everything about one device, the ledger included.
pub async fn device(State(simulator): State<Simulator>, Path(serial): Path<String>) -> Result<Json<Value>, ControlError> {
    let device = find(&simulator, &serial)?;
    Ok(Json(json!({
        "device": Summary::new(device),
        "capability": device.model.capability,
        "wanted_online": device.wanted.borrow().online,
        "remote_check": device.asks_server(),
        "clock": clock(device),
        "identifiers": identifiers(device),
        "time_profiles": time_profiles(device),
        "settings": device.memory().settings.redacted(),
        "events": events(device),
        "ledger": device.journal().ledger().view(),
        "faults": &*device.faults(),
        "counters": &device.counters,
        "lift": &*device.lift(),
        "sounds": sounds(device),
        "telephone": device.line.view(),
    })))
}

/// What was sent and what was promised, for the fault checker.
pub async fn ledger(State(simulator): State<Simulator>, Path(serial): Path<String>) -> Result<Json<LedgerView>, ControlError> {
    Ok(Json(find(&simulator, &serial)?.journal().ledger().view()))
}

/// The ledger of every device.
pub async fn ledgers(State(simulator): State<Simulator>) -> Json<BTreeMap<Serial, LedgerView>> {
    let view = |device: &Arc<Device>| (device.serial.clone(), device.journal().ledger().view());
    Json(simulator.devices().map(view).collect())
}

/// The last events, newest first.
pub async fn door_events(State(simulator): State<Simulator>, Path(serial): Path<String>) -> Result<Json<Vec<Event>>, ControlError> {
    Ok(Json(find(&simulator, &serial)?.journal().recent().take(SHOWN_EVENTS).cloned().collect()))
}

pub fn find<'a>(simulator: &'a Simulator, serial: &str) -> Result<&'a Arc<Device>, ControlError> {
    simulator.get(serial).ok_or(ControlError::NoDevice)
}

pub fn clock(device: &Device) -> Value {
    json!({
        "now": device.clock.now().to_string(),
        "offset_seconds": device.clock.offset_seconds(),
        "zone": zone_name(&device.clock.zone()),
    })
}

/// A zone that the server has sent has a rule and no name.
fn zone_name(zone: &TimeZone) -> String {
    zone.iana_name().map_or_else(|| format!("UTC{}", zone.to_offset(jiff::Timestamp::UNIX_EPOCH)), str::to_owned)
}

fn sounds(device: &Device) -> Value {
    let sounds = device.sounds();
    json!({ "playing": sounds.playing_at(device.clock.now()), "begun": sounds.begun })
}

fn identifiers(device: &Device) -> Value {
    let memory = device.memory();
    let items = memory.identifiers.items();
    json!({
        "version": memory.identifiers.stored().version,
        "digest": digest::of_set(&items),
        "count": items.len(),
        "items": items,
    })
}

fn time_profiles(device: &Device) -> Value {
    let memory = device.memory();
    let items = memory.profiles.items();
    json!({
        "version": memory.profiles.version,
        "digest": digest::of_set(&items),
        "count": items.len(),
        "items": items,
    })
}

fn events(device: &Device) -> Value {
    let journal = device.journal();
    let recent: Vec<&Event> = journal.recent().take(SHOWN_EVENTS).collect();
    json!({ "last_id": journal.last_id(), "pending": journal.pending_ids(), "recent": recent })
}
