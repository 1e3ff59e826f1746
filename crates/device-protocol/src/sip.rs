//! SIP account of a device.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bounds::{self, BoundsError};

/// Seconds between registrations: 30 to this.
pub const MAX_REGISTRATION_INTERVAL: u32 = 900;
pub const MIN_REGISTRATION_INTERVAL: u32 = 30;
/// Longest user, user id or password, in characters.
pub const MAX_ACCOUNT: usize = 31;
/// Longest host, with scheme and port, in characters.
pub const MAX_HOST: usize = 255;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SipTransport {
    Udp,
    Tcp,
    Tls,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stun {
    /// Host name or address; empty: none.
    pub ip: String,
    pub port: u16,
}

/// The body of `POST /v1/device/sip/settings`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SipSettings {
    pub proxy: String,
    pub realm: String,
    /// 1 to 31 characters.
    pub user: String,
    #[serde(default)]
    pub user_id: String,
    /// 6 to 31 characters. What a device gives back here is either the secret or a fixed
    /// placeholder: never trust it, never show it.
    pub password: String,
    #[serde(default)]
    pub outbound: String,
    pub transport: SipTransport,
    /// Seconds, 30 to 900.
    pub registration_interval: u32,
    #[serde(default)]
    pub stun: Stun,
}

impl SipSettings {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::text("proxy", &self.proxy, 1, MAX_HOST)?;
        bounds::text("realm", &self.realm, 1, MAX_HOST)?;
        bounds::text("user", &self.user, 1, MAX_ACCOUNT)?;
        bounds::text("user_id", &self.user_id, 0, MAX_ACCOUNT)?;
        bounds::text("password", &self.password, 6, MAX_ACCOUNT)?;
        bounds::text("outbound", &self.outbound, 0, MAX_HOST)?;
        bounds::text("stun.ip", &self.stun.ip, 0, MAX_HOST)?;
        let (min, max) = (MIN_REGISTRATION_INTERVAL, MAX_REGISTRATION_INTERVAL);
        bounds::number("registration_interval", self.registration_interval.into(), min.into(), max.into())
    }
}

impl fmt::Debug for SipSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SipSettings({}@{} by {})", self.user, self.realm, self.proxy)
    }
}

/// The body of `POST /v1/device/sip/enable`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SipEnable {
    pub sip_enable: bool,
}

/// The body of `POST /v1/device/sip/call/settings`; path and keys are *ours*. Apart from the account, so that a
/// firmware without it still registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SipCallSettings {
    /// Payload type of the picture, 0 to 127; 0 is the device's own.
    pub rtp_profile: u8,
    /// Calls by logical address instead of number.
    pub use_address: bool,
}

impl SipCallSettings {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::number("rtp_profile", self.rtp_profile.into(), 0, 127)
    }
}

/// The answer to `GET /v1/sip/status`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SipStatus {
    /// `registered`, `unregistered`, or a state of a newer firmware.
    pub sip_status: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn settings() -> SipSettings {
        serde_json::from_value(json!({
            "proxy": "sip:sip.example.org", "realm": "sip.example.org", "user": "101",
            "user_id": "", "password": "Secret1", "outbound": "", "transport": "udp",
            "registration_interval": 900, "stun": {"ip": "stun.example.org", "port": 3478}
        }))
        .unwrap()
    }

    #[test]
    fn a_registration_lasts_30_to_900_seconds() {
        let with = |registration_interval| SipSettings { registration_interval, ..settings() }.check();
        assert!(with(30).is_ok() && with(900).is_ok());
        assert_eq!(with(901).unwrap_err().field, "registration_interval");
        assert!(with(29).is_err());
    }

    #[test]
    fn a_sip_password_has_6_to_31_characters() {
        let with = |password: String| SipSettings { password, ..settings() }.check();
        assert!(with("a".repeat(31)).is_ok());
        assert!(with("a".repeat(32)).is_err() && with("a".repeat(5)).is_err());
    }

    #[test]
    fn a_sip_account_never_prints_its_password() {
        assert!(!format!("{:?}", settings()).contains("Secret1"));
    }
}
