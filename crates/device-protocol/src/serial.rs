//! The serial number of a device: its name in topics, its user name at the broker.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Names that follow `/devices/` in the server's own paths, so that they cannot be serial numbers.
const RESERVED: [&str; 4] = ["login", "logs", "pong", "refresh"];

/// 1 to 64 letters, digits, dots, dashes or underscores.
///
/// `+`, `#` and `/` would change the meaning of a topic, and are refused with the rest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Serial(String);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SerialError {
    #[error("a serial number has 1 to 64 characters")]
    Length,
    #[error("a serial number has letters, digits, dots, dashes and underscores only")]
    Characters,
    #[error("this serial number is a reserved word")]
    Reserved,
}

impl Serial {
    pub fn new(value: impl Into<String>) -> Result<Self, SerialError> {
        let value = value.into();
        if value.is_empty() || value.len() > 64 {
            return Err(SerialError::Length);
        }
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        if !value.chars().all(allowed) {
            return Err(SerialError::Characters);
        }
        if RESERVED.contains(&value.as_str()) {
            return Err(SerialError::Reserved);
        }
        Ok(Self(value))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Serial {
    type Err = SerialError;

    fn from_str(value: &str) -> Result<Self, SerialError> {
        Self::new(value)
    }
}

impl TryFrom<String> for Serial {
    type Error = SerialError;

    fn try_from(value: String) -> Result<Self, SerialError> {
        Self::new(value)
    }
}

impl From<Serial> for String {
    fn from(serial: Serial) -> String {
        serial.0
    }
}

impl fmt::Display for Serial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_serial_that_would_change_a_topic_is_refused() {
        for bad in ["+", "a/b", "#", "a b", "ж"] {
            assert_eq!(Serial::new(bad), Err(SerialError::Characters), "{bad}");
        }
        assert_eq!(Serial::new(""), Err(SerialError::Length));
        assert_eq!(Serial::new("a".repeat(65)), Err(SerialError::Length));
    }

    #[test]
    fn the_servers_own_path_words_are_no_devices() {
        assert_eq!(Serial::new("logs"), Err(SerialError::Reserved));
        assert!(Serial::new("logs1").is_ok());
    }

    #[test]
    fn json_cannot_smuggle_a_bad_serial_in() {
        assert!(serde_json::from_str::<Serial>("\"a/#\"").is_err());
    }
}
