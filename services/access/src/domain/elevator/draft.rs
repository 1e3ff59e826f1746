//! An elevator as somebody enters it.

use std::sync::LazyLock;

use kit::{EntityFields, Fields, Mask, Result};
use serde::{Deserialize, Serialize};

/// Controllers of one elevator.
const MAX_CONTROLLERS: usize = 20;

static FIELDS: LazyLock<EntityFields> = LazyLock::new(|| EntityFields::new("vestibule.access.v1.Elevator"));

/// What a person may set of an elevator, with the keys of the API.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ElevatorDraft {
    pub name: String,
    #[serde(rename = "domain_id")]
    pub group: i64,
    /// Controllers, each once, in the order in which they were entered.
    pub devices: Vec<i64>,
}

impl ElevatorDraft {
    /// With the fields that the mask names from `new`.
    pub fn merge(&self, new: &ElevatorDraft, mask: &Mask) -> ElevatorDraft {
        FIELDS.merge(self, new, mask)
    }

    /// Refuses a draft by every field that is wrong. An elevator whose controllers were deleted may stay without one.
    pub fn validate(&self, before: Option<&ElevatorDraft>) -> Result<()> {
        let keeps_devices = before.is_some_and(|before| before.devices == self.devices);
        let mut fields = Fields::new();
        FIELDS.check(self, &mut fields);
        fields.check(self.group > 0, "domain", "required");
        fields.check(keeps_devices || !self.devices.is_empty(), "devices", "at least one must have a value");
        fields.check(self.devices.len() <= MAX_CONTROLLERS, "devices", &format!("maximum length is {MAX_CONTROLLERS}"));
        fields.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_has_every_field_that_a_request_sets() {
        assert_eq!(FIELDS.differences(&ElevatorDraft::default()), [""; 0]);
    }

    #[test]
    fn an_elevator_has_a_name_a_group_and_a_controller() {
        let Err(kit::Error::Invalid(fields)) = ElevatorDraft::default().validate(None) else { panic!("taken") };
        assert_eq!(fields.into_keys().collect::<Vec<_>>(), ["devices", "domain", "name"]);
        let draft = |controllers: i64| ElevatorDraft { name: "North".into(), group: 1, devices: (1..=controllers).collect() };
        assert!(draft(1).validate(None).is_ok() && draft(20).validate(None).is_ok());
        assert!(draft(21).validate(None).is_err());
    }

    #[test]
    fn an_elevator_whose_controllers_are_gone_can_be_renamed() {
        let before = ElevatorDraft { name: "North".into(), group: 1, devices: Vec::new() };
        assert!(ElevatorDraft { name: "South".into(), ..before.clone() }.validate(Some(&before)).is_ok());
        let with_one = ElevatorDraft { devices: vec![5], ..before.clone() };
        assert!(before.validate(Some(&with_one)).is_err());
    }
}
