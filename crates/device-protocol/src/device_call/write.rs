//! A call as method, URI and body.

use serde::Serialize;
use serde_json::Value;

use super::DeviceCall;
use crate::address::PanelMode;
use crate::envelope::Method::{self, Delete, Get, Post, Put};
use crate::link::PageQuery;
use crate::log_query::LogQuery;
use crate::uri::encode;

pub(super) const IDENTIFIERS: &str = "/v1/access/identifier/items/link";
pub(super) const IDENTIFIERS_DELETE: &str = "/v1/access/identifiers/link/delete";
pub(super) const TIME_PROFILES: &str = "/v1/access/timeprofile/items/link";
pub(super) const TIME_PROFILE: &str = "/v1/access/timeprofile/item";

pub(super) fn target(call: &DeviceCall) -> (Method, String) {
    let plain = |method, uri: &str| (method, uri.to_owned());
    match call {
        DeviceCall::Info => plain(Get, "/api/info"),
        DeviceCall::Login(who) => (Get, format!("/api/v1/login?username={}&password={}", encode(&who.username), who.hash())),
        DeviceCall::OpenLock(lock) => (Get, format!("/v1/access/general/lock/open/remote/accepted/{}", lock.number())),
        DeviceCall::ReadIdentifiers(page) => (Get, paged(IDENTIFIERS, *page)),
        DeviceCall::WriteIdentifiers(_) => plain(Post, IDENTIFIERS),
        DeviceCall::DeleteIdentifiers(_) => plain(Delete, IDENTIFIERS),
        DeviceCall::DeleteIdentifiersByPost(_) => plain(Post, IDENTIFIERS_DELETE),
        DeviceCall::ReadTimeProfiles(page) => (Get, paged(TIME_PROFILES, *page)),
        DeviceCall::WriteTimeProfiles(_) => plain(Post, TIME_PROFILES),
        DeviceCall::DeleteTimeProfiles(_) => plain(Delete, TIME_PROFILES),
        DeviceCall::ReadTimeProfile(uid) => (Get, format!("{TIME_PROFILE}/{uid}")),
        DeviceCall::WriteTimeProfile(profile) => (Post, format!("{TIME_PROFILE}/{}", profile.link_id)),
        DeviceCall::DeleteTimeProfile(uid) => (Delete, format!("{TIME_PROFILE}/{uid}")),
        DeviceCall::WriteForward { apartment, .. } => (Post, format!("/v1/forward/item/{}", encode(apartment))),
        DeviceCall::WriteSip(_) => plain(Post, "/v1/device/sip/settings"),
        DeviceCall::EnableSip(_) => plain(Post, "/v1/device/sip/enable"),
        DeviceCall::SetSipCalls(_) => plain(Post, "/v1/device/sip/call/settings"),
        DeviceCall::SipStatus => plain(Get, "/v1/sip/status"),
        DeviceCall::SetMode(mode) => (Post, mode_uri(*mode)),
        DeviceCall::SetDialTimeout(_) => plain(Post, "/v1/device/call/dial/timeout"),
        DeviceCall::SetTalkTimeout(_) => plain(Post, "/v1/device/call/talk/timeout"),
        DeviceCall::SetConcierge(_) => plain(Post, "/v1/device/call/concierge"),
        DeviceCall::SetButtons(_) => plain(Post, "/v1/device/call/buttons"),
        DeviceCall::SetRemoteOpening(_) => plain(Post, "/v1/access/general/lock/open/remote/settings"),
        DeviceCall::WriteFace(_) => plain(Post, "/v1/access/face/settings"),
        DeviceCall::SetPlateInteraction(_) => plain(Post, "/v1/access/licenseplate/interaction"),
        DeviceCall::WritePlateCamera(_) => plain(Post, "/v1/access/licenseplate/camera"),
        DeviceCall::SetClock(_) => plain(Post, "/v1/device/time/settings"),
        DeviceCall::WriteNetwork(_) => plain(Post, "/v1/network/settings"),
        DeviceCall::WriteManagement(_) => plain(Put, "/api/v1/network/management/server"),
        DeviceCall::WriteLift(_) => plain(Post, "/v1/access/lift/settings"),
        DeviceCall::WriteRelays(_) => plain(Post, "/v1/access/lift/relay/settings"),
        DeviceCall::WriteFloorMap(_) => plain(Post, "/v1/access/lift/floor/map"),
        DeviceCall::ReleaseFloors(_) => plain(Post, "/v1/access/destination"),
        DeviceCall::CallLift(_) => plain(Post, "/v1/access/call"),
        DeviceCall::PlayAlert(_) => plain(Post, "/v1/alert/play"),
        DeviceCall::StopAlert(_) => plain(Post, "/v1/alert/stop"),
        DeviceCall::ReadLogs(query) => (Get, log_uri(query)),
        DeviceCall::Snapshot => plain(Get, "/v1/photo/file"),
        DeviceCall::Reboot => plain(Get, "/v1/system/reboot/run"),
        DeviceCall::SettingsDefault => plain(Post, "/v1/system/settings/default"),
    }
}

pub(super) fn body(call: &DeviceCall) -> Value {
    match call {
        DeviceCall::WriteIdentifiers(items) => json(items),
        DeviceCall::DeleteIdentifiers(ids) | DeviceCall::DeleteIdentifiersByPost(ids) | DeviceCall::DeleteTimeProfiles(ids) => json(ids),
        DeviceCall::WriteTimeProfiles(items) => json(items),
        DeviceCall::WriteTimeProfile(profile) => json(profile),
        DeviceCall::WriteForward { forward, .. } => json(forward),
        DeviceCall::WriteSip(settings) => json(settings),
        DeviceCall::EnableSip(enable) => json(enable),
        DeviceCall::SetDialTimeout(timeout) => json(timeout),
        DeviceCall::SetTalkTimeout(timeout) => json(timeout),
        DeviceCall::SetConcierge(concierge) => json(concierge),
        DeviceCall::SetClock(settings) => json(settings),
        DeviceCall::WriteNetwork(settings) => json(settings),
        DeviceCall::WriteManagement(server) => json(server),
        DeviceCall::WriteLift(settings) => json(settings),
        DeviceCall::WriteRelays(settings) => json(settings),
        DeviceCall::WriteFloorMap(map) => json(map),
        DeviceCall::ReleaseFloors(destination) => json(destination),
        DeviceCall::CallLift(call) => json(call),
        DeviceCall::PlayAlert(play) => json(play),
        DeviceCall::StopAlert(stop) => json(stop),
        DeviceCall::SetSipCalls(settings) => json(settings),
        DeviceCall::SetButtons(buttons) => json(buttons),
        DeviceCall::SetRemoteOpening(opening) => json(opening),
        DeviceCall::WriteFace(settings) => json(settings),
        DeviceCall::SetPlateInteraction(interaction) => json(interaction),
        DeviceCall::WritePlateCamera(settings) => json(settings),
        DeviceCall::Info
        | DeviceCall::Login(_)
        | DeviceCall::OpenLock(_)
        | DeviceCall::ReadIdentifiers(_)
        | DeviceCall::ReadTimeProfiles(_)
        | DeviceCall::ReadTimeProfile(_)
        | DeviceCall::DeleteTimeProfile(_)
        | DeviceCall::SipStatus
        | DeviceCall::SetMode(_)
        | DeviceCall::ReadLogs(_)
        | DeviceCall::Snapshot
        | DeviceCall::Reboot
        | DeviceCall::SettingsDefault => Value::Null,
    }
}

fn json(body: &impl Serialize) -> Value {
    serde_json::to_value(body).expect("protocol types have string keys only")
}

fn paged(path: &str, page: PageQuery) -> String {
    let digest = if page.digest_only { "&digest=1" } else { "" };
    format!("{path}?limit={}&page_number={}{digest}", page.limit, page.page_number)
}

fn mode_uri(mode: PanelMode) -> String {
    match mode {
        PanelMode::Unit { building, unit, device } => {
            format!("/v1/device/mode/unit?building={building}&unit={unit}&device={device}")
        }
        PanelMode::Wall { no_unit, device } => {
            format!("/v1/device/mode/wall?noUnit={no_unit}&device={device}")
        }
    }
}

fn log_uri(query: &LogQuery) -> String {
    let pairs = [
        ("from", query.from.map(|value| value.to_string())),
        ("to", query.to.map(|value| value.to_string())),
        ("limit", query.limit.map(|value| value.to_string())),
        ("page_number", query.page_number.map(|value| value.to_string())),
        ("filter", query.filter.as_deref().map(encode)),
    ];
    let asked: Vec<String> = pairs.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?))).collect();
    format!("/v1/log/items?{}", asked.join("&"))
}
