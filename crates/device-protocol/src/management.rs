//! The management server that a device reports to.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bounds::{self, BoundsError};

/// Longest password of a device at its management server, in characters.
pub const MAX_PASSWORD: usize = 32;
/// *Ours*: longest certificate or key, in characters.
pub const MAX_PEM: usize = 32 << 10;
/// Longest URL, in characters.
pub const MAX_URL: usize = 255;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ManagementProtocol {
    Http,
    #[default]
    Mqtt,
}

/// *Ours*: with what the device shows itself at a broker that asks for certificates. In PEM.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientCertificate {
    pub certificate: String,
    pub private_key: String,
    /// Of the authority that signed the broker's own certificate; absent for a public one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authority: Option<String>,
}

// The key is a secret.
impl fmt::Debug for ClientCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClientCertificate")
    }
}

/// The body of `PUT /api/v1/network/management/server`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManagementServer {
    pub is_enabled: bool,
    pub protocol: ManagementProtocol,
    pub settings: ManagementSettings,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManagementSettings {
    pub url: String,
    /// At most 32 characters.
    pub password: String,
    /// Events in real time.
    pub is_logging_enabled: bool,
    /// With HTTP only: `POST /devices/pong` every ten seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_heartbeat_enabled: Option<bool>,
    /// With MQTT only: TLS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_encrypted: Option<bool>,
    /// *Ours*, with MQTT over TLS only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<ClientCertificate>,
}

impl ManagementServer {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::text("settings.url", &self.settings.url, usize::from(self.is_enabled), MAX_URL)?;
        if let Some(certificate) = &self.settings.certificate {
            bounds::text("settings.certificate.certificate", &certificate.certificate, 1, MAX_PEM)?;
            bounds::text("settings.certificate.private_key", &certificate.private_key, 1, MAX_PEM)?;
        }
        bounds::text("settings.password", &self.settings.password, 0, MAX_PASSWORD)
    }
}

impl fmt::Debug for ManagementSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ManagementSettings({})", self.url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn server(password: &str) -> ManagementServer {
        serde_json::from_value(json!({
            "is_enabled": true, "protocol": "mqtt",
            "settings": {"url": "mqtt://broker:1883", "password": password,
                         "is_logging_enabled": true, "is_encrypted": false}
        }))
        .unwrap()
    }

    #[test]
    fn a_management_password_has_at_most_32_characters() {
        assert!(server(&"a".repeat(32)).check().is_ok());
        assert_eq!(server(&"a".repeat(33)).check().unwrap_err().field, "settings.password");
    }

    #[test]
    fn a_management_server_never_prints_its_password() {
        assert!(!format!("{:?}", server("hush-hush")).contains("hush-hush"));
    }
}
