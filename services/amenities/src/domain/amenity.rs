//! An amenity as somebody enters it.
use std::sync::LazyLock;

use kit::{EntityFields, Fields, Mask, Result};
use serde::{Deserialize, Serialize};

use super::time_slot::SlotPattern;

/// Groups, and access rules, of an amenity.
const MAX_NAMED: usize = 100;

static FIELDS: LazyLock<EntityFields> = LazyLock::new(|| EntityFields::new("vestibule.amenities.v1.Amenity"));

/// What a person may set of an amenity, with the keys of the API. Ids are in order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AmenityDraft {
    pub name: String,
    pub address: Option<String>,
    pub description: Option<String>,
    #[serde(rename = "domains")]
    pub groups: Vec<i64>,
    pub access_rules: Vec<i64>,
    pub number_of_persons: PersonLimits,
    pub time_slots: SlotPattern,
    pub is_exclusive: bool,
    pub time_zone: String,
    pub horizon_days: i32,
    pub cancel_before: i32,
    pub live_per_user: i32,
    pub lead: i32,
}

/// Of one reservation, and of all at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonLimits {
    pub min: i32,
    pub max: i32,
}

impl AmenityDraft {
    /// With the fields that the mask names from `new`.
    pub fn merge(&self, new: &AmenityDraft, mask: &Mask) -> AmenityDraft {
        FIELDS.merge(self, new, mask)
    }

    /// Refuses a draft by every field that is wrong, then one whose slots overlap.
    pub fn validate(&self) -> Result<()> {
        let mut fields = Fields::new();
        FIELDS.check(self, &mut fields);
        for (path, named) in [("domains", &self.groups), ("access_rules", &self.access_rules)] {
            fields.check(!named.is_empty(), path, "required");
            fields.check(named.len() <= MAX_NAMED, path, "maximum length is 100");
        }
        let PersonLimits { min, max } = self.number_of_persons;
        fields.check(min <= max, "number_of_persons.max", "must be greater than min");
        fields.check(self.time_zone.is_empty() || kit::zone::is_known(&self.time_zone), "time_zone", "invalid data sent");
        self.time_slots.validate(&mut fields);
        fields.finish()?;
        self.time_slots.ensure_no_overlap()
    }

    /// Places that a reservation for some persons takes in each of its slots.
    pub fn places(&self, persons: i32) -> i32 {
        if self.is_exclusive { self.number_of_persons.max } else { persons }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::domain::time_slot::SlotItem;

    /// Ten places, every weekday from 9 to 18, hour by hour.
    pub fn sauna() -> AmenityDraft {
        let days = ["mon", "tue", "wed", "thu", "fri"].map(String::from).to_vec();
        AmenityDraft {
            name: "Sauna".into(),
            groups: vec![1],
            access_rules: vec![1],
            number_of_persons: PersonLimits { min: 1, max: 10 },
            time_slots: SlotPattern { duration: 3600, items: vec![SlotItem { days, from: 32_400, to: 64_800 }] },
            horizon_days: 60,
            live_per_user: 5,
            lead: 10,
            ..AmenityDraft::default()
        }
    }

    fn refused(change: impl Fn(&mut AmenityDraft)) -> Vec<String> {
        let mut draft = sauna();
        change(&mut draft);
        match draft.validate() {
            Err(kit::Error::Invalid(fields)) => fields.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_draft_has_every_field_that_a_request_sets() {
        assert_eq!(FIELDS.differences(&AmenityDraft::default()), [""; 0]);
    }

    #[test]
    fn an_amenity_needs_a_group_an_access_rule_and_a_slot() {
        assert!(sauna().validate().is_ok());
        assert_eq!(refused(|draft| draft.groups.clear()), ["domains"]);
        assert_eq!(refused(|draft| draft.access_rules.clear()), ["access_rules"]);
        assert_eq!(refused(|draft| draft.time_slots.items.clear()), ["time_slots.items"]);
        assert_eq!(refused(|draft| draft.time_slots.items[0].days.clear()), ["time_slots.items[0].days"]);
    }

    #[test]
    fn hours_are_a_multiple_of_the_duration_and_end_after_they_begin() {
        assert_eq!(refused(|draft| draft.time_slots.duration = 3601), ["time_slots.items[0].to"]);
        assert_eq!(refused(|draft| draft.time_slots.items[0].to = 32_400), ["time_slots.items[0].to"]);
        assert_eq!(refused(|draft| draft.time_slots.items[0].from = i32::MIN), ["time_slots.items[0].from", "time_slots.items[0].to"]);
        assert_eq!(refused(|draft| draft.time_slots.duration = 299), ["time_slots.duration", "time_slots.items[0].to"]);
    }

    #[test]
    fn persons_are_1_to_500_and_the_least_is_no_more_than_the_most() {
        assert_eq!(refused(|draft| draft.number_of_persons.max = 501), ["number_of_persons.max"]);
        assert_eq!(refused(|draft| draft.number_of_persons.min = 11), ["number_of_persons.max"]);
        assert_eq!(refused(|draft| draft.number_of_persons.min = 0), ["number_of_persons.min"]);
    }

    #[test]
    fn a_reservation_of_an_exclusive_amenity_takes_all_places() {
        assert_eq!(sauna().places(2), 2);
        assert_eq!(AmenityDraft { is_exclusive: true, ..sauna() }.places(2), 10);
    }
}
