//! A plan as it comes back to be saved, perhaps edited: it is input like any other.
use std::collections::{HashMap, HashSet};

use kit::{Fields, Result};
use proto::vestibule::domains::v1::{GroupKind, PlannedGroup};

use super::MAX_GROUPS;
use crate::domain::group::GroupDraft;
use crate::domain::new_group::{NewGroup, Parent};

/// `within`: the group that is generated in; `kinds`: those of the project's types; `taken`: types and addresses of the
/// groups that are in it already.
pub fn validate(
    items: Vec<PlannedGroup>,
    within: i64,
    kinds: &HashMap<i64, GroupKind>,
    taken: &HashSet<(i64, String)>,
    taken_message: &str,
) -> Result<Vec<NewGroup>> {
    let mut fields = Fields::new();
    fields.check(!items.is_empty(), "items", "required");
    fields.check(items.len() <= MAX_GROUPS, "items", "too many groups");
    fields.finish()?;

    let mut fields = Fields::new();
    let mut places: HashMap<i32, usize> = HashMap::new();
    let mut used: HashSet<(Parent, i64, String)> = taken.iter().map(|(kind, address)| (Parent::Existing(within), *kind, address.clone())).collect();
    let mut groups = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        let path = |field: &str| format!("items.{index}.{field}");
        let parent = match item.parent_key {
            0 => Some(Parent::Existing(within)),
            key => places.get(&key).map(|place| Parent::New(*place)),
        };
        fields.check(parent.is_some(), &path("parent_key"), "must be the key of a group before it");
        fields.check(item.key > 0 && places.insert(item.key, index).is_none(), &path("key"), "value must be unique");
        let kind = kinds.get(&item.domain_type_id).copied();
        fields.check(kind.is_some(), &path("domain_type_id"), "unknown type");
        let group = group(&mut fields, &path, item, parent.unwrap_or(Parent::Existing(within)), kind);
        if let (Some(type_id), Some(address)) = (group.domain_type_id, &group.logic_address) {
            fields.check(used.insert((group.parent, type_id, address.clone())), &path("logic_address"), taken_message);
        }
        groups.push(group);
    }
    fields.finish()?;
    Ok(groups)
}

/// The item; its errors are reported at its path.
fn group(fields: &mut Fields, path: &impl Fn(&str) -> String, item: PlannedGroup, parent: Parent, kind: Option<GroupKind>) -> NewGroup {
    let draft = GroupDraft { name: item.name, domain_type_id: Some(item.domain_type_id), logic_address: item.logic_address, ..GroupDraft::default() };
    let unchecked = draft.clone();
    let draft = match draft.validate(kind) {
        Ok(draft) => draft,
        Err(kit::Error::Invalid(problems)) => {
            problems.into_iter().for_each(|(field, message)| fields.add(path(&field), message));
            unchecked
        }
        Err(_) => unchecked,
    };
    NewGroup { parent, name: draft.name, domain_type_id: draft.domain_type_id, logic_address: draft.logic_address }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(key: i32, parent_key: i32, domain_type_id: i64, address: &str) -> PlannedGroup {
        PlannedGroup { key, parent_key, name: format!("group {key}"), domain_type_id, logic_address: Some(address.into()), obstacle: None }
    }

    fn problems(items: Vec<PlannedGroup>) -> Vec<(String, String)> {
        let kinds = HashMap::from([(1, GroupKind::Building), (4, GroupKind::Apartment)]);
        let taken = HashSet::from([(1, "0001".to_string())]);
        match validate(items, 9, &kinds, &taken, "taken") {
            Err(kit::Error::Invalid(fields)) => fields.into_iter().collect(),
            Err(other) => panic!("{other}"),
            Ok(_) => Vec::new(),
        }
    }

    fn one(field: &str, message: &str) -> Vec<(String, String)> {
        vec![(field.into(), message.into())]
    }

    #[test]
    fn a_whole_plan_is_taken_with_its_parents() {
        let kinds = HashMap::from([(1, GroupKind::Building), (4, GroupKind::Apartment)]);
        let groups = validate(vec![item(5, 0, 1, "2"), item(6, 5, 4, "1")], 9, &kinds, &HashSet::new(), "taken").unwrap();
        assert_eq!(groups.iter().map(|group| group.parent).collect::<Vec<_>>(), [Parent::Existing(9), Parent::New(0)]);
        assert_eq!(groups[0].logic_address.as_deref(), Some("0002"));
    }

    #[test]
    fn a_parent_must_come_before_its_child() {
        let problem = one("items.0.parent_key", "must be the key of a group before it");
        assert_eq!(problems(vec![item(1, 2, 4, "1"), item(2, 0, 1, "2")]), problem);
        assert_eq!(problems(vec![item(1, 1, 4, "1")]), problem);
        assert_eq!(problems(vec![item(1, -1, 4, "1")]), problem);
    }

    #[test]
    fn keys_are_unique() {
        assert_eq!(problems(vec![item(1, 0, 4, "1"), item(1, 0, 4, "2")]), one("items.1.key", "value must be unique"));
        assert_eq!(problems(vec![item(0, 0, 4, "1")]), one("items.0.key", "value must be unique"));
    }

    #[test]
    fn an_address_is_taken_by_a_group_that_is_there_or_by_another_of_the_plan() {
        assert_eq!(problems(vec![item(1, 0, 1, "1")]), one("items.0.logic_address", "taken"));
        assert_eq!(problems(vec![item(1, 0, 4, "1"), item(2, 0, 4, "01")]), one("items.1.logic_address", "taken"));
        assert_eq!(problems(vec![item(1, 0, 1, "2"), item(2, 1, 1, "1")]), []);
    }

    #[test]
    fn an_edited_item_is_checked_like_any_group() {
        let bad = PlannedGroup { name: " ".into(), ..item(1, 0, 4, "100") };
        let expected = [("items.0.logic_address", "must be within 01 - 99"), ("items.0.name", "required")];
        assert_eq!(problems(vec![bad]), expected.map(|(path, message)| (path.to_string(), message.to_string())));
        assert_eq!(problems(vec![item(1, 0, 77, "")]), one("items.0.domain_type_id", "unknown type"));
    }

    #[test]
    fn a_plan_has_1_to_20_000_groups() {
        assert_eq!(problems(vec![]), one("items", "required"));
        assert_eq!(problems((1..=20_001).map(|key| item(key, 0, 4, "")).collect()), one("items", "too many groups"));
    }
}
