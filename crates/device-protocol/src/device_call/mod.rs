//! Calls from the server to a device: the device's own interface, typed.
//!
//! [`DeviceCall::request`] writes a call, [`DeviceCall::parse`] reads it on the device's side.
//! Paths are those of the vendor's pages; a leading `/api` is optional when reading.

mod read;
mod write;

#[cfg(test)]
mod tests;

use uuid::Uuid;

use crate::address::PanelMode;
use crate::alert::{AlertPlay, AlertStop};
use crate::bounds::BoundsError;
use crate::call_settings::{Buttons, Concierge, DialTimeout, TalkTimeout};
use crate::capability::Capability;
use crate::clock::ClockSettings;
use crate::credentials::Credentials;
use crate::envelope::Request;
use crate::face::FaceSettings;
use crate::forward::Forward;
use crate::identifier::IdentifierType;
use crate::lift::{Destination, FloorMap, LandingCall, LiftSettings, RelaySettings};
use crate::link::{IdentifierItems, LinkIds, PageQuery, TimeProfileItems};
use crate::lock::{LockTarget, RemoteOpening};
use crate::log_query::LogQuery;
use crate::management::ManagementServer;
use crate::network::NetworkSettings;
use crate::plates::{PlateCamera, PlateInteraction};
use crate::sip::{SipCallSettings, SipEnable, SipSettings};
use crate::time_profile::TimeProfile;

#[derive(Debug, Clone, PartialEq)]
pub enum DeviceCall {
    /// `GET /api/info`
    Info,
    /// `GET /api/v1/login`: answered with [`crate::session::Token`]
    Login(Credentials),
    /// `GET /v1/access/general/lock/open/remote/accepted/{n}`
    OpenLock(LockTarget),

    /// `GET /v1/access/identifier/items/link`
    ReadIdentifiers(PageQuery),
    /// `POST /v1/access/identifier/items/link`: creates and updates
    WriteIdentifiers(IdentifierItems),
    /// `DELETE /v1/access/identifier/items/link`
    DeleteIdentifiers(LinkIds),
    /// `POST /v1/access/identifiers/link/delete`: the same on other families
    DeleteIdentifiersByPost(LinkIds),

    /// `GET /v1/access/timeprofile/items/link`
    ReadTimeProfiles(PageQuery),
    /// `POST /v1/access/timeprofile/items/link`: creates and updates
    WriteTimeProfiles(TimeProfileItems),
    /// `DELETE /v1/access/timeprofile/items/link`
    DeleteTimeProfiles(LinkIds),
    /// `GET /v1/access/timeprofile/item/{uid}`
    ReadTimeProfile(Uuid),
    /// `POST /v1/access/timeprofile/item/{uid}`: creates or updates
    WriteTimeProfile(TimeProfile),
    /// `DELETE /v1/access/timeprofile/item/{uid}`
    DeleteTimeProfile(Uuid),

    /// `POST /v1/forward/item/{apartment}`
    WriteForward { apartment: String, forward: Forward },
    /// `POST /v1/device/sip/settings`
    WriteSip(SipSettings),
    /// `POST /v1/device/sip/enable`
    EnableSip(SipEnable),
    /// `POST /v1/device/sip/call/settings`
    SetSipCalls(SipCallSettings),
    /// `GET /v1/sip/status`
    SipStatus,
    /// `POST /v1/device/mode/unit` and `POST /v1/device/mode/wall`
    SetMode(PanelMode),
    /// `POST /v1/device/call/dial/timeout`
    SetDialTimeout(DialTimeout),
    /// `POST /v1/device/call/talk/timeout`
    SetTalkTimeout(TalkTimeout),
    /// `POST /v1/device/call/concierge`
    SetConcierge(Concierge),
    /// `POST /v1/device/call/buttons`
    SetButtons(Buttons),
    /// `POST /v1/access/general/lock/open/remote/settings`
    SetRemoteOpening(RemoteOpening),
    /// `POST /v1/access/face/settings`
    WriteFace(FaceSettings),
    /// `POST /v1/access/licenseplate/interaction`
    SetPlateInteraction(PlateInteraction),
    /// `POST /v1/access/licenseplate/camera`
    WritePlateCamera(PlateCamera),
    /// `POST /v1/device/time/settings`
    SetClock(ClockSettings),
    /// `POST /v1/network/settings`
    WriteNetwork(NetworkSettings),
    /// `PUT /api/v1/network/management/server`
    WriteManagement(ManagementServer),
    /// `POST /v1/access/lift/settings`
    WriteLift(LiftSettings),
    /// `POST /v1/access/lift/relay/settings`
    WriteRelays(RelaySettings),
    /// `POST /v1/access/lift/floor/map`: the whole map
    WriteFloorMap(FloorMap),
    /// `POST /v1/access/destination`: releases floors
    ReleaseFloors(Destination),
    /// `POST /v1/access/call`: calls the lift to a landing
    CallLift(LandingCall),
    /// `POST /v1/alert/play`
    PlayAlert(AlertPlay),
    /// `POST /v1/alert/stop`
    StopAlert(AlertStop),

    /// `GET /v1/log/items`
    ReadLogs(LogQuery),
    /// `GET /v1/photo/file`
    Snapshot,
    /// `GET /v1/system/reboot/run`
    Reboot,
    /// `POST /v1/system/settings/default`: forgets settings, identifiers and schedules; events
    /// that the server has not answered stay (*ours*)
    SettingsDefault,
}

/// Why a request is no call that can be carried out.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    #[error("unknown uri: {0}")]
    UnknownUri(String),
    #[error("Wrong JSON body: {0}")]
    Body(#[source] serde_json::Error),
    #[error("wrong parameter {0}")]
    Parameter(&'static str),
    #[error(transparent)]
    Bounds(#[from] BoundsError),
}

impl CallError {
    /// The status of the answer: 404 for an unknown path, 400 for everything else, as devices do.
    pub const fn status(&self) -> u16 {
        match self {
            CallError::UnknownUri(_) => 404,
            _ => 400,
        }
    }
}

impl DeviceCall {
    /// Reads a request. Whole-body bounds are checked; the items of a bulk write are not, since
    /// each gets a result of its own.
    pub fn parse(request: &Request) -> Result<Self, CallError> {
        read::parse(request)
    }

    /// Whether a model with this record has what the setting is about. Both sides go by it: the server does not send
    /// what a model does not have, and the model does not know it.
    pub fn suits(&self, can: &Capability) -> bool {
        match self {
            DeviceCall::SetButtons(_) => can.buttons > 0,
            DeviceCall::SetRemoteOpening(_) => can.guards_door(),
            DeviceCall::WriteFace(_) => can.max_faces > 0,
            DeviceCall::SetPlateInteraction(_) => can.guards_door() && can.supports(IdentifierType::LicensePlate),
            DeviceCall::WritePlateCamera(_) => can.supports(IdentifierType::LicensePlate),
            DeviceCall::WriteRelays(_) | DeviceCall::WriteFloorMap(_) | DeviceCall::ReleaseFloors(_) | DeviceCall::CallLift(_) => can.controls_lift,
            _ => true,
        }
    }

    /// Writes the call as a request with this id, ready to be encoded and published.
    pub fn request(&self, id: Uuid) -> Request {
        let (method, uri) = write::target(self);
        Request::new(id, method, uri, write::body(self))
    }
}
