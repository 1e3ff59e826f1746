//! The settings that a device holds.

use std::collections::BTreeMap;

use device_protocol::address::PanelMode;
use device_protocol::call_settings::{Buttons, Concierge};
use device_protocol::clock::ClockSettings;
use device_protocol::face::FaceSettings;
use device_protocol::forward::Forward;
use device_protocol::lift::{FloorMap, LiftSettings, RelaySettings};
use device_protocol::lock::RemoteOpening;
use device_protocol::management::ManagementServer;
use device_protocol::network::NetworkSettings;
use device_protocol::plates::{PlateCamera, PlateInteraction};
use device_protocol::sip::{SipCallSettings, SipSettings};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What new firmware shows instead of a secret.
const PLACEHOLDER: &str = "WebPass";

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Settings {
    pub sip: Option<SipSettings>,
    pub sip_enabled: bool,
    pub mode: Option<PanelMode>,
    /// Seconds.
    pub dial_timeout: Option<u32>,
    /// Seconds.
    pub talk_timeout: Option<u32>,
    pub concierge: Option<Concierge>,
    /// By apartment.
    pub forwards: BTreeMap<String, Forward>,
    pub network: Option<NetworkSettings>,
    pub management: Option<ManagementServer>,
    pub lift: Option<LiftSettings>,
    pub sip_calls: Option<SipCallSettings>,
    pub buttons: Option<Buttons>,
    pub remote_opening: Option<RemoteOpening>,
    pub face: Option<FaceSettings>,
    pub plate_interaction: Option<PlateInteraction>,
    pub plate_camera: Option<PlateCamera>,
    pub relays: Option<RelaySettings>,
    pub floor_map: Option<FloorMap>,
    pub clock: Option<ClockSettings>,
}

impl Settings {
    /// Whether a command of the server opens a lock: as it left the factory, it does.
    pub fn opens_by_command(&self) -> bool {
        self.remote_opening.is_none_or(|opening| opening.is_enabled)
    }

    /// The settings as they may be displayed: without secrets.
    pub fn redacted(&self) -> Value {
        let mut redacted = json!(self);
        for path in ["/sip/password", "/management/settings/password", "/management/settings/certificate/private_key"] {
            if let Some(secret) = redacted.pointer_mut(path) {
                *secret = json!(PLACEHOLDER);
            }
        }
        redacted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displayed_settings_have_no_secrets() {
        let settings: Settings = serde_json::from_value(json!({
            "sip": {"proxy": "sip:a", "realm": "a", "user": "1", "password": "hush-one",
                    "transport": "udp", "registration_interval": 60},
            "sip_enabled": true, "forwards": {},
            "management": {"is_enabled": true, "protocol": "mqtt",
                           "settings": {"url": "mqtt://a", "password": "hush-two", "is_logging_enabled": true,
                                        "certificate": {"certificate": "PEM", "private_key": "hush-three"}}}
        }))
        .unwrap();
        let text = settings.redacted().to_string();
        assert!(!text.contains("hush"), "{text}");
        assert!(text.contains("\"user\":\"1\""));
    }
}
