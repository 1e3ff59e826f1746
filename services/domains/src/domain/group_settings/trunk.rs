//! The line to the public telephone network.
use kit::{Fields, Mask};
use proto::vestibule::domains::v1 as api;
use proto::vestibule::events::v1::GroupTrunk;
use serde::{Deserialize, Serialize};

use crate::domain::path::{text, within};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trunk {
    pub is_enabled: bool,
    /// The number shown outside.
    pub outgoing_number: Option<String>,
}

impl Trunk {
    pub fn merge(&mut self, mask: &Mask, path: &str, new: api::TrunkSettings) {
        mask.apply(&within(path, "is_enabled"), &mut self.is_enabled, new.is_enabled);
        mask.apply(&within(path, "outgoing_number"), &mut self.outgoing_number, text(new.outgoing_number));
    }

    pub fn validate(&self, fields: &mut Fields, path: &str) {
        if let Some(number) = &self.outgoing_number {
            fields.phone(&within(path, "outgoing_number"), number);
        }
    }

    pub fn into_event(self) -> GroupTrunk {
        GroupTrunk { is_enabled: self.is_enabled, outgoing_number: self.outgoing_number.unwrap_or_default() }
    }

    pub fn into_api(self) -> api::TrunkSettings {
        api::TrunkSettings { is_enabled: self.is_enabled, outgoing_number: self.outgoing_number }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_shown_outside_is_international() {
        for (number, ok) in [("+31201234567", true), ("0201234567", false)] {
            let mut fields = Fields::new();
            Trunk { is_enabled: true, outgoing_number: Some(number.into()) }.validate(&mut fields, "sip_trunk");
            assert_eq!(fields.is_empty(), ok, "{number}");
        }
    }
}
