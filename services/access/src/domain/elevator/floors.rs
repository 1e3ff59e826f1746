//! The floors of an elevator: the union of the maps of its controllers. Which of them a person may go to.

use std::collections::{BTreeMap, BTreeSet};

use kit::{Error, Result};
use serde::{Deserialize, Serialize};

const WRONG: &str = "wrong parameters";

/// A floor as the map of one controller has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MappedFloor {
    /// 1 to 98.
    pub floor: i32,
    pub name: String,
    /// Released for everybody.
    pub is_public: bool,
    /// A panel stands here.
    pub is_panel_floor: bool,
    /// As UU-AA: unit and apartment.
    pub apartments: Vec<String>,
    /// Relays that release its button.
    pub ports: Vec<i32>,
}

/// A controller of an elevator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Controller {
    pub id: i64,
    pub name: String,
    pub is_enabled: bool,
    pub device_mode: String,
    pub floors: Vec<MappedFloor>,
}

/// A floor of an elevator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Of the first controller that names it.
    pub name: String,
    /// Public in all maps that have it.
    pub is_public: bool,
    pub is_panel_floor: bool,
    pub apartments: BTreeSet<String>,
    /// Each controller that has it, with its relays there.
    pub ports: Vec<(i64, Vec<i32>)>,
}

/// By their numbers.
pub type Floors = BTreeMap<i32, Floor>;

/// The union of the maps; what several of them say of a floor holds together.
pub fn floors_of(controllers: &[Controller]) -> Floors {
    let mut floors = Floors::new();
    for controller in controllers {
        for mapped in &controller.floors {
            let floor = floors.entry(mapped.floor).or_insert_with(|| Floor {
                name: String::new(),
                is_public: true,
                is_panel_floor: false,
                apartments: BTreeSet::new(),
                ports: Vec::new(),
            });
            if floor.name.is_empty() {
                floor.name.clone_from(&mapped.name);
            }
            floor.is_public &= mapped.is_public;
            floor.is_panel_floor |= mapped.is_panel_floor;
            floor.apartments.extend(mapped.apartments.iter().cloned());
            floor.ports.push((controller.id, mapped.ports.clone()));
        }
    }
    floors
}

/// What decides where a person may go by an elevator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passenger {
    /// False for a user who is suspended or whose access to lifts is off, and where the project has no licence for lifts: public
    /// floors are left.
    pub is_entitled: bool,
    /// Floors of the elevator that rules which name the user give.
    pub rule_floors: BTreeSet<i32>,
    /// The user's apartments below the elevator's group, as UU-AA.
    pub homes: BTreeSet<String>,
}

/// Floors where a person may go: public ones, those that rules give, and home. A floor that is in no map is not there.
pub fn effective_floors(floors: &Floors, passenger: &Passenger) -> BTreeSet<i32> {
    let is_allowed = |number: &i32, floor: &Floor| {
        let is_given = passenger.rule_floors.contains(number) || !floor.apartments.is_disjoint(&passenger.homes);
        floor.is_public || passenger.is_entitled && is_given
    };
    floors.iter().filter(|(number, floor)| is_allowed(number, floor)).map(|(number, _)| *number).collect()
}

/// The floor that a call names: by its number, by an apartment, or by both where they agree.
pub fn find_floor(floors: &Floors, number: i32, apartment: Option<&str>) -> Result<i32> {
    let wrong = |field: &str| Error::field(field, WRONG);
    match (number, apartment) {
        (0, None) => Err(wrong("floor")),
        (0, Some(apartment)) => {
            let found = floors.iter().find(|(_, floor)| floor.apartments.contains(apartment));
            found.map(|(number, _)| *number).ok_or_else(|| wrong("apartment"))
        }
        (number, apartment) => {
            let floor = floors.get(&number).ok_or_else(|| wrong("floor"))?;
            match apartment.is_none_or(|apartment| floor.apartments.contains(apartment)) {
                true => Ok(number),
                false => Err(wrong("apartment")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn mapped(floor: i32) -> MappedFloor {
        MappedFloor { floor, name: format!("Floor {floor}"), ..MappedFloor::default() }
    }

    fn controller(id: i64, floors: Vec<MappedFloor>) -> Controller {
        Controller { id, is_enabled: true, floors, ..Controller::default() }
    }

    #[test]
    fn the_floors_of_an_elevator_are_the_union_of_the_maps_of_its_controllers() {
        let lobby = MappedFloor { is_public: true, ports: vec![1], ..mapped(1) };
        let flats = MappedFloor { apartments: vec!["01-05".into()], ports: vec![7, 8], ..mapped(3) };
        let other = MappedFloor { name: "Hall".into(), is_public: true, ports: vec![2], ..mapped(1) };
        let guarded = MappedFloor { is_panel_floor: true, ..mapped(2) };
        let also_public = MappedFloor { is_public: true, apartments: vec!["01-06".into()], ..mapped(3) };
        let floors = floors_of(&[controller(10, vec![lobby, flats]), controller(20, vec![other, guarded, also_public])]);
        assert_eq!(floors.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!((floors[&1].name.as_str(), floors[&1].is_public), ("Floor 1", true));
        assert_eq!(floors[&1].ports, [(10, vec![1]), (20, vec![2])]);
        assert!(floors[&2].is_panel_floor && !floors[&2].is_public);
        assert!(!floors[&3].is_public, "public in one map only");
        assert_eq!(floors[&3].apartments, BTreeSet::from(["01-05".to_owned(), "01-06".to_owned()]));
    }

    #[test]
    fn a_call_names_a_floor_by_its_number_or_by_an_apartment_of_it() {
        let flats = MappedFloor { apartments: vec!["01-05".into()], ..mapped(3) };
        let floors = floors_of(&[controller(10, vec![mapped(1), flats])]);
        let found = |number, apartment| find_floor(&floors, number, apartment).ok();
        assert_eq!([found(1, None), found(0, Some("01-05")), found(3, Some("01-05"))], [Some(1), Some(3), Some(3)]);
        assert_eq!([found(0, None), found(2, None), found(0, Some("01-06")), found(1, Some("01-05"))], [None; 4]);
    }

    fn any_floor() -> impl Strategy<Value = MappedFloor> {
        let homes = proptest::collection::vec((0..3_u8, 1..5_u8).prop_map(|(unit, flat)| format!("{unit:02}-{flat:02}")), 0..3);
        (1..8_i32, any::<bool>(), any::<bool>(), homes).prop_map(|(floor, is_public, is_panel_floor, apartments)| MappedFloor {
            is_public,
            is_panel_floor,
            apartments,
            ..mapped(floor)
        })
    }

    fn any_controllers() -> impl Strategy<Value = Vec<Controller>> {
        let one = proptest::collection::vec(any_floor(), 0..8).prop_map(|mut floors| {
            floors.sort_by_key(|floor| floor.floor);
            floors.dedup_by_key(|floor| floor.floor);
            floors
        });
        proptest::collection::vec(one, 1..4)
            .prop_map(|maps| maps.into_iter().enumerate().map(|(index, floors)| controller(index as i64 + 1, floors)).collect())
    }

    fn any_passenger() -> impl Strategy<Value = Passenger> {
        let homes = proptest::collection::btree_set((0..3_u8, 1..5_u8).prop_map(|(unit, flat)| format!("{unit:02}-{flat:02}")), 0..3);
        (any::<bool>(), proptest::collection::btree_set(1..10_i32, 0..5), homes).prop_map(|(is_entitled, rule_floors, homes)| Passenger {
            is_entitled,
            rule_floors,
            homes,
        })
    }

    proptest! {
        #[test]
        fn effective_floors_grow_with_rules_and_by_nothing_else(controllers in any_controllers(), passenger in any_passenger(), more in 1..10_i32) {
            let floors = floors_of(&controllers);
            let before = effective_floors(&floors, &passenger);
            let with_rule = Passenger { rule_floors: passenger.rule_floors.iter().copied().chain([more]).collect(), ..passenger.clone() };
            let after = effective_floors(&floors, &with_rule);
            let gained: Vec<i32> = after.difference(&before).copied().collect();
            prop_assert!(after.is_superset(&before));
            prop_assert!(gained.is_empty() || gained == [more] && passenger.is_entitled && floors.contains_key(&more));
        }

        #[test]
        fn nobody_goes_beyond_public_floors_rules_and_home(controllers in any_controllers(), passenger in any_passenger()) {
            let floors = floors_of(&controllers);
            for number in effective_floors(&floors, &passenger) {
                let floor = &floors[&number];
                let is_home = floor.apartments.iter().any(|apartment| passenger.homes.contains(apartment));
                prop_assert!(floor.is_public || passenger.is_entitled && (is_home || passenger.rule_floors.contains(&number)));
            }
            let suspended = effective_floors(&floors, &Passenger { is_entitled: false, ..passenger });
            prop_assert!(suspended.iter().all(|number| floors[number].is_public));
            prop_assert!(floors.iter().all(|(number, floor)| !floor.is_public || suspended.contains(number)));
        }

        #[test]
        fn a_floor_is_public_only_where_every_map_that_has_it_says_so(controllers in any_controllers()) {
            let floors = floors_of(&controllers);
            for (number, floor) in &floors {
                let mut maps = controllers.iter().flat_map(|controller| &controller.floors).filter(|mapped| mapped.floor == *number);
                prop_assert_eq!(floor.is_public, maps.all(|mapped| mapped.is_public));
            }
        }
    }
}
