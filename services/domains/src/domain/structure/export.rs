//! What an export writes: the groups in tree order, each with its people, each with their numbers.
use std::collections::{HashMap, HashSet};

use crate::domain::group_type::GroupKind;

use super::group_path;
use super::line::{Counts, HEADINGS};

/// A group below the one that is exported.
#[derive(Clone, Debug)]
pub struct ExportedGroup {
    pub id: i64,
    pub parent_id: i64,
    pub name: String,
    /// The kind of the type as the table has it; 0 without a type.
    pub kind: i16,
    pub type_name: Option<String>,
    pub logic_address: Option<String>,
    pub sip_count: Option<i32>,
    pub app_count: Option<i32>,
}

/// A group with its way.
#[derive(Clone, Debug)]
pub struct PlacedGroup {
    pub group: ExportedGroup,
    pub path: String,
}

/// Somebody in a group, or nobody: then only numbers count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resident {
    /// 0 for nobody.
    pub id: i64,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub role: String,
    /// (decimal, hexadecimal)
    pub cards: Vec<(String, String)>,
    pub codes: Vec<String>,
    pub plates: Vec<String>,
}

/// Depth first, siblings by name. `only`: the ids of groups that are selected with what leads to them; None for all.
pub fn arrange(groups: Vec<ExportedGroup>, root: i64, only: Option<&HashSet<i64>>) -> Vec<PlacedGroup> {
    let included = only.map(|selected| with_ancestors(&groups, selected));
    let mut below: HashMap<i64, Vec<ExportedGroup>> = HashMap::new();
    for group in groups.into_iter().filter(|group| included.as_ref().is_none_or(|included| included.contains(&group.id))) {
        below.entry(group.parent_id).or_default().push(group);
    }
    let mut placed = Vec::new();
    let mut waiting: Vec<(ExportedGroup, Vec<String>)> = children(&mut below, root, &[]);
    while let Some((group, names)) = waiting.pop() {
        waiting.extend(children(&mut below, group.id, &names));
        placed.push(PlacedGroup { group, path: group_path::write(names.iter().map(String::as_str)) });
    }
    placed
}

/// The last comes first, as a stack has it. Names that siblings share are told apart.
fn children(below: &mut HashMap<i64, Vec<ExportedGroup>>, parent: i64, names: &[String]) -> Vec<(ExportedGroup, Vec<String>)> {
    let mut groups = below.remove(&parent).unwrap_or_default();
    groups.sort_by(|one, other| (&other.name, other.id).cmp(&(&one.name, one.id)));
    let mut shared: HashMap<String, usize> = HashMap::new();
    for group in &groups {
        *shared.entry(group.name.clone()).or_default() += 1;
    }
    let named = |group: ExportedGroup| {
        let name = if shared[&group.name] > 1 { group_path::with_id(&group.name, group.id) } else { group.name.clone() };
        let names = names.iter().cloned().chain([name]).collect();
        (group, names)
    };
    groups.into_iter().map(named).collect()
}

fn with_ancestors(groups: &[ExportedGroup], selected: &HashSet<i64>) -> HashSet<i64> {
    let parents: HashMap<i64, i64> = groups.iter().map(|group| (group.id, group.parent_id)).collect();
    let mut included = HashSet::new();
    for id in selected {
        let mut next = Some(*id);
        while let Some(id) = next.filter(|id| parents.contains_key(id) && included.insert(*id)) {
            next = parents.get(&id).copied();
        }
    }
    included
}

/// The rows of one group; `residents` may be nobody.
pub fn rows(placed: Option<&PlacedGroup>, residents: &[Resident]) -> Vec<Vec<String>> {
    let group = group_cells(placed);
    let nobody = [Resident::default()];
    let residents = match (residents.is_empty(), placed) {
        (false, _) => residents,
        (true, Some(_)) => &nobody[..],
        // The exported group itself needs no row of its own.
        (true, None) => &[],
    };
    residents.iter().flat_map(|resident| resident_rows(&group, resident)).collect()
}

/// Path, type, address and apartment; SIP and app counts.
fn group_cells(placed: Option<&PlacedGroup>) -> ([String; 4], [String; 2]) {
    let Some(PlacedGroup { group, path }) = placed else { return Default::default() };
    let address = group.logic_address.clone().unwrap_or_default();
    let apartment = if group.kind == GroupKind::Apartment as i16 { address.clone() } else { String::new() };
    let counts = Counts { sip: group.sip_count, app: group.app_count };
    let number = |count: Option<i32>| count.map(|count| count.to_string()).unwrap_or_default();
    ([path.clone(), group.type_name.clone().unwrap_or_default(), address, apartment], [number(counts.sip), number(counts.app)])
}

fn resident_rows((before, after): &([String; 4], [String; 2]), resident: &Resident) -> Vec<Vec<String>> {
    let count = resident.cards.len().max(resident.codes.len()).max(resident.plates.len()).max(1);
    let row = |place: usize| {
        let (dec, hex) = resident.cards.get(place).cloned().unwrap_or_default();
        let person = [&resident.name, &resident.email, &resident.phone, &resident.role].map(String::clone);
        let code = resident.codes.get(place).cloned().unwrap_or_default();
        let plate = resident.plates.get(place).cloned().unwrap_or_default();
        let id = if resident.id == 0 { String::new() } else { resident.id.to_string() };
        let numbers = [dec, hex, code, plate];
        let cells: Vec<String> =
            before.iter().cloned().chain(person).chain(numbers).chain(after.iter().cloned()).chain([String::new(), id]).collect();
        debug_assert_eq!(cells.len(), HEADINGS.len());
        cells
    };
    (0..count).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(id: i64, parent_id: i64, name: &str) -> ExportedGroup {
        ExportedGroup { id, parent_id, name: name.into(), kind: 0, type_name: None, logic_address: None, sip_count: None, app_count: None }
    }

    fn paths(groups: Vec<ExportedGroup>, only: Option<&[i64]>) -> Vec<String> {
        let only = only.map(|ids| ids.iter().copied().collect());
        arrange(groups, 1, only.as_ref()).into_iter().map(|placed| placed.path).collect()
    }

    #[test]
    fn groups_come_depth_first_and_siblings_by_name() {
        let groups = vec![group(4, 3, "Flat"), group(3, 1, "West"), group(2, 1, "East"), group(5, 2, "Flat/2")];
        assert_eq!(paths(groups, None), ["East", "East / Flat//2", "West", "West / Flat"]);
    }

    #[test]
    fn siblings_of_one_name_are_told_apart() {
        assert_eq!(paths(vec![group(2, 1, "House"), group(3, 1, "House"), group(4, 3, "Flat")], None), ["House #2", "House #3", "House #3 / Flat"]);
    }

    #[test]
    fn groups_of_one_type_come_with_what_leads_to_them() {
        let groups = vec![group(2, 1, "East"), group(3, 1, "West"), group(4, 3, "Flat"), group(5, 4, "Room")];
        assert_eq!(paths(groups, Some(&[4])), ["West", "West / Flat"]);
    }

    #[test]
    fn a_person_with_two_cards_has_two_rows() {
        let placed = PlacedGroup {
            group: ExportedGroup { kind: 4, logic_address: Some("07".into()), sip_count: Some(2), ..group(2, 1, "Flat") },
            path: "Flat".into(),
        };
        let card = |number: &str| (number.to_string(), String::new());
        let anna = Resident { id: 17, name: "Anna".into(), cards: vec![card("1"), card("2")], plates: vec!["AB1".into()], ..Resident::default() };
        let rows = rows(Some(&placed), &[anna]);
        assert_eq!(rows[0], ["Flat", "", "07", "07", "Anna", "", "", "", "1", "", "", "AB1", "2", "", "", "17"]);
        assert_eq!((rows.len(), rows[1][8].as_str(), rows[1][11].as_str()), (2, "2", ""));
    }

    #[test]
    fn a_group_of_nobody_has_a_row_and_the_exported_one_does_not() {
        let placed = PlacedGroup { group: group(2, 1, "Flat"), path: "Flat".into() };
        assert_eq!((rows(Some(&placed), &[]).len(), rows(None, &[]).len()), (1, 0));
        assert_eq!(rows(None, &[Resident { name: "Anna".into(), ..Resident::default() }]).len(), 1);
    }
}
