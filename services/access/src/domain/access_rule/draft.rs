//! An access rule as somebody enters it.

use std::sync::LazyLock;

use kit::{EntityFields, Fields, Mask, Result};
use serde::{Deserialize, Serialize};

/// Entries of each kind that one request may name; groups name more users than that.
pub const MAX_NAMED: usize = 500;
/// Of a request that names the whole of them, as backups do.
pub const MAX_WHOLE: usize = 20_000;
const MAX_LOCK: i32 = 8;

static FIELDS: LazyLock<EntityFields> = LazyLock::new(|| EntityFields::new("vestibule.access.v1.AccessRule"));

/// What a person may set of an access rule, with the keys of the API. Ids are in order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessRuleDraft {
    #[serde(flatten)]
    pub fields: RuleFields,
    pub devices: Vec<DeviceLock>,
    pub time_rules: Vec<i64>,
    pub users: Vec<i64>,
    pub identifiers: Vec<i64>,
    #[serde(rename = "domains")]
    pub groups: Vec<i64>,
}

/// How many users and identifiers of a rule an answer has, and a request may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// The first 500: what lies beyond stays when the rule is changed.
    First,
    Whole,
}

impl Members {
    pub fn of_request(whole: bool) -> Members {
        if whole { Members::Whole } else { Members::First }
    }

    pub fn max(self) -> usize {
        match self {
            Members::First => MAX_NAMED,
            Members::Whole => MAX_WHOLE,
        }
    }
}

/// A device with a lock of it: 1 to 8, or 0 for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceLock {
    pub id: i64,
    pub lock_number: i32,
}

/// The fields of a rule itself, without what it names: the columns of its table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleFields {
    pub name: String,
    pub description: Option<String>,
    /// Forbids in place of granting.
    pub prohibition: bool,
    /// May be handed on to guests.
    pub is_shareable: bool,
}

impl RuleFields {
    /// As they are stored: the name without blanks around it.
    pub fn trimmed(&self) -> RuleFields {
        RuleFields { name: self.name.trim().into(), ..self.clone() }
    }
}

impl AccessRuleDraft {
    /// With the fields that the mask names from `new`.
    pub fn merge(&self, new: &AccessRuleDraft, mask: &Mask) -> AccessRuleDraft {
        FIELDS.merge(self, new, mask)
    }

    /// Refuses a draft by every field that is wrong.
    pub fn validate(&self, members: Members) -> Result<()> {
        let mut fields = Fields::new();
        FIELDS.check(self, &mut fields);
        fields.check(!self.devices.is_empty(), "devices", "access rule must have a device");
        for (i, device) in self.devices.iter().enumerate() {
            fields.range(&format!("devices[{i}].lock_number"), device.lock_number, 0, MAX_LOCK);
        }
        let counts = [
            ("devices", self.devices.len(), MAX_NAMED),
            ("users", self.users.len(), members.max()),
            ("identifiers", self.identifiers.len(), members.max()),
            ("domains", self.groups.len(), MAX_NAMED),
            ("time_rules", self.time_rules.len(), MAX_NAMED),
        ];
        for (field, count, most) in counts {
            fields.check(count <= most, field, "too many items: use groups");
        }
        fields.finish()
    }

    /// Ids of the devices, in order, each once.
    pub fn device_ids(&self) -> Vec<i64> {
        let mut ids: Vec<i64> = self.devices.iter().map(|device| device.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_has_every_field_that_a_request_sets() {
        assert_eq!(FIELDS.differences(&AccessRuleDraft::default()), [""; 0]);
    }
}
