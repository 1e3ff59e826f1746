//! From parameters to groups, parents before children.
use std::collections::HashSet;

use proto::vestibule::domains::v1::{GroupKind, Numbering};

use super::{Parameters, Types};
use crate::domain::group::MAX_NAME;
use crate::domain::logic_address;

/// A group that could be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// From 1.
    pub key: i32,
    /// 0 for the group that is generated in.
    pub parent_key: i32,
    pub kind: GroupKind,
    pub domain_type_id: i64,
    pub name: String,
    /// With its leading zeros; as it was counted where it is out of range.
    pub logic_address: String,
    /// Why it cannot be saved.
    pub obstacle: Option<String>,
}

/// `taken`: types and addresses of the groups that are in the group already; `taken_message` is what to say of one.
pub fn plan(parameters: &Parameters, types: &Types, taken: &HashSet<(i64, String)>, taken_message: &str) -> Vec<Planned> {
    let mut planner = Planner { parameters, types, taken, taken_message, groups: Vec::new() };
    if parameters.buildings == 0 {
        planner.in_building(0);
    }
    for building in counted(parameters.first_building, parameters.buildings) {
        let key = planner.add(0, GroupKind::Building, building, building.to_string());
        planner.in_building(key);
    }
    planner.groups
}

struct Planner<'a> {
    parameters: &'a Parameters,
    types: &'a Types,
    taken: &'a HashSet<(i64, String)>,
    taken_message: &'a str,
    groups: Vec<Planned>,
}

impl Planner<'_> {
    fn in_building(&mut self, parent: i32) {
        let mut next = self.parameters.first_apartment;
        if self.parameters.units == 0 {
            self.in_unit(parent, &mut next);
        }
        for unit in counted(self.parameters.first_unit, self.parameters.units) {
            let key = self.add(parent, GroupKind::Unit, unit, unit.to_string());
            if self.parameters.numbering == Numbering::Unit {
                next = self.parameters.first_apartment;
            }
            self.in_unit(key, &mut next);
        }
    }

    fn in_unit(&mut self, parent: i32, next: &mut u32) {
        if self.parameters.floors == 0 {
            self.on_floor(parent, None, next);
        }
        for floor in counted(self.parameters.first_floor, self.parameters.floors) {
            let key = self.add(parent, GroupKind::Floor, floor, floor.to_string());
            self.on_floor(key, Some(floor), next);
        }
    }

    /// An address counts within its parent, so that a number through the whole building leaves the range once there
    /// are a hundred. By floor and place the address is the place alone: the floor has its own.
    fn on_floor(&mut self, parent: i32, floor: Option<u32>, next: &mut u32) {
        for place in counted(self.parameters.first_apartment, self.parameters.apartments) {
            if self.parameters.numbering == Numbering::Floor {
                let label = floor.map_or(place.to_string(), |floor| format!("{floor}{place:02}"));
                self.add(parent, GroupKind::Apartment, place, label);
            } else {
                self.add(parent, GroupKind::Apartment, *next, next.to_string());
                *next += 1;
            }
        }
    }

    fn add(&mut self, parent_key: i32, kind: GroupKind, number: u32, label: String) -> i32 {
        let (domain_type_id, type_name) = self.types.of(kind).unwrap_or_default();
        let name = match self.pattern(kind) {
            "" => format!("{type_name} {label}"),
            pattern => pattern.replace("{n}", &label),
        };
        let (logic_address, mut obstacle) = match logic_address::canonical(kind, &number.to_string()) {
            Ok(address) => (address.unwrap_or_default(), None),
            Err(message) => (number.to_string(), Some(message)),
        };
        if obstacle.is_none() && parent_key == 0 && self.taken.contains(&(domain_type_id, logic_address.clone())) {
            obstacle = Some(self.taken_message.into());
        }
        if obstacle.is_none() && name.chars().count() > MAX_NAME {
            obstacle = Some(format!("maximum length is {MAX_NAME}"));
        }
        let key = self.groups.len() as i32 + 1;
        self.groups.push(Planned { key, parent_key, kind, domain_type_id, name, logic_address, obstacle });
        key
    }

    fn pattern(&self, kind: GroupKind) -> &str {
        match kind {
            GroupKind::Building => &self.parameters.building_name,
            GroupKind::Unit => &self.parameters.unit_name,
            GroupKind::Floor => &self.parameters.floor_name,
            _ => &self.parameters.apartment_name,
        }
    }
}

fn counted(first: u32, count: u32) -> std::ops::Range<u32> {
    first..first + count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types() -> Types {
        Types(vec![
            (GroupKind::Building, 1, "building".into()),
            (GroupKind::Unit, 2, "entrance".into()),
            (GroupKind::Floor, 3, "floor".into()),
            (GroupKind::Apartment, 4, "apartment".into()),
        ])
    }

    fn parameters() -> Parameters {
        Parameters {
            buildings: 1,
            first_building: 7,
            units: 2,
            first_unit: 1,
            floors: 2,
            first_floor: 3,
            apartments: 2,
            first_apartment: 1,
            numbering: Numbering::Building,
            building_name: "House {n}".into(),
            unit_name: String::new(),
            floor_name: String::new(),
            apartment_name: "{n}".into(),
        }
    }

    fn planned(parameters: &Parameters) -> Vec<Planned> {
        plan(parameters, &types(), &HashSet::new(), "taken")
    }

    fn apartments(parameters: &Parameters) -> Vec<(String, String)> {
        let groups = planned(parameters).into_iter().filter(|group| group.kind == GroupKind::Apartment);
        groups.map(|group| (group.name, group.logic_address)).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, address)| (name.to_string(), address.to_string())).collect()
    }

    #[test]
    fn parents_come_before_their_children_and_names_follow_the_patterns() {
        let groups = planned(&parameters());
        assert!(groups.iter().all(|group| group.parent_key < group.key));
        let first: Vec<_> = groups.iter().take(4).map(|group| (group.parent_key, group.name.as_str(), group.logic_address.as_str())).collect();
        assert_eq!(first, [(0, "House 7", "0007"), (1, "entrance 1", "01"), (2, "floor 3", "03"), (3, "1", "01")]);
        assert_eq!(groups.len(), 1 + 2 + 4 + 8);
    }

    #[test]
    fn through_the_building_apartments_are_numbered_on() {
        let numbers: Vec<String> = apartments(&parameters()).into_iter().map(|(name, _)| name).collect();
        assert_eq!(numbers, ["1", "2", "3", "4", "5", "6", "7", "8"]);
    }

    #[test]
    fn by_entrance_they_begin_again_in_each() {
        let numbers: Vec<String> = apartments(&Parameters { numbering: Numbering::Unit, ..parameters() }).into_iter().map(|(name, _)| name).collect();
        assert_eq!(numbers, ["1", "2", "3", "4", "1", "2", "3", "4"]);
    }

    #[test]
    fn by_floor_the_name_has_the_floor_and_the_address_the_place() {
        let by_floor = Parameters { numbering: Numbering::Floor, units: 1, first_floor: 0, ..parameters() };
        assert_eq!(apartments(&by_floor), pairs(&[("001", "01"), ("002", "02"), ("101", "01"), ("102", "02")]));
    }

    #[test]
    fn a_hundredth_apartment_of_a_building_is_an_obstacle() {
        let large = Parameters { units: 1, floors: 51, ..parameters() };
        let groups = planned(&large);
        let obstacles: Vec<_> = groups.iter().filter_map(|group| Some((group.name.as_str(), group.obstacle.as_deref()?))).collect();
        assert_eq!(obstacles, ["100", "101", "102"].map(|name| (name, "must be within 01 - 99")));
    }

    #[test]
    fn numbers_beyond_a_kinds_range_are_obstacles() {
        for (parameters, address) in [
            (Parameters { first_building: 9_999, buildings: 2, units: 0, floors: 0, apartments: 0, ..parameters() }, "10000"),
            (Parameters { first_unit: 99, units: 2, floors: 0, apartments: 0, ..parameters() }, "100"),
            (Parameters { first_floor: 98, units: 0, floors: 2, apartments: 0, ..parameters() }, "99"),
        ] {
            let groups = planned(&parameters);
            let obstacles: Vec<_> = groups.iter().filter(|group| group.obstacle.is_some()).map(|group| group.logic_address.as_str()).collect();
            assert_eq!(obstacles, [address]);
        }
    }

    #[test]
    fn an_address_that_is_taken_is_an_obstacle() {
        let taken = HashSet::from([(1, "0007".to_string()), (2, "01".to_string())]);
        let groups = plan(&parameters(), &types(), &taken, "taken");
        let obstacles: Vec<_> = groups.iter().filter_map(|group| Some((group.key, group.obstacle.as_deref()?))).collect();
        // Entrances lie in the new building, so that those of the group itself are not in their way.
        assert_eq!(obstacles, [(1, "taken")]);
    }

    #[test]
    fn floors_may_lie_in_the_building_and_apartments_in_the_entrance() {
        let without_units = planned(&Parameters { units: 0, ..parameters() });
        assert!(without_units.iter().filter(|group| group.kind == GroupKind::Floor).all(|group| group.parent_key == 1));
        let without_floors = planned(&Parameters { floors: 0, ..parameters() });
        assert_eq!(
            without_floors.iter().map(|group| group.kind).collect::<Vec<_>>()[..4],
            [GroupKind::Building, GroupKind::Unit, GroupKind::Apartment, GroupKind::Apartment]
        );
    }

    #[test]
    fn a_plan_has_as_many_groups_as_its_parameters_say() {
        for (buildings, units, floors, apartments) in [(0, 2, 3, 4), (3, 0, 2, 5), (2, 2, 0, 3), (1, 1, 1, 0), (4, 0, 0, 0)] {
            let parameters = Parameters { buildings, units, floors, apartments, ..parameters() };
            let total: u64 = parameters.counts().iter().map(|(.., count)| count).sum();
            assert_eq!(planned(&parameters).len() as u64, total);
        }
    }
}
