//! Call settings: how long a panel rings and talks, and whom the concierge button calls.

use serde::{Deserialize, Serialize};

use crate::bounds::{self, BoundsError};

/// The body of `POST /v1/device/call/dial/timeout`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DialTimeout {
    /// Seconds, 5 to 120 (*ours*).
    pub dial_timeout: u32,
}

impl DialTimeout {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::number("dial_timeout", self.dial_timeout.into(), 5, 120)
    }
}

/// The body of `POST /v1/device/call/talk/timeout`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalkTimeout {
    /// Seconds, 10 to 600 (*ours*).
    pub talk_timeout: u32,
}

impl TalkTimeout {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::number("talk_timeout", self.talk_timeout.into(), 10, 600)
    }
}

/// The body of `POST /v1/device/call/concierge`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concierge {
    /// SIP number or address; empty for none.
    pub number: String,
}

impl Concierge {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::text("number", &self.number, 0, crate::forward::MAX_NUMBER)
    }
}

/// Call buttons that can be given a number.
pub const MAX_BUTTONS: usize = 4;

/// The body of `POST /v1/device/call/buttons`; path and keys are *ours*.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buttons {
    /// The SIP number or address that each button calls, from the first button on; empty for none. Buttons beyond the list call
    /// nothing.
    pub button_numbers: Vec<String>,
}

impl Buttons {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::count("button_numbers", self.button_numbers.len(), MAX_BUTTONS)?;
        for (index, number) in self.button_numbers.iter().enumerate() {
            bounds::text(&format!("button_numbers.{index}"), number, 0, crate::forward::MAX_NUMBER)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_keep_to_their_bounds() {
        assert!(DialTimeout { dial_timeout: 120 }.check().is_ok());
        assert!(DialTimeout { dial_timeout: 121 }.check().is_err());
        assert!(TalkTimeout { talk_timeout: 600 }.check().is_ok());
        assert!(TalkTimeout { talk_timeout: 9 }.check().is_err());
    }

    #[test]
    fn there_is_no_fifth_button() {
        let buttons = |count| Buttons { button_numbers: vec![String::new(); count] };
        assert!(buttons(4).check().is_ok());
        assert_eq!(buttons(5).check().unwrap_err().field, "button_numbers");
    }
}
