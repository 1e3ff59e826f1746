//! The groups that a table speaks of, as a tree: each is found among those that are there, or is new.
use std::collections::{HashMap, HashSet};

use crate::domain::group_type::GroupKind;
use kit::error::RowError;

use super::line::{ADDRESS, APARTMENT, APP_COUNT, Counts, GROUP_PATH, Line, SIP_COUNT, TYPE};
use super::{DIFFERS, group_path, problem};
use crate::domain::group::MAX_NAME;
use crate::domain::group_type::DEFAULTS;
use crate::domain::logic_address;
use crate::domain::new_group::{NewGroup, Parent};

/// The project's types, by name.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub by_name: HashMap<String, (i64, GroupKind)>,
    /// What an apartment gets that has a number only.
    pub apartment: Option<i64>,
}

impl Types {
    /// Types that came with the project have their Russian names, too, unless another type has one of those.
    pub fn new(mut by_name: HashMap<String, (i64, GroupKind)>, apartment: Option<i64>) -> Types {
        for (name, kind, russian) in DEFAULTS {
            if let Some(known) = by_name.get(name).copied().filter(|(_, of)| *of == kind) {
                by_name.entry(russian.into()).or_insert(known);
            }
        }
        Types { by_name, apartment }
    }
}

/// The group that the table belongs to is the first node.
pub const ROOT: usize = 0;

/// A group that is there.
#[derive(Clone, Debug, PartialEq)]
pub struct ExistingGroup {
    pub id: i64,
    pub name: String,
    pub type_id: Option<i64>,
    pub address: Option<String>,
    pub counts: Counts,
}

/// How a table names a group below another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    Name(String),
    /// An apartment by its number, with leading zeros.
    Apartment(String),
}

/// A group of the table.
#[derive(Clone, Debug)]
pub struct Node {
    pub parent: usize,
    pub key: Key,
    pub depth: usize,
    /// The row that spoke of it first.
    pub line: usize,
    pub existing: Option<ExistingGroup>,
    /// Several are there that it could be: it is none of them.
    is_ambiguous: bool,
    kind: Option<(i64, GroupKind)>,
    address: Option<String>,
    counts: Counts,
}

#[derive(Debug)]
pub struct Tree {
    pub nodes: Vec<Node>,
    by_key: HashMap<(usize, Key), usize>,
}

impl Tree {
    pub fn new(root: ExistingGroup) -> Self {
        let key = Key::Name(root.name.clone());
        let root = Node {
            parent: ROOT,
            key,
            depth: 0,
            line: 0,
            existing: Some(root),
            is_ambiguous: false,
            kind: None,
            address: None,
            counts: Counts::default(),
        };
        Tree { nodes: vec![root], by_key: HashMap::new() }
    }

    /// The node of a row; what the row says of the group is kept with it.
    pub fn place(&mut self, line: &Line, types: &Types, errors: &mut Vec<RowError>) -> usize {
        let mut node = ROOT;
        for name in &line.path {
            node = self.below(node, Key::Name(name.clone()), line.index);
        }
        let kind = line.type_name.as_ref().and_then(|name| types.by_name.get(name).copied());
        if line.type_name.is_some() && kind.is_none() {
            errors.push(problem(line.index, TYPE, "unknown type"));
        }
        let address = self.address(line, kind, errors);
        self.describe(node, line, kind, address.clone(), errors);
        let Some(number) = &line.apartment else {
            self.count(node, line, errors);
            return node;
        };
        match logic_address::canonical(GroupKind::Apartment, number) {
            Ok(Some(number)) if kind.is_some_and(|(_, kind)| kind == GroupKind::Apartment) && address.as_ref() == Some(&number) => {}
            Ok(number) => node = self.apartment(node, number.unwrap_or_default(), line, types, errors),
            Err(message) => errors.push(problem(line.index, APARTMENT, message)),
        }
        self.count(node, line, errors);
        node
    }

    fn apartment(&mut self, parent: usize, number: String, line: &Line, types: &Types, errors: &mut Vec<RowError>) -> usize {
        let node = self.below(parent, Key::Apartment(number.clone()), line.index);
        match types.apartment {
            Some(id) => (self.nodes[node].kind, self.nodes[node].address) = (Some((id, GroupKind::Apartment)), Some(number)),
            None => errors.push(problem(line.index, APARTMENT, "there is no group type of this kind")),
        }
        node
    }

    fn below(&mut self, parent: usize, key: Key, line: usize) -> usize {
        let depth = self.nodes[parent].depth + 1;
        let next = self.nodes.len();
        let node = *self.by_key.entry((parent, key.clone())).or_insert(next);
        if node == next {
            self.nodes.push(Node {
                parent,
                key,
                depth,
                line,
                existing: None,
                is_ambiguous: false,
                kind: None,
                address: None,
                counts: Counts::default(),
            });
        }
        node
    }

    fn address(&self, line: &Line, kind: Option<(i64, GroupKind)>, errors: &mut Vec<RowError>) -> Option<String> {
        let text = line.address.as_deref()?;
        let Some((_, kind)) = kind else {
            errors.push(problem(line.index, TYPE, "required"));
            return None;
        };
        logic_address::canonical(kind, text).unwrap_or_else(|message| {
            errors.push(problem(line.index, ADDRESS, message));
            None
        })
    }

    /// Rows of one group may each say the same, or nothing.
    fn describe(&mut self, node: usize, line: &Line, kind: Option<(i64, GroupKind)>, address: Option<String>, errors: &mut Vec<RowError>) {
        let node = &mut self.nodes[node];
        let mut keep = |field: &str, agrees: bool| {
            if !agrees {
                errors.push(problem(line.index, field, DIFFERS));
            }
        };
        keep(TYPE, kind.is_none() || node.kind.is_none() || node.kind == kind);
        keep(ADDRESS, address.is_none() || node.address.is_none() || node.address == address);
        node.kind = node.kind.or(kind);
        node.address = node.address.take().or(address);
    }

    fn count(&mut self, node: usize, line: &Line, errors: &mut Vec<RowError>) {
        let known = &mut self.nodes[node].counts;
        for (field, known, stated) in [(SIP_COUNT, &mut known.sip, line.counts.sip), (APP_COUNT, &mut known.app, line.counts.app)] {
            if known.is_some() && stated.is_some() && *known != stated {
                errors.push(problem(line.index, field, DIFFERS));
            }
            *known = known.or(stated);
        }
    }

    /// What to look for on a level: nodes whose parent is there, with its id.
    pub fn to_find(&self, depth: usize) -> Vec<(usize, i64, &Key)> {
        let nodes = self.nodes.iter().enumerate().filter(|(_, node)| node.depth == depth && depth > 0);
        nodes.filter_map(|(place, node)| Some((place, self.nodes[node.parent].existing.as_ref()?.id, &node.key))).collect()
    }

    pub fn depth(&self) -> usize {
        self.nodes.iter().map(|node| node.depth).max().unwrap_or_default()
    }

    /// The groups that a node could be, all of them below its parent. Names of siblings need not differ: then what the
    /// table says of type and address decides.
    pub fn found(&mut self, node: usize, candidates: Vec<ExistingGroup>) {
        let node = &mut self.nodes[node];
        let fits = |existing: &&ExistingGroup| {
            node.kind.is_none_or(|(id, _)| existing.type_id == Some(id)) && (node.address.is_none() || existing.address == node.address)
        };
        node.is_ambiguous = candidates.len() > 1 && candidates.iter().filter(fits).count() != 1;
        node.existing = match candidates.len() {
            0 | 1 => candidates.into_iter().next(),
            _ => candidates.iter().find(fits).cloned(),
        };
    }

    /// Notes what cannot be, once everything was looked for. `taken`: parent, type and address of groups that are there.
    pub fn validate(&self, taken: &HashSet<(i64, i64, String)>, taken_message: &str, errors: &mut Vec<RowError>) {
        let mut used: HashSet<(usize, i64, &str)> = HashSet::new();
        for (place, node) in self.nodes.iter().enumerate().skip(1) {
            if node.is_ambiguous {
                errors.push(problem(node.line, GROUP_PATH, "several groups have this name"));
                continue;
            }
            match &node.existing {
                Some(existing) => node.check_existing(existing, errors),
                None => node.check_new(errors),
            }
            let (None, Some((kind, _)), Some(address)) = (&node.existing, node.kind, &node.address) else { continue };
            let parent = self.nodes[node.parent].existing.as_ref().map(|existing| existing.id);
            let is_taken = parent.is_some_and(|parent| taken.contains(&(parent, kind, address.clone())));
            if is_taken || !used.insert((self.nodes[place].parent, kind, address.as_str())) {
                errors.push(problem(node.line, ADDRESS, taken_message));
            }
        }
    }

    /// Parents, types and addresses of new groups below groups that are there.
    pub fn addresses(&self) -> Vec<(i64, i64, String)> {
        let new = self.nodes.iter().filter(|node| node.existing.is_none());
        new.filter_map(|node| Some((self.nodes[node.parent].existing.as_ref()?.id, node.kind?.0, node.address.clone()?))).collect()
    }

    /// New groups with their nodes, parents before children.
    pub fn new_groups(&self) -> (Vec<usize>, Vec<NewGroup>) {
        let mut places: HashMap<usize, usize> = HashMap::new();
        let (mut nodes, mut groups) = (Vec::new(), Vec::new());
        for (place, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.existing.is_none()) {
            let parent = match &self.nodes[node.parent].existing {
                Some(existing) => Parent::Existing(existing.id),
                None => Parent::New(places[&node.parent]),
            };
            places.insert(place, groups.len());
            nodes.push(place);
            groups.push(NewGroup { parent, name: node.name(), domain_type_id: node.kind.map(|(id, _)| id), logic_address: node.address.clone() });
        }
        (nodes, groups)
    }

    /// Counts that are to be written: of new groups, and of groups that have none.
    pub fn new_counts(&self) -> Vec<(usize, Counts)> {
        let missing = |node: &Node| {
            let existing = node.existing.as_ref().map(|existing| existing.counts).unwrap_or_default();
            Counts { sip: node.counts.sip.filter(|_| existing.sip.is_none()), app: node.counts.app.filter(|_| existing.app.is_none()) }
        };
        let counts = self.nodes.iter().enumerate().map(|(place, node)| (place, missing(node)));
        counts.filter(|(_, counts)| *counts != Counts::default()).collect()
    }
}

impl Node {
    fn name(&self) -> String {
        match &self.key {
            Key::Name(name) => name.clone(),
            // As people write it.
            Key::Apartment(number) => number.trim_start_matches('0').into(),
        }
    }

    fn check_existing(&self, existing: &ExistingGroup, errors: &mut Vec<RowError>) {
        let kind = self.kind.map(|(id, _)| id);
        let stated = [
            (TYPE, kind.is_none() || kind == existing.type_id || matches!(self.key, Key::Apartment(_))),
            (ADDRESS, self.address.is_none() || self.address == existing.address),
            (SIP_COUNT, differs_not(self.counts.sip, existing.counts.sip)),
            (APP_COUNT, differs_not(self.counts.app, existing.counts.app)),
        ];
        errors.extend(stated.into_iter().filter(|(_, agrees)| !agrees).map(|(field, _)| problem(self.line, field, DIFFERS)));
    }

    fn check_new(&self, errors: &mut Vec<RowError>) {
        let Key::Name(name) = &self.key else { return };
        if name.is_empty() {
            errors.push(problem(self.line, GROUP_PATH, "required"));
        } else if name.chars().count() > MAX_NAME {
            errors.push(problem(self.line, GROUP_PATH, format!("maximum length is {MAX_NAME}")));
        }
    }
}

/// A count that is not there yet is no other one.
fn differs_not(stated: Option<i32>, existing: Option<i32>) -> bool {
    stated.is_none() || existing.is_none() || stated == existing
}

/// The names that a group may have to be what a table calls `part`: the whole, or what stands before an id.
pub fn names_of(part: &str) -> Vec<String> {
    let before_id = group_path::split_id(part).map(|(name, _)| name.to_string());
    std::iter::once(part.to_string()).chain(before_id).collect()
}

/// Whether a group is what a table calls `part`.
pub fn is_called(existing: &ExistingGroup, part: &str) -> bool {
    existing.name == part || group_path::split_id(part).is_some_and(|(name, id)| existing.name == name && existing.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types() -> Types {
        let kinds = [("building", 1, GroupKind::Building), ("floor", 3, GroupKind::Floor), ("apartment", 4, GroupKind::Apartment)];
        Types::new(kinds.into_iter().map(|(name, id, kind)| (name.to_string(), (id, kind))).collect(), Some(4))
    }

    #[test]
    fn types_that_came_with_the_project_are_known_by_their_russian_names_too() {
        let types = types();
        assert_eq!(types.by_name.get("здание"), types.by_name.get("building"));
        assert_eq!(types.by_name.get("подъезд"), None, "the project has none");
        let other = Types::new(HashMap::from([("floor".into(), (3, GroupKind::Floor)), ("этаж".into(), (9, GroupKind::Common))]), None);
        assert_eq!(other.by_name["этаж"], (9, GroupKind::Common));
    }

    fn line(index: usize, path: &str, kind: &str, address: &str, apartment: &str) -> Line {
        let text = |cell: &str| Some(cell.to_string()).filter(|cell| !cell.is_empty());
        let (path, counts) = (group_path::parse(path), Counts::default());
        Line { index, path, type_name: text(kind), address: text(address), apartment: text(apartment), person: None, numbers: Vec::new(), counts }
    }

    fn existing(id: i64, name: &str, type_id: Option<i64>, address: Option<&str>) -> ExistingGroup {
        ExistingGroup { id, name: name.into(), type_id, address: address.map(str::to_string), counts: Counts::default() }
    }

    fn tree(lines: &[Line]) -> (Tree, Vec<RowError>) {
        let (mut tree, mut errors) = (Tree::new(existing(9, "Harbour", None, None)), Vec::new());
        for line in lines {
            tree.place(line, &types(), &mut errors);
        }
        (tree, errors)
    }

    fn problems(errors: &[RowError]) -> Vec<(usize, &str, &str)> {
        errors.iter().map(|error| (error.index, error.field.as_str(), error.message.as_str())).collect()
    }

    #[test]
    fn groups_on_the_way_are_made_once_and_parents_come_first() {
        let (tree, errors) =
            tree(&[line(0, "House / Floor", "floor", "2", ""), line(1, "House", "building", "1", ""), line(2, "House / Floor", "", "", "7")]);
        assert_eq!(problems(&errors), []);
        let (_, groups) = tree.new_groups();
        let made: Vec<_> = groups.iter().map(|group| (group.name.as_str(), group.parent, group.logic_address.as_deref())).collect();
        let expected = [("House", Parent::Existing(9), Some("0001")), ("Floor", Parent::New(0), Some("02")), ("7", Parent::New(1), Some("07"))];
        assert_eq!(made, expected);
    }

    #[test]
    fn an_apartments_own_row_may_name_its_number_twice() {
        let (tree, errors) = tree(&[line(0, "House / Flat", "apartment", "7", "07")]);
        assert_eq!((errors.len(), tree.nodes.len()), (0, 3));
    }

    #[test]
    fn what_is_there_is_not_made() {
        let (mut tree, _) = tree(&[line(0, "House / Flat", "", "", "")]);
        assert_eq!(tree.to_find(1), [(1, 9, &Key::Name("House".into()))]);
        assert_eq!(tree.to_find(2), [], "what is below a new group is new");
        tree.found(1, vec![existing(4, "House", None, None)]);
        assert_eq!(tree.to_find(2), [(2, 4, &Key::Name("Flat".into()))]);
        tree.found(2, Vec::new());
        assert_eq!(tree.new_groups().1[0].parent, Parent::Existing(4));
    }

    #[test]
    fn of_several_with_one_name_type_and_address_decide() {
        let pair = || vec![existing(4, "House", Some(1), Some("0001")), existing(5, "House", Some(1), Some("0002"))];
        let (mut known, _) = tree(&[line(0, "House", "building", "2", "")]);
        known.found(1, pair());
        assert_eq!(known.nodes[1].existing.as_ref().map(|existing| existing.id), Some(5));
        let (mut unknown, mut errors) = tree(&[line(0, "House", "", "", "")]);
        unknown.found(1, pair());
        unknown.validate(&HashSet::new(), "taken", &mut errors);
        assert_eq!(problems(&errors), [(0, GROUP_PATH, "several groups have this name")]);
    }

    #[test]
    fn an_address_needs_a_type_and_is_taken_once() {
        let (_, errors) = tree(&[line(0, "House", "", "1", "")]);
        assert_eq!(problems(&errors), [(0, TYPE, "required")]);
        let (tree, mut errors) = tree(&[line(0, "A", "building", "1", ""), line(1, "B", "building", "1", ""), line(2, "C", "building", "2", "")]);
        tree.validate(&HashSet::from([(9, 1, "0002".to_string())]), "taken", &mut errors);
        assert_eq!(problems(&errors), [(1, ADDRESS, "taken"), (2, ADDRESS, "taken")]);
    }

    #[test]
    fn a_blank_name_on_the_way_is_told() {
        let (tree, mut errors) = tree(&[line(0, "House /  / Flat", "", "", "")]);
        tree.validate(&HashSet::new(), "taken", &mut errors);
        assert_eq!(problems(&errors), [(0, GROUP_PATH, "required")]);
    }

    #[test]
    fn a_group_is_called_by_its_name_or_by_its_name_and_id() {
        let house = existing(12, "House", None, None);
        assert!(is_called(&house, "House") && is_called(&house, "House #12"));
        assert!(!is_called(&house, "House #13") && !is_called(&house, "house"));
        assert_eq!(names_of("House #12"), ["House #12", "House"]);
    }
}
