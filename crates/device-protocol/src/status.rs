//! The status payload: plain text, retained, and the device's last will.

use serde::{Deserialize, Serialize};

/// Whether a device is connected to the broker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Presence {
    Online,
    Offline,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a status is `online` or `offline`")]
pub struct PresenceError;

impl Presence {
    pub const fn as_str(self) -> &'static str {
        match self {
            Presence::Online => "online",
            Presence::Offline => "offline",
        }
    }

    /// Parses a payload. Space around the word is ignored; other words are errors.
    pub fn parse(payload: &[u8]) -> Result<Self, PresenceError> {
        match payload.trim_ascii() {
            b"online" => Ok(Presence::Online),
            b"offline" => Ok(Presence::Offline),
            _ => Err(PresenceError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_payload_is_one_plain_word() {
        assert_eq!(Presence::parse(b"online\n"), Ok(Presence::Online));
        assert_eq!(Presence::parse(Presence::Offline.as_str().as_bytes()), Ok(Presence::Offline));
        assert_eq!(Presence::parse(b"\"online\""), Err(PresenceError));
    }
}
