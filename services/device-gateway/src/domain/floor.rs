//! A floor of a lift controller.
use device_protocol::lift::{MAX_APARTMENTS, MAX_FLOOR_NAME, MAX_FLOORS, MAX_PORTS};
use kit::Fields;
use proto::vestibule::device::v1 as api;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Floor {
    pub floor: i32,
    pub name: String,
    pub is_public: bool,
    pub is_panel_floor: bool,
    pub apartments: Vec<String>,
    pub ports: Vec<i32>,
}

impl From<api::Floor> for Floor {
    fn from(floor: api::Floor) -> Self {
        Floor {
            floor: floor.floor,
            name: floor.name,
            is_public: floor.is_public,
            is_panel_floor: floor.is_panel_floor,
            apartments: floor.apartments,
            ports: floor.ports,
        }
    }
}

impl From<Floor> for api::Floor {
    fn from(floor: Floor) -> Self {
        api::Floor {
            floor: floor.floor,
            name: floor.name,
            is_public: floor.is_public,
            is_panel_floor: floor.is_panel_floor,
            apartments: floor.apartments,
            ports: floor.ports,
        }
    }
}

/// Floors are 1 to 98, each once; a panel's floor is not public and has no apartments.
pub fn validate(fields: &mut Fields, path: &str, floors: &[Floor]) {
    fields.check(floors.len() <= MAX_FLOORS, path, "too many floors");
    for (index, floor) in floors.iter().take(MAX_FLOORS).enumerate() {
        let at = |name: &str| format!("{path}.{index}.{name}");
        fields.range(&at("floor"), floor.floor, 1, MAX_FLOORS as i32);
        fields.check(floors[..index].iter().all(|other| other.floor != floor.floor), &at("floor"), "value not unique");
        fields.optional_text(&at("name"), Some(&floor.name), MAX_FLOOR_NAME);
        fields.check(!(floor.is_public && floor.is_panel_floor), &at("is_public"), "a floor cannot be both public and a panel installation floor");
        fields.check(!floor.is_panel_floor || floor.apartments.is_empty(), &at("apartments"), "no apartments on a panel floor");
        fields.check(floor.apartments.len() <= MAX_APARTMENTS, &at("apartments"), &format!("maximum length is {MAX_APARTMENTS}"));
        fields.check(floor.apartments.iter().all(|apartment| is_apartment(apartment)), &at("apartments"), "must be UU-AA");
        fields.check(
            floor.ports.len() <= MAX_PORTS && floor.ports.iter().all(|port| (1..=255).contains(port)),
            &at("ports"),
            "must be within 1 - 255",
        );
        let is_taken = |port: &i32| floors[..index].iter().any(|other| other.ports.contains(port));
        fields.check(!floor.ports.iter().any(is_taken), &at("ports"), "value not unique");
    }
}

/// Unit and apartment as their logical addresses have them: 00 to 99, a dash, 01 to 99. Empty for one that is not filled in.
fn is_apartment(text: &str) -> bool {
    let number = |digits: &str| digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.is_empty() || text.split_once('-').is_some_and(|(unit, apartment)| number(unit) && number(apartment) && apartment != "00")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(floors: &[Floor]) -> usize {
        let mut fields = Fields::new();
        validate(&mut fields, "floor_map", floors);
        match fields.finish() {
            Err(kit::Error::Invalid(errors)) => errors.len(),
            _ => 0,
        }
    }

    #[test]
    fn a_panel_floor_is_not_public_and_has_no_apartments() {
        let floor = Floor { floor: 3, ..Floor::default() };
        assert_eq!(errors(std::slice::from_ref(&floor)), 0);
        assert_eq!(errors(&[Floor { is_public: true, is_panel_floor: true, ..floor.clone() }]), 1);
        assert_eq!(errors(&[Floor { is_panel_floor: true, apartments: vec!["01-12".into()], ..floor }]), 1);
    }

    #[test]
    fn an_apartment_is_unit_and_apartment() {
        let with = |apartment: &str| errors(&[Floor { floor: 3, apartments: vec![apartment.into()], ..Floor::default() }]);
        assert_eq!(["01-12", "00-01", "99-99", ""].map(with), [0; 4]);
        assert_eq!(["12", "1-12", "01-00", "01-1a", "01-012", "01 12"].map(with), [1; 6]);
    }

    #[test]
    fn a_relay_belongs_to_one_floor() {
        let floor = |floor, ports: &[i32]| Floor { floor, ports: ports.to_vec(), ..Floor::default() };
        assert_eq!(errors(&[floor(1, &[1, 2]), floor(2, &[3])]), 0);
        assert_eq!(errors(&[floor(1, &[1, 2]), floor(2, &[2])]), 1);
    }

    #[test]
    fn a_floor_is_within_its_bounds_and_named_once() {
        assert_eq!(errors(&[Floor { floor: 99, ..Floor::default() }]), 1);
        assert_eq!(errors(&[Floor { floor: 1, ..Floor::default() }, Floor { floor: 1, ..Floor::default() }]), 1);
    }
}
