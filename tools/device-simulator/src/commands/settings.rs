//! Settings: SIP, address, calls, buttons, forwarding, opening by command, faces, plates, network, management server,
//! lift.

use device_protocol::clock::ClockSettings;
use device_protocol::sip::SipStatus;
use device_protocol::{DeviceCall, Request};
use jiff::SignedDuration;
use serde_json::json;

use super::{Answer, CommandError, ok};
use crate::clock::from_protocol;
use crate::device::Device;
use crate::state::settings::Settings;
use crate::zone::zone;

/// Apartments with a forwarding rule.
const MAX_FORWARDS: usize = 10_000;
/// More than a call takes.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(20);

pub fn apply(device: &Device, request: &Request, call: DeviceCall) -> Answer {
    if !call.suits(&device.model.capability) {
        return Err(CommandError::NotFound);
    }
    let mut memory = device.memory();
    if call == DeviceCall::SipStatus {
        return Ok(ok(request, &sip_status(device, &memory.settings)));
    }
    if device.faults().refuse_settings {
        return Err(CommandError::Refused("this setting is refused".to_owned()));
    }
    if let DeviceCall::SetClock(clock) = &call {
        set_clock(device, clock)?;
    }
    let concerns_server = matches!(call, DeviceCall::WriteManagement(_));
    let before = memory.settings.management.clone();
    let concerns_phone = matches!(call, DeviceCall::WriteSip(_) | DeviceCall::EnableSip(_));
    set(&mut memory.settings, call)?;
    memory.save_settings().map_err(CommandError::Memory)?;
    if concerns_server && before != memory.settings.management {
        device.set_former_server(before);
        // After the answer, which goes the old way.
        device.reconnect_soon();
    }
    if concerns_phone {
        device.line.changed.send_replace(());
    }
    Ok(ok(request, &json!({})))
}

fn set(settings: &mut Settings, call: DeviceCall) -> Result<(), CommandError> {
    match call {
        DeviceCall::WriteSip(sip) => settings.sip = Some(sip),
        DeviceCall::EnableSip(enable) => settings.sip_enabled = enable.sip_enable,
        DeviceCall::SetMode(mode) => settings.mode = Some(mode),
        DeviceCall::SetDialTimeout(timeout) => settings.dial_timeout = Some(timeout.dial_timeout),
        DeviceCall::SetTalkTimeout(timeout) => settings.talk_timeout = Some(timeout.talk_timeout),
        DeviceCall::SetConcierge(concierge) => settings.concierge = Some(concierge),
        DeviceCall::SetClock(clock) => settings.clock = Some(clock),
        DeviceCall::WriteNetwork(network) => settings.network = Some(network),
        DeviceCall::WriteManagement(server) => settings.management = Some(server),
        DeviceCall::WriteLift(lift) => settings.lift = Some(lift),
        DeviceCall::SetSipCalls(calls) => settings.sip_calls = Some(calls),
        DeviceCall::SetButtons(buttons) => settings.buttons = Some(buttons),
        DeviceCall::SetRemoteOpening(opening) => settings.remote_opening = Some(opening),
        DeviceCall::WriteFace(face) => settings.face = Some(face),
        DeviceCall::SetPlateInteraction(interaction) => settings.plate_interaction = Some(interaction),
        DeviceCall::WritePlateCamera(camera) => settings.plate_camera = Some(camera),
        DeviceCall::WriteRelays(relays) => settings.relays = Some(relays),
        DeviceCall::WriteFloorMap(map) => settings.floor_map = Some(map),
        DeviceCall::WriteForward { apartment, forward } => {
            if forward.forward_entity_list.is_empty() {
                settings.forwards.remove(&apartment);
            } else if settings.forwards.len() >= MAX_FORWARDS && !settings.forwards.contains_key(&apartment) {
                return Err(CommandError::Refused("too many forwarding rules".to_owned()));
            } else {
                settings.forwards.insert(apartment, forward);
            }
        }
        _ => return Err(CommandError::NotFound),
    }
    Ok(())
}

/// A clock that is right is left as it is: the call has no fractions of seconds.
fn set_clock(device: &Device, clock_settings: &ClockSettings) -> Result<(), CommandError> {
    let zone = zone(clock_settings).ok_or_else(|| CommandError::Refused("this zone is unknown".to_owned()))?;
    device.clock.set_zone(Some(zone));
    let right = from_protocol(clock_settings.timestamp);
    if device.clock.now().duration_since(right).abs() > CLOCK_TOLERANCE {
        device.clock.set(right);
    }
    Ok(())
}

/// State of the telephone's registration. Without telephones, an account that is set and enabled counts as
/// registered.
fn sip_status(device: &Device, settings: &Settings) -> SipStatus {
    let registered = device.line.is_registered().unwrap_or(settings.sip_enabled && settings.sip.is_some());
    SipStatus { sip_status: if registered { "registered" } else { "unregistered" }.to_owned() }
}
