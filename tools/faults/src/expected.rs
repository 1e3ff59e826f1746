//! What each device should store, computed from cards, users, groups and rules as the REST interface lists them.
//! Pure, and independent of the platform's own compiler on purpose. It covers what the checker and the demonstration
//! site create: cards without limits, and rules that grant access.
use std::collections::{BTreeMap, BTreeSet, HashMap};

use device_protocol::IdentifierType;
use serde_json::Value;

/// The lists of the REST interface, in full.
pub struct Lists {
    pub identifiers: Vec<Value>,
    pub users: Vec<Value>,
    pub groups: Vec<Value>,
    pub rules: Vec<Value>,
}

/// Canonical card numbers by device.
pub fn cards_by_device(lists: &Lists) -> BTreeMap<i64, BTreeSet<String>> {
    let parents: HashMap<i64, i64> = lists.groups.iter().filter_map(|group| Some((group["id"].as_i64()?, group["parent_id"].as_i64()?))).collect();
    let groups: HashMap<i64, BTreeSet<i64>> =
        lists.users.iter().filter(|user| user["is_active"] == true).map(|user| (id(user), groups_of(user, &parents))).collect();
    let mut devices: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
    for rule in &lists.rules {
        let named: Vec<String> =
            lists.identifiers.iter().filter(|card| opens(card, &groups) && names(rule, card, &groups)).filter_map(number).collect();
        for device in ids(&rule["devices"]) {
            devices.entry(device).or_default().extend(named.iter().cloned());
        }
    }
    devices
}

/// Active, not revoked, of an active person.
fn opens(card: &Value, groups: &HashMap<i64, BTreeSet<i64>>) -> bool {
    card["is_active"] == true && card["revoked_at"].is_null() && owner(card).is_none_or(|owner| groups.contains_key(&owner))
}

fn names(rule: &Value, card: &Value, groups: &HashMap<i64, BTreeSet<i64>>) -> bool {
    let of_owner = owner(card).is_some_and(|owner| {
        let in_group = groups.get(&owner).is_some_and(|groups| ids(&rule["domains"]).any(|group| groups.contains(&group)));
        in_group || ids(&rule["users"]).any(|user| user == owner)
    });
    of_owner || ids(&rule["identifiers"]).any(|identifier| identifier == id(card))
}

/// A user's groups and their ancestors.
fn groups_of(user: &Value, parents: &HashMap<i64, i64>) -> BTreeSet<i64> {
    let mut found = BTreeSet::new();
    for group in ids(&user["domains"]) {
        let mut next = Some(group);
        while let Some(group) = next.filter(|group| found.insert(*group)) {
            next = parents.get(&group).copied();
        }
    }
    found
}

fn number(card: &Value) -> Option<String> {
    IdentifierType::Card.canonical(card["value"].as_str()?)
}

fn owner(card: &Value) -> Option<i64> {
    card["owner"]["id"].as_i64()
}

fn ids(list: &Value) -> impl Iterator<Item = i64> {
    list.as_array().into_iter().flatten().filter_map(|item| item["id"].as_i64())
}

fn id(item: &Value) -> i64 {
    item["id"].as_i64().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn lists() -> Lists {
        Lists {
            groups: vec![json!({"id": 1, "parent_id": null}), json!({"id": 2, "parent_id": 1})],
            users: vec![json!({"id": 10, "is_active": true, "domains": [{"id": 2}]}), json!({"id": 11, "is_active": false, "domains": [{"id": 2}]})],
            identifiers: vec![card(100, 10, "0000000001"), card(101, 11, "0000000002")],
            rules: vec![json!({"devices": [{"id": 7}], "domains": [{"id": 1}], "users": [], "identifiers": []})],
        }
    }

    fn card(id: i64, owner: i64, value: &str) -> Value {
        json!({"id": id, "owner": {"id": owner}, "value": value, "is_active": true, "revoked_at": null})
    }

    fn on_seven(lists: &Lists) -> Vec<String> {
        cards_by_device(lists).remove(&7).unwrap_or_default().into_iter().collect()
    }

    #[test]
    fn a_rule_for_a_group_reaches_those_below_it_who_are_active() {
        assert_eq!(on_seven(&lists()), ["00-00-00-01"]);
    }

    #[test]
    fn a_revoked_card_is_stored_on_no_device() {
        let mut lists = lists();
        lists.identifiers[0]["revoked_at"] = json!("2026-01-01T00:00:00Z");
        assert!(on_seven(&lists).is_empty());
    }

    #[test]
    fn a_rule_may_name_a_person_or_a_card() {
        let mut lists = lists();
        lists.identifiers.push(card(102, 10, "0000000003"));
        lists.rules = vec![json!({"devices": [{"id": 7}], "identifiers": [{"id": 102}]})];
        assert_eq!(on_seven(&lists), ["00-00-00-03"]);
        lists.rules = vec![json!({"devices": [{"id": 7}], "users": [{"id": 10}]})];
        assert_eq!(on_seven(&lists), ["00-00-00-01", "00-00-00-03"]);
    }
}
