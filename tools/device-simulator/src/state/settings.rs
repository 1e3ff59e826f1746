//! The settings that a device holds.

use std::collections::BTreeMap;

use device_protocol::address::PanelMode;
use device_protocol::call_settings::Concierge;
use device_protocol::forward::Forward;
use device_protocol::lift::LiftSettings;
use device_protocol::management::ManagementServer;
use device_protocol::network::NetworkSettings;
use device_protocol::sip::SipSettings;
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
}

impl Settings {
    /// The settings as they may be shown: without secrets.
    pub fn shown(&self) -> Value {
        let mut shown = json!(self);
        for path in ["/sip/password", "/management/settings/password"] {
            if let Some(secret) = shown.pointer_mut(path) {
                *secret = json!(PLACEHOLDER);
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_settings_have_no_secrets() {
        let settings: Settings = serde_json::from_value(json!({
            "sip": {"proxy": "sip:a", "realm": "a", "user": "1", "password": "hush-one",
                    "transport": "udp", "registration_interval": 60},
            "sip_enabled": true, "forwards": {},
            "management": {"is_enabled": true, "protocol": "mqtt",
                           "settings": {"url": "mqtt://a", "password": "hush-two", "is_logging_enabled": true}}
        }))
        .unwrap();
        let text = settings.shown().to_string();
        assert!(!text.contains("hush"), "{text}");
        assert!(text.contains("\"user\":\"1\""));
    }
}
