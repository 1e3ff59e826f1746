//! The settings of a device as they are stored: every key present, defaults filled in, no secrets.
//!
//! The API's messages and this form have the same keys, so that a PATCH is a merge by path; secrets have
//! columns of their own.
use proto::vestibule::device::v1 as api;
use serde::{Deserialize, Serialize};

use super::floor::Floor;

/// Buttons of a panel that can be given a number.
pub const BUTTONS: usize = 4;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceSettings {
    pub sip: Sip,
    pub address: Address,
    pub network: Network,
    pub additional: Additional,
    pub face_recognition: FaceRecognition,
    pub lift_controller: LiftController,
    pub alpr_camera: AlprCamera,
    pub integration_axxon: IntegrationAxxon,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sip {
    pub manual: bool,
    pub enabled: bool,
    pub proxy_address: Option<String>,
    pub realm_address: Option<String>,
    pub stun_address: Option<String>,
    pub stun_port: Option<i32>,
    pub login: Option<String>,
    pub talk_timeout: i32,
    pub transport: String,
    pub rtp_profile: i32,
    pub use_address: bool,
}

impl Default for Sip {
    fn default() -> Self {
        Sip {
            manual: false,
            enabled: false,
            proxy_address: None,
            realm_address: None,
            stun_address: None,
            stun_port: None,
            login: None,
            talk_timeout: 120,
            transport: "UDP".into(),
            rtp_profile: 0,
            use_address: false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Address {
    pub manual: bool,
    pub mode: Option<String>,
    pub building: Option<String>,
    pub unit: Option<String>,
    pub device: Option<String>,
    pub no_unit: bool,
    pub floor: Option<String>,
    pub apartment: Option<String>,
    pub sync: bool,
    pub reregister: bool,
    pub reregister_interval: i32,
}

impl Default for Address {
    fn default() -> Self {
        Address {
            manual: false,
            mode: None,
            building: None,
            unit: None,
            device: None,
            no_unit: false,
            floor: None,
            apartment: None,
            sync: false,
            reregister: false,
            reregister_interval: 600,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Network {
    pub is_dhcp: bool,
    pub ip: Option<String>,
    pub subnet: Option<String>,
    pub gateway: Option<String>,
    pub dns: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Additional {
    /// Always four.
    pub button_numbers: Vec<String>,
    pub alpr_camera_interaction: bool,
    pub remote_lock_opening: bool,
}

impl Default for Additional {
    fn default() -> Self {
        Additional { button_numbers: vec![String::new(); BUTTONS], alpr_camera_interaction: false, remote_lock_opening: true }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FaceRecognition {
    pub enabled: bool,
    pub mode: String,
    pub similarity: String,
    pub autostart: bool,
}

impl Default for FaceRecognition {
    fn default() -> Self {
        FaceRecognition { enabled: false, mode: "3D".into(), similarity: "high".into(), autostart: false }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LiftController {
    pub enabled: bool,
    pub settings: Lift,
    pub floor_map: Vec<Floor>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Lift {
    pub device_mode: String,
    pub relay_mode: String,
    pub invert_all_relays: bool,
    pub relay_open_time: i32,
    pub lift_release_time: LiftReleaseTime,
}

impl Default for Lift {
    fn default() -> Self {
        Lift {
            device_mode: "call-up".into(),
            relay_mode: "COM-NC".into(),
            invert_all_relays: false,
            relay_open_time: 10,
            lift_release_time: LiftReleaseTime::default(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LiftReleaseTime {
    pub card: Option<i32>,
    pub api: Option<i32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AlprCamera {
    pub using: bool,
    pub allow_remote_opening_lock: bool,
}

impl Default for AlprCamera {
    fn default() -> Self {
        AlprCamera { using: false, allow_remote_opening_lock: true }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct IntegrationAxxon {
    pub direction: i32,
    pub macro_name: Option<String>,
    pub macro_guid: Option<String>,
    pub camera_name: Option<String>,
    pub camera_guid: Option<String>,
}

impl Default for IntegrationAxxon {
    fn default() -> Self {
        IntegrationAxxon { direction: 1, macro_name: None, macro_guid: None, camera_name: None, camera_guid: None }
    }
}

/// An empty text counts as not given.
fn text(value: Option<String>) -> Option<String> {
    value.filter(|text| !text.is_empty())
}

impl From<api::DeviceSettings> for DeviceSettings {
    /// Missing settings get their defaults.
    fn from(settings: api::DeviceSettings) -> Self {
        DeviceSettings {
            sip: settings.sip.map(Into::into).unwrap_or_default(),
            address: settings.address.map(Into::into).unwrap_or_default(),
            network: settings.network.map(Into::into).unwrap_or_default(),
            additional: settings.additional.map(Into::into).unwrap_or_default(),
            face_recognition: settings.face_recognition.map(Into::into).unwrap_or_default(),
            lift_controller: settings.lift_controller.map(Into::into).unwrap_or_default(),
            alpr_camera: settings
                .alpr_camera
                .map(|alpr| AlprCamera { using: alpr.using, allow_remote_opening_lock: alpr.allow_remote_opening_lock })
                .unwrap_or_default(),
            integration_axxon: settings.integration_axxon.map(Into::into).unwrap_or_default(),
        }
    }
}

impl From<api::SipSettings> for Sip {
    fn from(sip: api::SipSettings) -> Self {
        let usual = Sip::default();
        Sip {
            manual: sip.manual,
            enabled: sip.enabled,
            proxy_address: text(sip.proxy_address),
            realm_address: text(sip.realm_address),
            stun_address: text(sip.stun_address),
            stun_port: sip.stun_port,
            login: text(sip.login),
            talk_timeout: sip.talk_timeout.unwrap_or(usual.talk_timeout),
            transport: text(sip.transport).unwrap_or(usual.transport),
            rtp_profile: sip.rtp_profile.unwrap_or(usual.rtp_profile),
            use_address: sip.use_address,
        }
    }
}

impl From<api::AddressSettings> for Address {
    fn from(address: api::AddressSettings) -> Self {
        Address {
            manual: address.manual,
            mode: text(address.mode),
            building: text(address.building),
            unit: text(address.unit),
            device: text(address.device),
            no_unit: address.no_unit,
            floor: text(address.floor),
            apartment: text(address.apartment),
            sync: address.sync,
            reregister: address.reregister,
            reregister_interval: address.reregister_interval.unwrap_or(Address::default().reregister_interval),
        }
    }
}

impl From<api::NetworkSettings> for Network {
    fn from(network: api::NetworkSettings) -> Self {
        Network {
            is_dhcp: network.is_dhcp,
            ip: text(network.ip),
            subnet: text(network.subnet),
            gateway: text(network.gateway),
            dns: text(network.dns),
        }
    }
}

impl From<api::AdditionalSettings> for Additional {
    fn from(additional: api::AdditionalSettings) -> Self {
        let mut button_numbers = additional.button_numbers;
        if button_numbers.len() < BUTTONS {
            button_numbers.resize(BUTTONS, String::new());
        }
        Additional {
            button_numbers,
            alpr_camera_interaction: additional.alpr_camera_interaction,
            remote_lock_opening: additional.remote_lock_opening,
        }
    }
}

impl From<api::FaceRecognitionSettings> for FaceRecognition {
    fn from(face: api::FaceRecognitionSettings) -> Self {
        let usual = FaceRecognition::default();
        FaceRecognition {
            enabled: face.enabled,
            mode: text(face.mode).unwrap_or(usual.mode),
            similarity: text(face.similarity).unwrap_or(usual.similarity),
            autostart: face.autostart,
        }
    }
}

impl From<api::LiftControllerSettings> for LiftController {
    fn from(lift: api::LiftControllerSettings) -> Self {
        LiftController {
            enabled: lift.enabled,
            settings: lift.settings.map(Into::into).unwrap_or_default(),
            floor_map: lift.floor_map.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<api::LiftSettings> for Lift {
    fn from(lift: api::LiftSettings) -> Self {
        let usual = Lift::default();
        Lift {
            device_mode: text(lift.device_mode).unwrap_or(usual.device_mode),
            relay_mode: text(lift.relay_mode).unwrap_or(usual.relay_mode),
            invert_all_relays: lift.invert_all_relays,
            relay_open_time: lift.relay_open_time.unwrap_or(usual.relay_open_time),
            lift_release_time: lift.lift_release_time.map(|time| LiftReleaseTime { card: time.card, api: time.api }).unwrap_or_default(),
        }
    }
}

impl From<api::IntegrationAxxonSettings> for IntegrationAxxon {
    fn from(axxon: api::IntegrationAxxonSettings) -> Self {
        IntegrationAxxon {
            direction: axxon.direction.unwrap_or(IntegrationAxxon::default().direction),
            macro_name: text(axxon.macro_name),
            macro_guid: text(axxon.macro_guid),
            camera_name: text(axxon.camera_name),
            camera_guid: text(axxon.camera_guid),
        }
    }
}

impl From<DeviceSettings> for api::DeviceSettings {
    /// Without secrets: the caller adds their masks.
    fn from(settings: DeviceSettings) -> Self {
        let DeviceSettings { sip, address, network, additional, face_recognition, lift_controller, alpr_camera, integration_axxon } = settings;
        api::DeviceSettings {
            mqtt: Some(api::MqttSettings::default()),
            sip: Some(sip.into()),
            address: Some(address.into()),
            network: Some(api::NetworkSettings {
                is_dhcp: network.is_dhcp,
                ip: network.ip,
                subnet: network.subnet,
                gateway: network.gateway,
                dns: network.dns,
            }),
            additional: Some(api::AdditionalSettings {
                button_numbers: additional.button_numbers,
                alpr_camera_interaction: additional.alpr_camera_interaction,
                remote_lock_opening: additional.remote_lock_opening,
            }),
            face_recognition: Some(api::FaceRecognitionSettings {
                enabled: face_recognition.enabled,
                mode: Some(face_recognition.mode),
                similarity: Some(face_recognition.similarity),
                autostart: face_recognition.autostart,
            }),
            lift_controller: Some(lift_controller.into()),
            alpr_camera: Some(api::AlprCameraSettings { using: alpr_camera.using, allow_remote_opening_lock: alpr_camera.allow_remote_opening_lock }),
            integration_axxon: Some(api::IntegrationAxxonSettings {
                direction: Some(integration_axxon.direction),
                macro_name: integration_axxon.macro_name,
                macro_guid: integration_axxon.macro_guid,
                camera_name: integration_axxon.camera_name,
                camera_guid: integration_axxon.camera_guid,
            }),
        }
    }
}

impl From<Sip> for api::SipSettings {
    fn from(sip: Sip) -> Self {
        api::SipSettings {
            manual: sip.manual,
            enabled: sip.enabled,
            proxy_address: sip.proxy_address,
            realm_address: sip.realm_address,
            stun_address: sip.stun_address,
            stun_port: sip.stun_port,
            login: sip.login,
            password: None,
            talk_timeout: Some(sip.talk_timeout),
            transport: Some(sip.transport),
            rtp_profile: Some(sip.rtp_profile),
            use_address: sip.use_address,
        }
    }
}

impl From<Address> for api::AddressSettings {
    fn from(address: Address) -> Self {
        api::AddressSettings {
            manual: address.manual,
            mode: address.mode,
            building: address.building,
            unit: address.unit,
            device: address.device,
            no_unit: address.no_unit,
            floor: address.floor,
            apartment: address.apartment,
            sync: address.sync,
            reregister: address.reregister,
            reregister_interval: Some(address.reregister_interval),
        }
    }
}

impl From<LiftController> for api::LiftControllerSettings {
    fn from(lift: LiftController) -> Self {
        let Lift { device_mode, relay_mode, invert_all_relays, relay_open_time, lift_release_time } = lift.settings;
        api::LiftControllerSettings {
            enabled: lift.enabled,
            settings: Some(api::LiftSettings {
                device_mode: Some(device_mode),
                relay_mode: Some(relay_mode),
                invert_all_relays,
                relay_open_time: Some(relay_open_time),
                lift_release_time: Some(api::LiftReleaseTime { card: lift_release_time.card, api: lift_release_time.api }),
            }),
            floor_map: lift.floor_map.into_iter().map(Into::into).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_the_specification_are_filled_in() {
        let settings = DeviceSettings::from(api::DeviceSettings::default());
        assert_eq!((settings.sip.talk_timeout, settings.sip.transport.as_str(), settings.sip.rtp_profile), (120, "UDP", 0));
        assert_eq!((settings.address.reregister, settings.address.reregister_interval), (false, 600));
        assert_eq!(settings.additional.button_numbers, vec![String::new(); 4]);
        assert!(settings.additional.remote_lock_opening && settings.alpr_camera.allow_remote_opening_lock);
        assert_eq!((settings.face_recognition.mode.as_str(), settings.face_recognition.similarity.as_str()), ("3D", "high"));
        let lift = settings.lift_controller.settings;
        assert_eq!((lift.device_mode.as_str(), lift.relay_mode.as_str(), lift.relay_open_time), ("call-up", "COM-NC", 10));
        assert_eq!(settings.integration_axxon.direction, 1);
    }

    #[test]
    fn button_numbers_are_padded_to_four() {
        let additional = Additional::from(api::AdditionalSettings { button_numbers: vec!["101".into()], ..Default::default() });
        assert_eq!(additional.button_numbers, ["101", "", "", ""]);
    }

    #[test]
    fn settings_survive_the_api_and_the_table() {
        let settings = DeviceSettings::from(api::DeviceSettings {
            sip: Some(api::SipSettings { login: Some("1001".into()), talk_timeout: Some(60), ..Default::default() }),
            ..Default::default()
        });
        assert_eq!(DeviceSettings::from(api::DeviceSettings::from(settings.clone())), settings);
        assert_eq!(serde_json::from_value::<DeviceSettings>(serde_json::to_value(&settings).unwrap()).unwrap(), settings);
        assert_eq!(serde_json::from_str::<DeviceSettings>("{}").unwrap(), DeviceSettings::default());
    }
}
