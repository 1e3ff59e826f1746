//! The settings of a device, as the calls that apply them. The paths that the vendor has not published are defined in
//! docs/adr/0052.
mod account;
mod door;
mod lift;
mod network;

use device_protocol::DeviceCall;
use device_protocol::address::PanelMode;
use device_protocol::management::{ClientCertificate, ManagementProtocol, ManagementServer, ManagementSettings};
use serde::de::{DeserializeOwned, IntoDeserializer};

use crate::app::App;
use crate::domain::device::{Device, Protocol};
use crate::domain::settings::{Address, Sip};
use crate::domain::task::TaskKind;

/// What the calls need besides the settings.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    pub sip_password: Option<String>,
    pub mqtt_password: Option<String>,
    /// Where the device reports to; None when it is not configured.
    pub server: Option<Server>,
}

/// Where a device reports to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Server {
    /// URL of the broker, and the certificate that it wants to see.
    Mqtt(String, Option<ClientCertificate>),
    /// URL of the platform.
    Http(String),
}

impl Server {
    /// The server that devices of this protocol report to.
    pub fn for_protocol(protocol: Protocol, app: &App) -> Option<Server> {
        match protocol {
            Protocol::Mqtt => app.config.broker_url.clone().map(|url| Server::Mqtt(url, None)),
            Protocol::Http => Some(Server::Http(app.context.settings.public_url.clone())),
            Protocol::None => None,
        }
    }
}

/// The tasks that apply all settings of a device that its model has and that have a value, in the order in which they are sent.
/// The network is the last one.
pub fn tasks(device: &Device, knows_server: bool) -> Vec<TaskKind> {
    let settings = &device.device_settings;
    let has = |kind| !own_calls(kind, device).is_ok_and(|calls| calls.is_empty());
    let wanted = [
        (TaskKind::SipSettings, has_account(&settings.sip)),
        (TaskKind::SipCalls, has(TaskKind::SipCalls)),
        (TaskKind::Address, settings.address.mode.is_some()),
        (TaskKind::Additional, has(TaskKind::Additional)),
        (TaskKind::FaceRecognition, has(TaskKind::FaceRecognition)),
        (TaskKind::Relays, has(TaskKind::Relays)),
        (TaskKind::FloorMap, has(TaskKind::FloorMap)),
        (TaskKind::AlprCamera, has(TaskKind::AlprCamera)),
        (TaskKind::ManagementServer, knows_server),
        (TaskKind::Network, settings.network.is_complete()),
    ];
    wanted.into_iter().filter_map(|(kind, wanted)| wanted.then_some(kind)).collect()
}

/// The tasks that a change of a device makes necessary.
pub fn tasks_of_change(old: &Device, new: &Device, sip_password_changed: bool, knows_server: bool) -> Vec<TaskKind> {
    let (before, after) = (&old.device_settings, &new.device_settings);
    let interval = before.address.reregister_interval != after.address.reregister_interval;
    // A device that lost its account is sent that: it would go on registering.
    let lost = (before.sip.enabled && !after.sip.enabled && after.sip.login.is_none()).then_some(TaskKind::SipSettings);
    lost.into_iter()
        .chain(tasks(new, knows_server))
        .filter(|kind| match kind {
            TaskKind::SipSettings => account_of(&before.sip) != account_of(&after.sip) || sip_password_changed || interval,
            TaskKind::Address => before.address != after.address,
            TaskKind::Network => before.network != after.network,
            TaskKind::ManagementServer => (old.get_logs, old.realtime_logging) != (new.get_logs, new.realtime_logging),
            // Also when the model changed: the new one was not sent the settings that the old one did not have.
            own => own_calls(*own, old) != own_calls(*own, new),
        })
        .collect()
}

fn has_account(sip: &Sip) -> bool {
    sip.enabled || sip.login.is_some()
}

/// The settings that are sent with the account.
fn account_of(sip: &Sip) -> Sip {
    let usual = Sip::default();
    Sip { rtp_profile: usual.rtp_profile, use_address: usual.use_address, ..sip.clone() }
}

/// The calls of a settings task, in their order; or the reason why there are none.
pub fn calls(kind: TaskKind, device: &Device, surroundings: &Surroundings) -> Result<Vec<DeviceCall>, String> {
    match kind {
        TaskKind::SipSettings => account::calls(&device.device_settings.sip, &device.device_settings.address, surroundings),
        TaskKind::Address => Ok(vec![DeviceCall::SetMode(mode(&device.device_settings.address)?)]),
        TaskKind::Network => Ok(vec![DeviceCall::WriteNetwork(network::settings(&device.device_settings.network)?)]),
        TaskKind::ManagementServer => Ok(vec![DeviceCall::WriteManagement(management(device, surroundings)?)]),
        own => own_calls(own, device),
    }
}

/// What of a settings task its calls leave out, and why: it is not done with them.
pub fn lacking(kind: TaskKind, device: &Device, surroundings: &Surroundings) -> Option<&'static str> {
    if kind == TaskKind::SipSettings { account::lacking(&device.device_settings.sip, surroundings) } else { None }
}

/// Calls that need nothing but the settings; those that the model has.
fn own_calls(kind: TaskKind, device: &Device) -> Result<Vec<DeviceCall>, String> {
    let settings = &device.device_settings;
    let can = device.capability();
    let calls = match kind {
        TaskKind::SipCalls if !has_account(&settings.sip) => Vec::new(),
        TaskKind::SipCalls => vec![account::how_it_calls(&settings.sip)?],
        TaskKind::Additional => door::additional(&settings.additional, can.buttons)?,
        TaskKind::FaceRecognition => vec![door::faces(&settings.face_recognition)?],
        TaskKind::AlprCamera => vec![door::plates(&settings.alpr_camera)],
        TaskKind::Relays => vec![lift::relays(&settings.lift_controller)?],
        TaskKind::FloorMap => vec![lift::floor_map(&settings.lift_controller.floor_map)?],
        other => return Err(format!("{} is not about settings", other.as_str())),
    };
    Ok(calls.into_iter().filter(|call| call.suits(&can)).collect())
}

/// A word of the form, which is the device's own.
fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let word = IntoDeserializer::<serde::de::value::Error>::into_deserializer(text);
    T::deserialize(word).map_err(|error| error.to_string())
}

fn mode(address: &Address) -> Result<PanelMode, String> {
    let device = number(address.device.as_deref())?;
    let mode = match address.mode.as_deref() {
        Some("unit") => PanelMode::Unit { building: number(address.building.as_deref())?, unit: number(address.unit.as_deref())?, device },
        Some("wall") => PanelMode::Wall { no_unit: address.no_unit, device },
        _ => return Err("the mode of the panel is not set".into()),
    };
    mode.check().map_err(|error| error.to_string())?;
    Ok(mode)
}

/// Nothing means 0.
fn number<T: std::str::FromStr + Default>(digits: Option<&str>) -> Result<T, String> {
    digits.map_or(Ok(T::default()), |digits| digits.parse().map_err(|_| format!("{digits} is no number of an address")))
}

fn management(device: &Device, surroundings: &Surroundings) -> Result<ManagementServer, String> {
    let (protocol, url, certificate) = match surroundings.server.clone().ok_or("the broker's address for devices is not set")? {
        Server::Mqtt(url, certificate) => (ManagementProtocol::Mqtt, url, certificate),
        Server::Http(url) => (ManagementProtocol::Http, url, None),
    };
    let server = ManagementServer {
        is_enabled: true,
        protocol,
        settings: ManagementSettings {
            is_encrypted: (protocol == ManagementProtocol::Mqtt).then(|| url.starts_with("mqtts:")),
            url,
            password: surroundings.mqtt_password.clone().unwrap_or_default(),
            is_logging_enabled: device.get_logs || device.realtime_logging,
            is_heartbeat_enabled: (protocol == ManagementProtocol::Http).then_some(true),
            certificate,
        },
    };
    server.check().map_err(|error| error.to_string())?;
    Ok(server)
}

#[cfg(test)]
mod tests;
