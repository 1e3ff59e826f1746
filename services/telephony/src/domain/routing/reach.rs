//! Who may call whom.
use policy::{Action, Resource, Scope};

use super::endpoint::Endpoint;
use crate::domain::route::Refusal;

/// A user calls as far as the role reaches; a device everybody of its site; another number the tree of its group.
pub fn check(project_id: i64, caller: &Endpoint, callee: &Endpoint) -> Result<(), Refusal> {
    let reached = if caller.party.user_id != 0 {
        return by_role(project_id, caller, callee);
    } else if caller.is_device() {
        shares_root(caller, callee)
    } else {
        callee.paths.iter().any(|path| path.contains(&caller.party.domain_id))
    };
    if reached { Ok(()) } else { Err(Refusal::NotFound) }
}

/// A user needs the right to call, of whatever reach. A device may not call outside: it hangs on a wall, and whoever
/// opens it has its password, with which the line would be theirs. Queues may still forward its calls outside.
pub fn check_outside(project_id: i64, caller: &Endpoint) -> Result<(), Refusal> {
    let is_permitted = match caller.party.user_id {
        0 => !caller.is_device(),
        _ => !caller.user(project_id).scope(Resource::Call, Action::Create).is_empty(),
    };
    if is_permitted { Ok(()) } else { Err(Refusal::Forbidden) }
}

fn by_role(project_id: i64, caller: &Endpoint, callee: &Endpoint) -> Result<(), Refusal> {
    let user = caller.user(project_id);
    let resource = if callee.is_device() { Resource::PanelCall } else { Resource::Call };
    let scope = user.scope(resource, Action::Create);
    if covers(&scope, callee) || callee.is_device() && stands_above(&scope, caller, callee) {
        Ok(())
    } else if covers(&user.scope(Resource::SipNumber, Action::View), callee) {
        Err(Refusal::Forbidden)
    } else {
        Err(Refusal::NotFound)
    }
}

/// The panels on the way to somebody's own door stand in the groups above.
fn stands_above(scope: &Scope, caller: &Endpoint, callee: &Endpoint) -> bool {
    scope.domain && caller.paths.iter().any(|path| path.contains(&callee.party.domain_id))
}

/// As contacts are listed: somebody without a group is reached by who reaches all.
fn covers(scope: &Scope, callee: &Endpoint) -> bool {
    let has_place = callee.party.user_id == 0 || !callee.domain_ids.is_empty();
    scope.all || has_place && callee.paths.iter().any(|path| scope.covers_group(path))
}

fn shares_root(caller: &Endpoint, callee: &Endpoint) -> bool {
    caller.paths.iter().filter_map(|path| path.first()).any(|root| callee.paths.iter().any(|path| path.first() == Some(root)))
}

#[cfg(test)]
mod tests {
    use policy::Permission::{self, *};

    use super::*;
    use crate::domain::route::Party;

    // 1 is the site: 2 a building, 3 a flat in it, 4 the building next to it. 9 is another site.
    fn path(group: i64) -> Vec<i64> {
        match group {
            3 => vec![1, 2, 3],
            2 | 4 => vec![1, group],
            root => vec![root],
        }
    }
    fn someone(group: i64, rights: &[Permission]) -> Endpoint {
        let party = Party { number: "100".into(), user_id: 5, domain_id: group, ..Party::default() };
        Endpoint {
            party,
            is_active: true,
            paths: vec![path(group)],
            domain_ids: vec![group],
            rights: rights.iter().copied().collect(),
            ..Endpoint::default()
        }
    }
    fn panel(group: i64) -> Endpoint {
        let party = Party { number: "200".into(), device_id: 7, domain_id: group, ..Party::default() };
        Endpoint { party, is_active: true, paths: vec![path(group)], ..Endpoint::default() }
    }
    fn other(group: i64) -> Endpoint {
        let party = Party { number: "300".into(), domain_id: group, ..Party::default() };
        Endpoint { party, is_active: true, paths: vec![path(group)], ..Endpoint::default() }
    }

    #[test]
    fn a_user_calls_as_far_as_the_role_reaches() {
        for (right, reached) in [(CanCallAll, &[1, 2, 3, 4, 9][..]), (CanCallSelfDomain, &[2]), (CanCallDescendants, &[3]), (CanCallPanel, &[])] {
            for group in [1, 2, 3, 4, 9] {
                let expected = if reached.contains(&group) { Ok(()) } else { Err(Refusal::NotFound) };
                assert_eq!(check(1, &someone(2, &[right]), &other(group)), expected, "{right:?} of 2 to {group}");
            }
        }
    }

    #[test]
    fn panels_have_a_right_of_their_own() {
        for (right, reached) in [(CanCallAll, &[1, 2, 3, 4][..]), (CanCallPanel, &[1, 2, 3]), (CanCallSelfDomain, &[]), (CanCallDescendants, &[])] {
            for group in [1, 2, 3, 4] {
                let expected = if reached.contains(&group) { Ok(()) } else { Err(Refusal::NotFound) };
                assert_eq!(check(1, &someone(2, &[right]), &panel(group)), expected, "{right:?} of 2 to the panel of {group}");
            }
        }
    }

    #[test]
    fn somebody_without_a_group_is_reached_by_who_reaches_all_and_by_the_devices_of_the_numbers_site() {
        let nowhere = Endpoint { domain_ids: Vec::new(), ..someone(2, &[]) };
        assert_eq!(check(1, &someone(2, &[CanCallSelfDomain]), &nowhere), Err(Refusal::NotFound));
        assert_eq!(check(1, &someone(2, &[CanCallAll]), &nowhere), Ok(()));
        assert_eq!(check(1, &panel(4), &nowhere), Ok(()));
    }

    #[test]
    fn who_sees_a_number_and_may_not_call_it_is_told_so() {
        assert_eq!(check(1, &someone(2, &[CanViewAllSipNumbers]), &other(4)), Err(Refusal::Forbidden));
    }

    #[test]
    fn a_device_calls_everybody_of_its_site() {
        for (group, expected) in [(1, Ok(())), (3, Ok(())), (4, Ok(())), (9, Err(Refusal::NotFound))] {
            assert_eq!(check(1, &panel(2), &someone(group, &[])), expected, "{group}");
            assert_eq!(check(1, &panel(2), &panel(group)), expected, "the panel of {group}");
        }
    }

    #[test]
    fn a_call_outside_needs_a_user_with_the_right_to_call_and_no_device_makes_one() {
        for right in [CanCallAll, CanCallSelfDomain, CanCallDescendants] {
            assert_eq!(check_outside(1, &someone(2, &[right])), Ok(()), "{right:?}");
        }
        assert_eq!(check_outside(1, &someone(2, &[])), Err(Refusal::Forbidden));
        assert_eq!(check_outside(1, &someone(2, &[CanCallPanel])), Err(Refusal::Forbidden), "a right to panels alone");
        assert_eq!(check_outside(1, &panel(2)), Err(Refusal::Forbidden));
        assert_eq!(check_outside(1, &other(2)), Ok(()), "a number of the group itself");
    }

    #[test]
    fn a_number_of_nobody_calls_the_tree_of_its_group() {
        for (group, expected) in [(1, Err(Refusal::NotFound)), (2, Ok(())), (3, Ok(())), (4, Err(Refusal::NotFound))] {
            assert_eq!(check(1, &other(2), &someone(group, &[])), expected, "{group}");
        }
    }
}
