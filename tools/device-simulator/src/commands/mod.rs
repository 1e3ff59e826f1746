//! What the server asks of a device, carried out.

mod alert;
mod identifiers;
mod lift;
mod log_filter;
mod logs;
mod photo;
mod png;
mod profiles;
mod settings;

#[cfg(test)]
mod tests;

use device_protocol::info::DeviceInfo;
use device_protocol::session::Token;
use device_protocol::{Credentials, DeviceCall, EventCode, EventInfo, LockTarget, Request, Response};
use serde::Serialize;
use serde_json::{Value, json};

use crate::device::{Counters, Device, FIRMWARE, PAGE_LOGIN, PAGE_PASSWORD};

/// What remains to be done after the answer is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    Nothing,
    Reboot,
}

#[derive(Debug)]
pub struct Reply {
    pub response: Response,
    pub then: Then,
}

/// Why a valid call was not carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("this device has no such thing")]
    NotFound,
    #[error("wrong login or password")]
    WrongCredentials,
    #[error("{0}")]
    Refused(String),
    #[error("the device could not write its memory")]
    Memory(#[source] anyhow::Error),
}

impl CommandError {
    const fn status(&self) -> u16 {
        match self {
            CommandError::NotFound => 404,
            CommandError::WrongCredentials => 401,
            CommandError::Refused(_) => 400,
            CommandError::Memory(_) => 500,
        }
    }
}

pub(crate) type Answer = Result<Response, CommandError>;

/// Carries out a request and writes the answer. Doing the same request twice leaves the device as
/// doing it once, save for locks, which open again.
pub fn answer(device: &Device, request: &Request) -> Reply {
    let call = match DeviceCall::parse(request) {
        Ok(call) => call,
        Err(error) => return plain(Response::error(request.id, error.status(), error.to_string())),
    };
    let then = if call == DeviceCall::Reboot { Then::Reboot } else { Then::Nothing };
    match run(device, request, call) {
        Ok(response) => Reply { response, then },
        Err(error) => {
            if let CommandError::Memory(source) = &error {
                tracing::error!(serial = %device.serial, %source, "the memory was not written");
            }
            plain(Response::error(request.id, error.status(), error.to_string()))
        }
    }
}

fn plain(response: Response) -> Reply {
    Reply { response, then: Then::Nothing }
}

fn run(device: &Device, request: &Request, call: DeviceCall) -> Answer {
    match call {
        DeviceCall::Info => Ok(ok(request, &info(device))),
        DeviceCall::Login(credentials) => login(device, request, &credentials),
        DeviceCall::OpenLock(target) => open_lock(device, request, target),
        DeviceCall::ReadIdentifiers(page) => Ok(identifiers::read(device, request, page)),
        DeviceCall::WriteIdentifiers(items) => identifiers::write(device, request, items),
        DeviceCall::DeleteIdentifiers(ids) | DeviceCall::DeleteIdentifiersByPost(ids) => identifiers::delete(device, request, &ids),
        DeviceCall::ReadTimeProfiles(page) => Ok(profiles::read(device, request, page)),
        DeviceCall::WriteTimeProfiles(items) => profiles::write(device, request, items.list_items),
        DeviceCall::DeleteTimeProfiles(ids) => profiles::delete(device, request, &ids.link_ids),
        DeviceCall::ReadTimeProfile(uid) => profiles::read_one(device, request, uid),
        DeviceCall::WriteTimeProfile(profile) => profiles::write(device, request, vec![profile]),
        DeviceCall::DeleteTimeProfile(uid) => profiles::delete(device, request, &[uid]),
        DeviceCall::ReadLogs(query) => logs::read(device, request, &query),
        DeviceCall::Snapshot => photo::take(device, request),
        DeviceCall::ReleaseFloors(destination) => lift::release(device, request, destination),
        DeviceCall::CallLift(call) => lift::call(device, request, call),
        DeviceCall::PlayAlert(play) => alert::play(device, request, play),
        DeviceCall::StopAlert(stop) => alert::stop(device, request, stop),
        DeviceCall::Reboot => Ok(ok(request, &json!({}))),
        DeviceCall::SettingsDefault => {
            device.memory().reset().map_err(CommandError::Memory)?;
            device.clock.set_zone(None);
            device.line.changed.send_replace(());
            Ok(ok(request, &json!({})))
        }
        setting => settings::apply(device, request, setting),
    }
}

/// 200 with this body.
pub(crate) fn ok(request: &Request, body: &impl Serialize) -> Response {
    let body = serde_json::to_value(body).unwrap_or(Value::Null);
    Response::new(request.id, 200, body)
}

fn info(device: &Device) -> DeviceInfo {
    DeviceInfo { serial: device.serial.clone(), model: device.model.name.to_owned(), firmware: FIRMWARE.to_owned() }
}

/// Both are written to the device's log, as on real devices.
fn login(device: &Device, request: &Request, credentials: &Credentials) -> Answer {
    let is_right = *credentials == Credentials::new(PAGE_LOGIN, PAGE_PASSWORD);
    let code = if is_right { EventCode::SuccessfulLoginApiCall } else { EventCode::IncorrectLoginApiCall };
    device.record_now(code, EventInfo::default()).map_err(|error| CommandError::Memory(error.into()))?;
    if !is_right {
        return Err(CommandError::WrongCredentials);
    }
    Ok(ok(request, &Token { token: request.id.simple().to_string() }))
}

fn open_lock(device: &Device, request: &Request, target: LockTarget) -> Answer {
    let model = device.model.capability;
    let number = target.number();
    let exists = if number == 0 { model.locks > 0 } else { model.has_lock(number) };
    if !exists {
        return Err(CommandError::NotFound);
    }
    if !device.memory().settings.opens_by_command() {
        return Err(CommandError::Refused("opening by command is switched off".to_owned()));
    }
    let info = EventInfo { lock: Some(number), ..EventInfo::default() };
    device.record_now(EventCode::AccessGrantedByApiCall, info).map_err(|error| CommandError::Memory(error.into()))?;
    Counters::count(&device.counters.locks_opened);
    Ok(ok(request, &json!({})))
}
