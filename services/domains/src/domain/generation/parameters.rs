//! What a plan is asked to be.
use kit::{Fields, Result};
use proto::vestibule::domains::v1::{GroupKind, Numbering, PlanGroupsRequest};

use super::{MAX_GROUPS, Types};
use crate::domain::group::MAX_NAME;

/// A request whose numbers can be planned with.
#[derive(Clone, Debug)]
pub struct Parameters {
    pub buildings: u32,
    pub first_building: u32,
    pub units: u32,
    pub first_unit: u32,
    pub floors: u32,
    pub first_floor: u32,
    pub apartments: u32,
    pub first_apartment: u32,
    pub numbering: Numbering,
    /// Patterns with {n}; empty for the type's name and the number.
    pub building_name: String,
    pub unit_name: String,
    pub floor_name: String,
    pub apartment_name: String,
}

impl Parameters {
    /// `within`: the kind of the group that is generated in.
    pub fn validate(request: &PlanGroupsRequest, within: Option<GroupKind>, types: &Types) -> Result<Parameters> {
        let mut fields = Fields::new();
        check_numbers(&mut fields, request);
        for (name, pattern) in [
            ("building_name", &request.building_name),
            ("unit_name", &request.unit_name),
            ("floor_name", &request.floor_name),
            ("apartment_name", &request.apartment_name),
        ] {
            fields.optional_text(name, Some(pattern), MAX_NAME);
        }
        fields.finish()?;
        let parameters = Parameters::of(request);
        let mut fields = Fields::new();
        parameters.check_whole(&mut fields, within, types);
        fields.finish()?;
        Ok(parameters)
    }

    /// Numbers are within their ranges here.
    fn of(request: &PlanGroupsRequest) -> Parameters {
        let number = |number: i32| number.unsigned_abs();
        let pattern = |text: &str| text.trim().to_string();
        Parameters {
            buildings: number(request.buildings),
            first_building: number(request.first_building),
            units: number(request.units),
            first_unit: number(request.first_unit),
            floors: number(request.floors),
            first_floor: number(request.first_floor),
            apartments: number(request.apartments),
            first_apartment: number(request.first_apartment),
            numbering: request.numbering(),
            building_name: pattern(&request.building_name),
            unit_name: pattern(&request.unit_name),
            floor_name: pattern(&request.floor_name),
            apartment_name: pattern(&request.apartment_name),
        }
    }

    /// How many there are of each kind.
    pub fn counts(&self) -> [(GroupKind, &'static str, u64); 4] {
        let around = |count: u32, outer: u64| outer * u64::from(count.max(1));
        let in_units = around(self.buildings, 1);
        let in_floors = around(self.units, in_units);
        let in_apartments = around(self.floors, in_floors);
        [
            (GroupKind::Building, "buildings", self.buildings.into()),
            (GroupKind::Unit, "units", in_units * u64::from(self.units)),
            (GroupKind::Floor, "floors", in_floors * u64::from(self.floors)),
            (GroupKind::Apartment, "apartments", in_apartments * u64::from(self.apartments)),
        ]
    }

    /// What lies on top of the plan must have its place in the group: a building has entrances, an entrance floors, a
    /// floor apartments, and floors and apartments may also lie further up.
    fn check_place(&self, fields: &mut Fields, within: Option<GroupKind>) {
        let Some((top, field, _)) = self.counts().into_iter().find(|(.., count)| *count > 0) else { return };
        let Some(outer) = within.filter(|kind| *kind != GroupKind::Common) else {
            return fields.check(top == GroupKind::Building, "buildings", "the group must be a building");
        };
        match top {
            GroupKind::Unit => fields.check(outer == GroupKind::Building, "buildings", "the group must be a building"),
            // Kinds are numbered from the outside to the inside.
            _ => fields.check((outer as i32) < top as i32, field, "does not belong in a group of this type"),
        }
    }

    fn check_whole(&self, fields: &mut Fields, within: Option<GroupKind>, types: &Types) {
        let counts = self.counts();
        let total: u64 = counts.iter().map(|(.., count)| count).sum();
        fields.check(total > 0, "buildings", "at least one must have a value");
        fields.check(total <= MAX_GROUPS as u64, "apartments", "too many groups");
        for (kind, field, count) in counts {
            fields.check(count == 0 || types.of(kind).is_some(), field, "there is no group type of this kind");
        }
        self.check_place(fields, within);
        fields.check(self.apartments == 0 || self.numbering != Numbering::Unspecified, "numbering", "required");
    }
}

/// First numbers count where there is something to number.
fn check_numbers(fields: &mut Fields, request: &PlanGroupsRequest) {
    let counts = [
        ("buildings", request.buildings, 500, "first_building", request.first_building, (1, 9_999)),
        ("units", request.units, 100, "first_unit", request.first_unit, (0, 99)),
        ("floors", request.floors, 99, "first_floor", request.first_floor, (0, 98)),
        ("apartments", request.apartments, 99, "first_apartment", request.first_apartment, (1, 9_999)),
    ];
    for (name, count, most, first_name, first, (min, max)) in counts {
        fields.range(name, count, 0, most);
        if count > 0 {
            fields.range(first_name, first, min, max);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn types() -> Types {
        let kinds = [GroupKind::Building, GroupKind::Unit, GroupKind::Floor, GroupKind::Apartment];
        Types(kinds.into_iter().enumerate().map(|(id, kind)| (kind, id as i64 + 1, format!("type {id}"))).collect())
    }

    fn problems(request: PlanGroupsRequest, within: Option<GroupKind>) -> Vec<(String, String)> {
        match Parameters::validate(&request, within, &types()) {
            Err(kit::Error::Invalid(fields)) => fields.into_iter().collect(),
            Err(other) => panic!("{other}"),
            Ok(_) => Vec::new(),
        }
    }

    fn one(field: &str, message: &str) -> Vec<(String, String)> {
        vec![(field.into(), message.into())]
    }

    #[test]
    fn numbers_outside_their_ranges_are_told_by_name() {
        let request = PlanGroupsRequest { buildings: 501, first_building: 0, units: -1, floors: 1, first_floor: 99, ..Default::default() };
        let paths: Vec<String> = problems(request, None).into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["buildings", "first_building", "first_floor", "units"]);
    }

    #[test]
    fn a_plan_has_at_most_20_000_groups() {
        let fits = PlanGroupsRequest {
            buildings: 1,
            first_building: 1,
            units: 2,
            first_unit: 1,
            floors: 99,
            apartments: 99,
            first_apartment: 1,
            numbering: 3,
            ..Default::default()
        };
        assert_eq!(problems(fits.clone(), None), []);
        assert_eq!(problems(PlanGroupsRequest { units: 3, ..fits }, None), one("apartments", "too many groups"));
    }

    #[test]
    fn entrances_without_a_building_of_their_own_need_to_be_in_a_building() {
        let request = PlanGroupsRequest { units: 2, first_unit: 1, ..Default::default() };
        assert_eq!(problems(request.clone(), Some(GroupKind::Building)), []);
        for within in [None, Some(GroupKind::Common), Some(GroupKind::Unit), Some(GroupKind::Floor)] {
            assert_eq!(problems(request.clone(), within), one("buildings", "the group must be a building"));
        }
        let floors = PlanGroupsRequest { floors: 2, first_floor: 1, ..Default::default() };
        assert_eq!(problems(floors, Some(GroupKind::Unit)), []);
    }

    #[test]
    fn what_is_asked_for_must_have_its_place_in_the_group() {
        let buildings = PlanGroupsRequest { buildings: 1, first_building: 1, ..Default::default() };
        let floors = PlanGroupsRequest { floors: 1, ..Default::default() };
        let apartments = PlanGroupsRequest { apartments: 1, first_apartment: 1, numbering: 3, ..Default::default() };
        let misplaced = "does not belong in a group of this type";
        for within in [GroupKind::Building, GroupKind::Unit, GroupKind::Floor, GroupKind::Apartment] {
            assert_eq!(problems(buildings.clone(), Some(within)), one("buildings", misplaced));
        }
        assert_eq!(problems(floors.clone(), Some(GroupKind::Floor)), one("floors", misplaced));
        assert_eq!(problems(apartments.clone(), Some(GroupKind::Apartment)), one("apartments", misplaced));
        for within in [GroupKind::Building, GroupKind::Unit, GroupKind::Floor] {
            assert_eq!(problems(apartments.clone(), Some(within)), []);
        }
        for request in [floors, apartments] {
            assert_eq!(problems(request, Some(GroupKind::Common)), one("buildings", "the group must be a building"));
        }
    }

    /// What the console's dialog begins with in a group of each type.
    #[test]
    fn what_the_console_begins_with_is_taken_in_a_group_of_each_type() {
        let starts = include_str!("../../../../../web-console/src/features/structure/generate/starts.json");
        let starts: BTreeMap<String, [i32; 4]> = serde_json::from_str(starts).expect("starts");
        let kinds = [GroupKind::Common, GroupKind::Building, GroupKind::Unit, GroupKind::Floor, GroupKind::Apartment];
        let word = |kind: GroupKind| kind.as_str_name().trim_start_matches("GROUP_KIND_").to_lowercase();
        assert_eq!(starts.keys().cloned().collect::<BTreeSet<_>>(), kinds.into_iter().map(word).collect::<BTreeSet<_>>());
        for kind in kinds {
            let [buildings, units, floors, apartments] = starts[&word(kind)];
            let (first_building, first_unit, first_floor, first_apartment) = (1, 1, 1, 1);
            let numbering = Numbering::Floor.into();
            let request = PlanGroupsRequest {
                buildings,
                first_building,
                units,
                first_unit,
                floors,
                first_floor,
                apartments,
                first_apartment,
                numbering,
                ..Default::default()
            };
            // Nothing has its place in an apartment, and the dialog does not open there.
            let expected = if kind == GroupKind::Apartment { one("buildings", "at least one must have a value") } else { Vec::new() };
            assert_eq!(problems(request, Some(kind)), expected, "{kind:?}");
        }
    }

    #[test]
    fn a_plan_of_nothing_is_refused() {
        assert_eq!(problems(PlanGroupsRequest::default(), Some(GroupKind::Building)), one("buildings", "at least one must have a value"));
    }

    #[test]
    fn a_kind_without_a_type_is_told() {
        let request = PlanGroupsRequest { buildings: 1, first_building: 1, ..Default::default() };
        let Err(kit::Error::Invalid(fields)) = Parameters::validate(&request, None, &Types::default()) else { panic!("taken") };
        assert_eq!(fields["buildings"], "there is no group type of this kind");
    }
}
