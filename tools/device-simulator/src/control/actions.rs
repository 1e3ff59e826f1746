//! What the control interface does to a device.

use axum::Json;
use axum::extract::{Path, State};
use device_protocol::{CardNumber, Event, EventCode, EventInfo, IdentifierType};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::ControlError;
use super::view::{Summary, clock as clock_view, find};
use crate::device::Device;
use crate::door::Presented;
use crate::faults::{Fault, FaultCall};
use crate::fleet::door_event;
use crate::foreign;
use crate::random::{generator, index_of};
use crate::simulator::Simulator;
use crate::visit::{self, Visit};

/// Events made by one call.
const MAX_GENERATED: u32 = 10_000;
/// Identifiers of another system that a device is given at once.
const MAX_FOREIGN: usize = 10_000;

type Done = Result<Json<Value>, ControlError>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Present {
    #[serde(rename = "type")]
    kind: IdentifierType,
    number: String,
    #[serde(default = "first_lock")]
    lock: u8,
    /// Another instant than now; RFC 3339.
    #[serde(default)]
    at: Option<Timestamp>,
}

fn first_lock() -> u8 {
    1
}

pub async fn present(State(simulator): State<Simulator>, Path(serial): Path<String>, Json(body): Json<Present>) -> Result<Json<Visit>, ControlError> {
    let device = find(&simulator, &serial)?;
    if body.number.is_empty() || body.number.chars().count() > device_protocol::identifier::MAX_PLATE {
        return Err(ControlError::Bad("a number has 1 to 100 characters".to_owned()));
    }
    if matches!(body.kind, IdentifierType::Card | IdentifierType::Ukey) {
        body.number.parse::<CardNumber>().map_err(|error| ControlError::Bad(error.to_string()))?;
    }
    let presented = Presented { kind: body.kind, number: body.number, lock: body.lock };
    Ok(Json(visit::present(device, presented, body.at).await?))
}

pub async fn offline(State(simulator): State<Simulator>, Path(serial): Path<String>) -> Done {
    let device = find(&simulator, &serial)?;
    device.go(false);
    Ok(Json(json!({ "wanted_online": false })))
}

pub async fn online(State(simulator): State<Simulator>, Path(serial): Path<String>) -> Done {
    let device = find(&simulator, &serial)?;
    device.go(true);
    Ok(Json(json!({ "wanted_online": true })))
}

pub async fn reboot(State(simulator): State<Simulator>, Path(serial): Path<String>) -> Done {
    let device = find(&simulator, &serial)?;
    device.reboot();
    Ok(Json(json!(Summary::new(device))))
}

pub async fn faults(State(simulator): State<Simulator>, Path(serial): Path<String>, Json(call): Json<FaultCall>) -> Done {
    let device = find(&simulator, &serial)?;
    let fault = call.fault().map_err(|error| ControlError::Bad(error.to_string()))?;
    device.faults().set(&fault);
    match &fault {
        Fault::Offline => device.go(false),
        Fault::ClockSkew { offset_seconds } => device.clock.set_offset(*offset_seconds),
        Fault::Garbage => send_garbage(device).await?,
        Fault::None => {
            device.clock.set_offset(0);
            device.go(true);
        }
        _ => {}
    }
    let faults = device.faults().clone();
    Ok(Json(json!(faults)))
}

async fn send_garbage(device: &Device) -> Result<(), ControlError> {
    let outbox = device.outbox().filter(|_| device.is_connected());
    let outbox = outbox.ok_or_else(|| ControlError::Conflict("the device is offline".to_owned()))?;
    let garbage = b"\x00\xff{\"id\": not json".to_vec();
    outbox.send_raw(garbage).await.map_err(|error| ControlError::Conflict(error.to_string()))
}

/// One of the two.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// Seconds ahead of the machine's clock.
    offset_seconds: Option<i64>,
    /// The time that the device shall show now; RFC 3339.
    at: Option<Timestamp>,
}

pub async fn clock(State(simulator): State<Simulator>, Path(serial): Path<String>, Json(body): Json<Clock>) -> Done {
    let device = find(&simulator, &serial)?;
    match (body.offset_seconds, body.at) {
        (Some(seconds), None) => device.clock.set_offset(seconds),
        (None, Some(at)) => device.clock.set(at),
        _ => return Err(ControlError::Bad("give offset_seconds or at".to_owned())),
    }
    Ok(Json(clock_view(device)))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoteCheck {
    enabled: bool,
}

pub async fn remote_check(State(simulator): State<Simulator>, Path(serial): Path<String>, Json(body): Json<RemoteCheck>) -> Done {
    let device = find(&simulator, &serial)?;
    device.set_remote_check(body.enabled);
    Ok(Json(json!({ "remote_check": body.enabled })))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Events {
    /// 1 to 10,000.
    generate: u32,
}

/// Generates door events. The first event number seeds the generator, so that the same device with the
/// same history generates the same events.
pub async fn events(State(simulator): State<Simulator>, Path(serial): Path<String>, Json(body): Json<Events>) -> Done {
    let device = find(&simulator, &serial)?;
    if !(1..=MAX_GENERATED).contains(&body.generate) {
        return Err(ControlError::Bad(format!("generate is 1 to {MAX_GENERATED}")));
    }
    let first = device.journal().last_id() + 1;
    let mut random = generator(first, "generated", index_of(device.serial.as_str()));
    for _ in 0..body.generate {
        let (code, info) = door_event(&mut random);
        device.record_now(code, info)?;
    }
    let last = device.journal().last_id();
    Ok(Json(json!({ "generated": body.generate, "last_id": last })))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Button {
    #[serde(default = "first_lock")]
    lock: u8,
}

/// Somebody presses the exit button inside.
pub async fn exit_button(
    State(simulator): State<Simulator>,
    Path(serial): Path<String>,
    Json(body): Json<Button>,
) -> Result<Json<Event>, ControlError> {
    let device = find(&simulator, &serial)?;
    if !device.model.capability.has_lock(body.lock) {
        return Err(ControlError::Bad(format!("this device has no lock {}", body.lock)));
    }
    let info = EventInfo { lock: Some(body.lock), ..EventInfo::default() };
    Ok(Json(device.record_now(EventCode::LockWasOpenedByExitBtn, info)?))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// What the door does.
    state: DoorState,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DoorState {
    Open,
    Closed,
    /// It stays open for longer than it may.
    OpenTooLong,
}

pub async fn door(State(simulator): State<Simulator>, Path(serial): Path<String>, Json(body): Json<Door>) -> Result<Json<Event>, ControlError> {
    let code = match body.state {
        DoorState::Open => EventCode::DoorWasOpened,
        DoorState::Closed => EventCode::DoorWasClosed,
        DoorState::OpenTooLong => EventCode::DoorWasNotClosedTooLong,
    };
    Ok(Json(find(&simulator, &serial)?.record_now(code, EventInfo::default())?))
}

/// The device reports tampering.
pub async fn tamper(State(simulator): State<Simulator>, Path(serial): Path<String>) -> Result<Json<Event>, ControlError> {
    Ok(Json(find(&simulator, &serial)?.record_now(EventCode::TamperEvent, EventInfo::default())?))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    count: usize,
}

/// The device holds what another system gave it.
pub async fn foreign(State(simulator): State<Simulator>, Path(serial): Path<String>, Json(body): Json<Foreign>) -> Done {
    let device = find(&simulator, &serial)?;
    if !(1..=MAX_FOREIGN).contains(&body.count) {
        return Err(ControlError::Bad(format!("count is 1 to {MAX_FOREIGN}")));
    }
    foreign::add_identifiers(device, body.count).map_err(ControlError::Memory)?;
    Ok(Json(json!(Summary::new(device))))
}

/// The device loses identifiers and schedules, as after a replacement.
pub async fn clear_memory(State(simulator): State<Simulator>, Path(serial): Path<String>) -> Done {
    let device = find(&simulator, &serial)?;
    device.memory().clear().map_err(ControlError::Memory)?;
    Ok(Json(json!(Summary::new(device))))
}
