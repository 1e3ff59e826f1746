//! A request read back as a call.

use std::str::FromStr;

use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::{CallError, DeviceCall};
use crate::address::PanelMode;
use crate::bounds;
use crate::credentials::Credentials;
use crate::envelope::Method::{Delete, Get, Post, Put};
use crate::envelope::Request;
use crate::link::{IdentifierItems, LinkIds, MAX_BULK, PageQuery, TimeProfileItems};
use crate::lock::LockTarget;
use crate::log_query::LogQuery;
use crate::time_profile::TimeProfile;
use crate::uri::Uri;

pub(super) fn parse(request: &Request) -> Result<DeviceCall, CallError> {
    let uri = Uri::parse(&request.uri);
    let segments = uri.segments();
    match segments.as_slice() {
        ["info"] if request.method == Get => Ok(DeviceCall::Info),
        ["v1", "access", rest @ ..] => access(request, &uri, rest),
        ["v1", "device", rest @ ..] => device(request, &uri, rest),
        ["v1", rest @ ..] => other(request, &uri, rest),
        _ => Err(unknown(request)),
    }
}

fn access(request: &Request, uri: &Uri, path: &[&str]) -> Result<DeviceCall, CallError> {
    let call = match (request.method, path) {
        (Get, ["general", "lock", "open", "remote", "accepted", lock]) => {
            let number = lock.parse().map_err(|_| CallError::Parameter("lock"))?;
            let lock = LockTarget::new(number).map_err(|_| CallError::Parameter("lock"))?;
            DeviceCall::OpenLock(lock)
        }
        (Get, ["identifier", "items", "link"]) => DeviceCall::ReadIdentifiers(page(uri)?),
        (Post, ["identifier", "items", "link"]) => {
            let items: IdentifierItems = body(request)?;
            items.check_count()?;
            DeviceCall::WriteIdentifiers(items)
        }
        (Delete, ["identifier", "items", "link"]) => DeviceCall::DeleteIdentifiers(link_ids(request)?),
        (Post, ["identifiers", "link", "delete"]) => DeviceCall::DeleteIdentifiersByPost(link_ids(request)?),
        (_, ["timeprofile", rest @ ..]) => time_profile(request, uri, rest)?,
        (Post, ["general", "lock", "open", "remote", "settings"]) => DeviceCall::SetRemoteOpening(body(request)?),
        (Post, ["face", "settings"]) => DeviceCall::WriteFace(body(request)?),
        (Post, ["licenseplate", "interaction"]) => DeviceCall::SetPlateInteraction(body(request)?),
        (Post, ["licenseplate", "camera"]) => DeviceCall::WritePlateCamera(body(request)?),
        (Post, ["lift", "settings"]) => checked(request, DeviceCall::WriteLift, |lift| lift.check())?,
        (Post, ["lift", "relay", "settings"]) => checked(request, DeviceCall::WriteRelays, |relays| relays.check())?,
        (Post, ["destination"]) => checked(request, DeviceCall::ReleaseFloors, |destination| destination.check())?,
        (Post, ["call"]) => checked(request, DeviceCall::CallLift, |call| call.check())?,
        (Post, ["lift", "floor", "map"]) => checked(request, DeviceCall::WriteFloorMap, |map| map.check())?,
        _ => return Err(unknown(request)),
    };
    Ok(call)
}

fn time_profile(request: &Request, uri: &Uri, path: &[&str]) -> Result<DeviceCall, CallError> {
    let uid = |text: &str| Uuid::try_parse(text).map_err(|_| CallError::Parameter("uid"));
    let call = match (request.method, path) {
        (Get, ["items", "link"]) => DeviceCall::ReadTimeProfiles(page(uri)?),
        (Post, ["items", "link"]) => {
            let items: TimeProfileItems = body(request)?;
            items.check_count()?;
            DeviceCall::WriteTimeProfiles(items)
        }
        (Delete, ["items", "link"]) => DeviceCall::DeleteTimeProfiles(link_ids(request)?),
        (Get, ["item", text]) => DeviceCall::ReadTimeProfile(uid(text)?),
        (Delete, ["item", text]) => DeviceCall::DeleteTimeProfile(uid(text)?),
        (Post, ["item", text]) => {
            let profile: TimeProfile = body(request)?;
            if profile.link_id != uid(text)? {
                return Err(CallError::Parameter("uid"));
            }
            DeviceCall::WriteTimeProfile(profile)
        }
        _ => return Err(unknown(request)),
    };
    Ok(call)
}

fn device(request: &Request, uri: &Uri, path: &[&str]) -> Result<DeviceCall, CallError> {
    if request.method != Post {
        return Err(unknown(request));
    }
    match path {
        ["sip", "settings"] => checked(request, DeviceCall::WriteSip, |sip| sip.check()),
        ["sip", "enable"] => Ok(DeviceCall::EnableSip(body(request)?)),
        ["sip", "call", "settings"] => checked(request, DeviceCall::SetSipCalls, |calls| calls.check()),
        ["mode", kind] => mode(request, uri, kind),
        ["call", "dial", "timeout"] => checked(request, DeviceCall::SetDialTimeout, |call| call.check()),
        ["call", "talk", "timeout"] => checked(request, DeviceCall::SetTalkTimeout, |call| call.check()),
        ["call", "buttons"] => checked(request, DeviceCall::SetButtons, |buttons| buttons.check()),
        ["time", "settings"] => checked(request, DeviceCall::SetClock, |clock| clock.check()),
        ["call", "concierge"] => checked(request, DeviceCall::SetConcierge, |call| call.check()),
        _ => Err(unknown(request)),
    }
}

fn other(request: &Request, uri: &Uri, path: &[&str]) -> Result<DeviceCall, CallError> {
    match (request.method, path) {
        (Get, ["login"]) => Ok(DeviceCall::Login(credentials(uri)?)),
        (Get, ["sip", "status"]) => Ok(DeviceCall::SipStatus),
        (Post, ["forward", "item", apartment]) => {
            let set = |forward| DeviceCall::WriteForward { apartment: (*apartment).to_owned(), forward };
            bounds::text("apartment", apartment, 1, 16)?;
            checked(request, set, |forward| forward.check())
        }
        (Post, ["network", "settings"]) => checked(request, DeviceCall::WriteNetwork, |network| network.check()),
        (Put, ["network", "management", "server"]) => checked(request, DeviceCall::WriteManagement, |server| server.check()),
        (Post, ["alert", "play"]) => checked(request, DeviceCall::PlayAlert, |play| play.check()),
        (Post, ["alert", "stop"]) => checked(request, DeviceCall::StopAlert, |stop| stop.check()),
        (Get, ["log", "items"]) => Ok(DeviceCall::ReadLogs(log_query(uri)?)),
        (Get, ["photo", "file"]) => Ok(DeviceCall::Snapshot),
        (Get, ["system", "reboot", "run"]) => Ok(DeviceCall::Reboot),
        (Post, ["system", "settings", "default"]) => Ok(DeviceCall::SettingsDefault),
        _ => Err(unknown(request)),
    }
}

fn credentials(uri: &Uri) -> Result<Credentials, CallError> {
    let username = uri.query("username").filter(|name| !name.is_empty()).ok_or(CallError::Parameter("username"))?;
    uri.query("password").and_then(|hash| Credentials::received(username, hash)).ok_or(CallError::Parameter("password"))
}

fn mode(request: &Request, uri: &Uri, kind: &str) -> Result<DeviceCall, CallError> {
    let mode = match kind {
        "unit" => PanelMode::Unit { building: required(uri, "building")?, unit: required(uri, "unit")?, device: required(uri, "device")? },
        "wall" => PanelMode::Wall { no_unit: required(uri, "noUnit")?, device: required(uri, "device")? },
        _ => return Err(unknown(request)),
    };
    mode.check()?;
    Ok(DeviceCall::SetMode(mode))
}

fn page(uri: &Uri) -> Result<PageQuery, CallError> {
    let limit = optional(uri, "limit")?.unwrap_or(MAX_BULK);
    let page_number = optional(uri, "page_number")?.unwrap_or(1);
    if !(1..=MAX_BULK).contains(&limit) {
        return Err(CallError::Parameter("limit"));
    }
    if page_number == 0 {
        return Err(CallError::Parameter("page_number"));
    }
    let digest_only = uri.query("digest").is_some_and(|value| value == "1");
    Ok(PageQuery { limit, page_number, digest_only })
}

fn log_query(uri: &Uri) -> Result<LogQuery, CallError> {
    Ok(LogQuery {
        from: optional(uri, "from")?,
        to: optional(uri, "to")?,
        limit: optional(uri, "limit")?,
        page_number: optional(uri, "page_number")?,
        filter: optional(uri, "filter")?,
    })
}

fn link_ids(request: &Request) -> Result<LinkIds, CallError> {
    let ids: LinkIds = body(request)?;
    ids.check()?;
    Ok(ids)
}

fn body<T: DeserializeOwned>(request: &Request) -> Result<T, CallError> {
    T::deserialize(&request.body).map_err(CallError::Body)
}

/// The body, checked, as a call.
fn checked<T: DeserializeOwned>(
    request: &Request,
    call: impl FnOnce(T) -> DeviceCall,
    check: impl FnOnce(&T) -> Result<(), bounds::BoundsError>,
) -> Result<DeviceCall, CallError> {
    let settings: T = body(request)?;
    check(&settings)?;
    Ok(call(settings))
}

fn required<T: FromStr>(uri: &Uri, name: &'static str) -> Result<T, CallError> {
    optional(uri, name)?.ok_or(CallError::Parameter(name))
}

fn optional<T: FromStr>(uri: &Uri, name: &'static str) -> Result<Option<T>, CallError> {
    let value = uri.query(name).filter(|text| !text.is_empty());
    value.map(|text| text.parse().map_err(|_| CallError::Parameter(name))).transpose()
}

fn unknown(request: &Request) -> CallError {
    CallError::UnknownUri(request.uri.clone())
}
