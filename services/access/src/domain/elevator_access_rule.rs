//! A rule that gives users floors of elevators.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use kit::{EntityFields, Error, Fields, Mask, Result};
use serde::{Deserialize, Serialize};

use super::access_rule::Members;
use super::elevator::Floors;

/// Elevators that one request may name.
const MAX_ELEVATORS: usize = 50;
const MAX_FLOOR: i32 = 98;

static FIELDS: LazyLock<EntityFields> = LazyLock::new(|| EntityFields::new("vestibule.access.v1.ElevatorAccessRule"));

/// What a person may set of a rule, with the keys of the API. Ids are in order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ElevatorAccessRuleDraft {
    pub name: String,
    pub description: Option<String>,
    pub users: Vec<i64>,
    pub elevators: Vec<GivenFloors>,
}

/// Floors of an elevator, from the lowest, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenFloors {
    pub id: i64,
    pub floors: Vec<i32>,
}

/// In order, each elevator and each floor once; without elevators of which no floor is named.
pub fn given_floors(named: impl IntoIterator<Item = (i64, Vec<i32>)>) -> Vec<GivenFloors> {
    let mut elevators: BTreeMap<i64, BTreeSet<i32>> = BTreeMap::new();
    for (id, floors) in named {
        elevators.entry(id).or_default().extend(floors);
    }
    let with_floors = elevators.into_iter().filter(|(_, floors)| !floors.is_empty());
    with_floors.map(|(id, floors)| GivenFloors { id, floors: floors.into_iter().collect() }).collect()
}

impl ElevatorAccessRuleDraft {
    /// With the fields that the mask names from `new`.
    pub fn merge(&self, new: &ElevatorAccessRuleDraft, mask: &Mask) -> ElevatorAccessRuleDraft {
        FIELDS.merge(self, new, mask)
    }

    /// Refuses a draft by every field that is wrong.
    pub fn validate(&self, members: Members) -> Result<()> {
        let mut fields = Fields::new();
        FIELDS.check(self, &mut fields);
        for (field, count, most) in [("users", self.users.len(), members.max()), ("elevators", self.elevators.len(), MAX_ELEVATORS)] {
            fields.check(count > 0, field, "at least one must have a value");
            fields.check(count <= most, field, &format!("maximum length is {most}"));
        }
        for (at, elevator) in self.elevators.iter().enumerate() {
            for floor in &elevator.floors {
                fields.range(&format!("elevators[{at}].floors"), *floor, 1, MAX_FLOOR);
            }
        }
        fields.finish()
    }

    pub fn elevator_ids(&self) -> Vec<i64> {
        self.elevators.iter().map(|elevator| elevator.id).collect()
    }

    /// Refuses floors that a rule may not name: what is public, and what is in no map. A floor that the rule has named before
    /// stays, for it may come back.
    pub fn ensure_floors_nameable(&self, before: &ElevatorAccessRuleDraft, maps: &BTreeMap<i64, Floors>) -> Result<()> {
        let was_named = |id: i64, floor: i32| before.elevators.iter().any(|elevator| elevator.id == id && elevator.floors.contains(&floor));
        let is_nameable = |id: i64, floor: i32| maps.get(&id).and_then(|floors| floors.get(&floor)).is_some_and(|floor| !floor.is_public);
        let named = self.elevators.iter().flat_map(|elevator| elevator.floors.iter().map(|floor| (elevator.id, *floor)));
        let wrong: Vec<String> = named
            .filter(|(id, floor)| !was_named(*id, *floor) && !is_nameable(*id, *floor))
            .map(|(id, floor)| format!("floor {floor} of elevator {id}"))
            .collect();
        if wrong.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: wrong }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::elevator::{Controller, MappedFloor, floors_of};

    fn draft(elevators: &[(i64, &[i32])]) -> ElevatorAccessRuleDraft {
        let elevators = given_floors(elevators.iter().map(|(id, floors)| (*id, floors.to_vec())));
        ElevatorAccessRuleDraft { name: "Cleaners".into(), users: vec![7], elevators, ..ElevatorAccessRuleDraft::default() }
    }

    #[test]
    fn a_draft_has_every_field_that_a_request_sets() {
        assert_eq!(FIELDS.differences(&ElevatorAccessRuleDraft::default()), [""; 0]);
    }

    #[test]
    fn a_rule_has_a_user_an_elevator_and_a_floor() {
        assert!(draft(&[(1, &[2])]).validate(Members::First).is_ok());
        let Err(Error::Invalid(fields)) = (ElevatorAccessRuleDraft { users: Vec::new(), ..draft(&[(1, &[])]) }).validate(Members::First) else {
            panic!("taken")
        };
        assert_eq!(fields.into_keys().collect::<Vec<_>>(), ["elevators", "users"]);
        assert!(draft(&[(1, &[99])]).validate(Members::First).is_err() && draft(&[(1, &[0])]).validate(Members::First).is_err());
    }

    #[test]
    fn elevators_without_floors_are_dropped_and_floors_are_named_once() {
        let given = given_floors([(2, vec![3, 1]), (1, vec![]), (2, vec![3])]);
        assert_eq!(given, [GivenFloors { id: 2, floors: vec![1, 3] }]);
    }

    #[test]
    fn a_rule_names_floors_that_are_not_public_and_keeps_those_that_are_gone() {
        let floor = |floor, is_public| MappedFloor { floor, is_public, ..MappedFloor::default() };
        let controller = Controller { floors: vec![floor(1, true), floor(2, false)], ..Controller::default() };
        let maps = BTreeMap::from([(5, floors_of(&[controller]))]);
        let nameable = |draft: &ElevatorAccessRuleDraft, before: &ElevatorAccessRuleDraft| draft.ensure_floors_nameable(before, &maps).is_ok();
        let nothing = ElevatorAccessRuleDraft::default();
        assert!(nameable(&draft(&[(5, &[2])]), &nothing));
        for wrong in [draft(&[(5, &[1])]), draft(&[(5, &[3])]), draft(&[(6, &[2])])] {
            assert!(!nameable(&wrong, &nothing));
        }
        assert!(nameable(&draft(&[(5, &[2, 3])]), &draft(&[(5, &[3])])), "floor 3 was named while it was there");
    }
}
