//! A lift controller: it releases floors, or calls the lift, as its mode and its map allow.

use device_protocol::lift::{Destination, LandingCall, LiftMode, RelaySettings};
use device_protocol::{DeviceCall, EventCode, EventInfo, Request};
use serde_json::json;

use super::{Answer, CommandError, ok};
use crate::device::Device;

pub fn release(device: &Device, request: &Request, destination: Destination) -> Answer {
    let call = DeviceCall::ReleaseFloors(destination.clone());
    let floors = destination.floors.clone();
    let takes = |relays: &RelaySettings| relays.device_mode == LiftMode::AccessControlManual;
    carry_out(device, request, &call, &floors, takes)?;
    device.lift().release(destination);
    Ok(ok(request, &json!({})))
}

pub fn call(device: &Device, request: &Request, call: LandingCall) -> Answer {
    let wanted = DeviceCall::CallLift(call.clone());
    carry_out(device, request, &wanted, &[call.floor], |relays| relays.device_mode.takes(call.direction))?;
    device.lift().call(call);
    Ok(ok(request, &json!({})))
}

/// Both outcomes are written to the device's log.
fn carry_out(
    device: &Device,
    request: &Request,
    call: &DeviceCall,
    floors: &[u8],
    takes: impl Fn(&RelaySettings) -> bool,
) -> Result<(), CommandError> {
    if !call.suits(&device.model.capability) {
        return Err(CommandError::NotFound);
    }
    let refused = {
        let settings = &device.memory().settings;
        let is_mapped = |floor: &u8| settings.floor_map.as_ref().is_some_and(|map| map.floors.iter().any(|mapped| mapped.floor_number == *floor));
        match settings.relays.as_ref().filter(|relays| relays.is_enabled) {
            None => Some("this device drives no lift"),
            Some(relays) if !takes(relays) => Some("this mode knows no such call"),
            Some(_) if !floors.iter().all(is_mapped) => Some("this floor is unknown"),
            Some(_) => None,
        }
    };
    let code = if refused.is_none() { EventCode::LiftCallSuccess } else { EventCode::LiftCallError };
    let mut info = EventInfo::default();
    info.other.insert("floors".to_owned(), json!(floors));
    device.record_now(code, info).map_err(|error| CommandError::Memory(error.into()))?;
    tracing::debug!(serial = %device.serial, request = %request.id, ?floors, refused, "a command to the lift");
    refused.map_or(Ok(()), |why| Err(CommandError::Refused(why.to_owned())))
}
