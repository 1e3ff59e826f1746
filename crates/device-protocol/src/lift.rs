//! What a panel tells a lift controller.

use serde::{Deserialize, Serialize};

use crate::bounds::{self, BoundsError};

/// When a panel calls the lift by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallWhen {
    /// An identifier was granted.
    #[serde(default)]
    pub identifier: bool,
    /// The door was opened by the server.
    #[serde(default)]
    pub api_call: bool,
    /// The door was opened from a monitor or a phone.
    #[serde(default)]
    pub call_host: bool,
}

/// The body of `POST /v1/access/lift/settings`; the path and `call_when`'s keys are *ours*.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiftSettings {
    /// The floor of the panel, 1 to 98.
    pub floor_number: u8,
    pub send_identifier_number: bool,
    #[serde(default)]
    pub call_when: CallWhen,
}

impl LiftSettings {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::number("floor_number", self.floor_number.into(), 1, 98)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_floor_is_1_to_98() {
        let with = |floor_number| LiftSettings { floor_number, send_identifier_number: true, call_when: CallWhen::default() };
        assert!(with(98).check().is_ok());
        assert!(with(0).check().is_err() && with(99).check().is_err());
    }
}
