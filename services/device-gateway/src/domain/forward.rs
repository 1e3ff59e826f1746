//! Which numbers a panel calls for each apartment: the general number of the apartment, then those of its people.
use std::collections::{BTreeMap, HashMap};

use device_protocol::forward::MAX_FORWARDS;

use super::device::Device;

/// Number of the type of panels, see [`super::model::TYPES`].
const PANEL: i16 = 1;

/// A group below the panel's own that has an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApartmentGroup {
    pub group_id: i64,
    pub name: String,
    /// Of the unit, where that is below the panel's group too.
    pub unit: Option<String>,
    pub apartment: String,
}

impl ApartmentGroup {
    /// As the panel dials it.
    fn dialled(&self) -> String {
        self.unit.as_ref().map_or_else(|| self.apartment.clone(), |unit| format!("{unit}-{}", self.apartment))
    }
}

/// A number of an apartment, in the order of telephony: the general one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApartmentNumber {
    pub group_id: i64,
    pub number: String,
    /// None for the general number.
    pub user: Option<(i64, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApartmentForward {
    pub apartment: String,
    pub group_id: i64,
    pub group_name: String,
    pub numbers: Vec<ApartmentNumber>,
    /// An earlier row has the same apartment: the panel cannot tell them apart.
    pub is_ambiguous: bool,
}

impl ApartmentForward {
    /// What the panel is sent.
    pub fn sent(&self) -> Vec<String> {
        self.numbers.iter().take(MAX_FORWARDS).map(|number| number.number.clone()).collect()
    }
}

/// Monitors, controllers and cameras call no apartments.
pub fn is_supported(device: &Device) -> bool {
    device.kind == PANEL
}

/// By apartment; of two groups with one address, the one that was made first counts.
pub fn table(groups: Vec<ApartmentGroup>, numbers: Vec<ApartmentNumber>) -> Vec<ApartmentForward> {
    let mut by_group: HashMap<i64, Vec<ApartmentNumber>> = HashMap::new();
    for number in numbers {
        let of_group = by_group.entry(number.group_id).or_default();
        if of_group.iter().all(|known| known.number != number.number) {
            of_group.push(number);
        }
    }
    let mut rows: Vec<ApartmentForward> = groups
        .into_iter()
        .map(|group| ApartmentForward {
            apartment: group.dialled(),
            group_id: group.group_id,
            numbers: by_group.remove(&group.group_id).unwrap_or_default(),
            group_name: group.name,
            is_ambiguous: false,
        })
        .collect();
    rows.sort_by(|one, other| (&one.apartment, one.group_id).cmp(&(&other.apartment, other.group_id)));
    let mut last: Option<String> = None;
    for row in &mut rows {
        row.is_ambiguous = last.as_ref() == Some(&row.apartment);
        last = Some(row.apartment.clone());
    }
    rows
}

/// What is to be sent, apartment by apartment: what the panel has not confirmed, and an empty list for what it no longer calls. `sent`:
/// what it has confirmed, None where that is uncertain.
pub fn difference(table: &[ApartmentForward], sent: &BTreeMap<String, Option<Vec<String>>>) -> Vec<(String, Vec<String>)> {
    let wanted: BTreeMap<&str, Vec<String>> =
        table.iter().filter(|row| !row.is_ambiguous && !row.numbers.is_empty()).map(|row| (row.apartment.as_str(), row.sent())).collect();
    let removed = sent.keys().filter(|apartment| !wanted.contains_key(apartment.as_str())).map(|apartment| (apartment.clone(), Vec::new()));
    let changed = wanted
        .iter()
        .filter(|(apartment, numbers)| sent.get(**apartment).and_then(Option::as_ref) != Some(*numbers))
        .map(|(apartment, numbers)| ((*apartment).to_owned(), numbers.clone()));
    removed.chain(changed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn group(group_id: i64, unit: Option<&str>, apartment: &str) -> ApartmentGroup {
        ApartmentGroup { group_id, name: format!("Flat {apartment}"), unit: unit.map(Into::into), apartment: apartment.into() }
    }

    fn number(group_id: i64, number: &str) -> ApartmentNumber {
        ApartmentNumber { group_id, number: number.into(), user: None }
    }

    #[test]
    fn an_apartment_is_dialled_with_its_unit_where_the_panel_serves_several() {
        let rows = table(vec![group(3, Some("02"), "01"), group(2, Some("01"), "01"), group(4, None, "07")], vec![number(2, "101")]);
        let dialled: Vec<&str> = rows.iter().map(|row| row.apartment.as_str()).collect();
        assert_eq!(dialled, ["01-01", "02-01", "07"]);
        assert_eq!(rows[0].sent(), ["101"]);
    }

    #[test]
    fn a_panel_takes_eight_numbers_and_each_of_them_once() {
        let numbers = (0..10).flat_map(|each| [number(2, &each.to_string()), number(2, "0")]).collect();
        let rows = table(vec![group(2, None, "01")], numbers);
        assert_eq!(rows[0].numbers.len(), 10);
        assert_eq!(rows[0].sent(), ["0", "1", "2", "3", "4", "5", "6", "7"]);
    }

    #[test]
    fn of_two_groups_with_one_address_one_is_sent() {
        let rows = table(vec![group(5, None, "01"), group(4, None, "01")], vec![number(4, "104"), number(5, "105")]);
        assert_eq!(rows.iter().map(|row| (row.group_id, row.is_ambiguous)).collect::<Vec<_>>(), [(4, false), (5, true)]);
        assert_eq!(difference(&rows, &BTreeMap::new()), [("01".to_owned(), vec!["104".to_owned()])]);
    }

    proptest! {
        /// Whatever was sent before: after what the difference says, the panel calls what the table says, and nothing is sent again.
        #[test]
        fn what_is_sent_leads_from_any_state_to_the_table(
            before in proptest::collection::btree_map("0[1-5]", proptest::option::of(proptest::collection::vec("[1-3]", 0..4)), 0..5),
            wanted in proptest::collection::vec((1_i64..6, "[1-9]"), 0..20),
        ) {
            let groups = (1..6).map(|id| group(id, None, &format!("0{id}"))).collect();
            let rows = table(groups, wanted.iter().map(|(id, text)| number(*id, text)).collect());
            let mut held = before;
            for (apartment, numbers) in difference(&rows, &held) {
                if numbers.is_empty() { held.remove(&apartment); } else { held.insert(apartment, Some(numbers)); }
            }
            let expected: BTreeMap<String, Option<Vec<String>>> =
                rows.iter().filter(|row| !row.numbers.is_empty()).map(|row| (row.apartment.clone(), Some(row.sent()))).collect();
            prop_assert_eq!(&held, &expected);
            prop_assert!(difference(&rows, &held).is_empty());
        }
    }
}
