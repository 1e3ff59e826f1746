//! An access rule as somebody enters it.

use std::sync::LazyLock;

use kit::{EntityFields, Fields, Mask, Result};
use serde::{Deserialize, Serialize};

/// Entries of each kind that one request may name; groups name more users than that.
pub const MAX_NAMED: usize = 500;
const MAX_LOCK: i32 = 8;

static FIELDS: LazyLock<EntityFields> = LazyLock::new(|| EntityFields::of("vestibule.access.v1.AccessRule"));

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
    pub fn validate(&self) -> Result<()> {
        let mut fields = Fields::new();
        FIELDS.check(self, &mut fields);
        fields.check(!self.devices.is_empty(), "devices", "access rule must have a device");
        for (i, device) in self.devices.iter().enumerate() {
            fields.range(&format!("devices[{i}].lock_number"), device.lock_number, 0, MAX_LOCK);
        }
        let counts = [
            ("devices", self.devices.len()),
            ("users", self.users.len()),
            ("identifiers", self.identifiers.len()),
            ("domains", self.groups.len()),
            ("time_rules", self.time_rules.len()),
        ];
        for (field, count) in counts {
            fields.check(count <= MAX_NAMED, field, "too many items: use groups");
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
