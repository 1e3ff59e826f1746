//! What a device is made to hold, by example; `world` compares it with the decision at random.

mod world;

use super::*;
use crate::domain::access_rule::Door;
use crate::domain::device::LockChoice;
use crate::domain::identifier::{IdentifierTypes, OwnerType, Passes};
use crate::domain::ids::{IdentifierId, ScheduleId, UserId};
use crate::domain::schedule_book::ScheduleBook;
use crate::domain::testing::{at, book, card, during, for_group, for_identifier, for_user, forbidding, panel, rule, user};

/// Cards 1, 2, 3 of persons 1, 2, 3. Persons 1 and 2 are in group 10, below group 1.
struct Town {
    users: Vec<User>,
    identifiers: Vec<Identifier>,
    rules: Vec<AccessRule>,
    schedules: ScheduleBook,
    device: Device,
}

impl Town {
    fn with(rules: Vec<AccessRule>) -> Town {
        Town {
            users: vec![user(1, &[1, 10]), user(2, &[1, 10]), user(3, &[])],
            identifiers: vec![card(3, 3), card(1, 1), card(2, 2)],
            rules,
            schedules: book(),
            device: panel(1),
        }
    }

    fn list(&self) -> DesiredList<'_> {
        let site = Site { users: &self.users, identifiers: &self.identifiers, rules: &self.rules, schedules: &self.schedules, license: None };
        Compiler::new(site, at("2026-08-04T12:00")).compile(&self.device)
    }

    /// Who is held, with which lock numbers and schedules.
    fn held(&self) -> Vec<(i64, Vec<u8>, Vec<i64>)> {
        let held = |item: &Item<'_>| {
            let schedules = item.access.schedules.iter().map(|schedule| schedule.0).collect();
            (item.identifier.id.0, item.access.lock_numbers.clone(), schedules)
        };
        self.list().items.iter().map(held).collect()
    }

    fn refused(&self) -> Vec<(i64, Refusal)> {
        self.list().refused.iter().map(|refused| (refused.identifier.id.0, refused.reason)).collect()
    }
}

#[test]
fn everybody_whom_a_rule_names_is_held_in_the_order_of_ids() {
    let town = Town::with(vec![for_user(3, rule(1, 1)), for_group(1, rule(2, 1))]);
    assert_eq!(town.held(), [(1, vec![1], vec![]), (2, vec![1], vec![]), (3, vec![1], vec![])]);
    assert_eq!(town.refused(), []);
}

#[test]
fn a_device_that_no_rule_names_holds_nobody() {
    let town = Town { device: panel(2), ..Town::with(vec![for_group(1, rule(1, 1))]) };
    assert_eq!(town.held(), []);
}

#[test]
fn rules_for_both_locks_open_all() {
    let both = vec![for_user(1, rule(1, 1)), for_user(1, rule(2, 2)), for_user(2, rule(3, 0)), for_user(3, rule(4, 2))];
    assert_eq!(Town::with(both).held(), [(1, vec![0], vec![]), (2, vec![0], vec![]), (3, vec![2], vec![])]);
}

#[test]
fn a_rule_that_names_two_locks_of_a_device_is_one_rule() {
    let mut rule = for_user(1, rule(1, 1));
    rule.doors.push(Door { lock: 2, ..rule.doors[0] });
    assert_eq!(Town::with(vec![rule]).held(), [(1, vec![0], vec![])]);
}

#[test]
fn the_only_lock_of_a_device_is_held_by_its_number() {
    let mut town = Town::with(vec![for_user(1, rule(1, 0))]);
    town.device.capability.locks = 1;
    assert_eq!(town.held(), [(1, vec![1], vec![])]);
}

#[test]
fn the_schedules_of_several_rules_are_joined_and_listed_once() {
    let rules = vec![during(&[2], for_user(1, rule(1, 1))), during(&[1, 2], for_group(10, rule(2, 1)))];
    let town = Town::with(rules);
    assert_eq!(town.held(), [(1, vec![1], vec![1, 2]), (2, vec![1], vec![1, 2])]);
    let list = town.list();
    assert_eq!(list.schedules.iter().map(|booked| booked.id).collect::<Vec<_>>(), [ScheduleId(1), ScheduleId(2)]);
    assert_eq!(list.items[0].access.schedule_links, list.schedules.iter().map(|booked| booked.link_id).collect::<Vec<_>>());
}

#[test]
fn a_rule_without_schedules_lets_in_at_any_time_whatever_others_say() {
    let town = Town::with(vec![during(&[1], for_user(1, rule(1, 1))), for_user(1, rule(2, 1))]);
    assert_eq!(town.held(), [(1, vec![1], vec![])]);
    assert!(town.list().schedules.is_empty());
}

#[test]
fn a_prohibition_at_all_times_takes_the_lock_away() {
    let town = Town::with(vec![for_group(10, rule(1, 0)), forbidding(for_user(1, rule(2, 2))), forbidding(for_user(2, rule(3, 0)))]);
    assert_eq!(town.held(), [(1, vec![1], vec![])]);
    assert_eq!(town.refused(), []);
}

#[test]
fn a_prohibition_at_times_leaves_the_card_to_the_platform() {
    let town = Town::with(vec![for_group(10, rule(1, 0)), forbidding(during(&[1], for_user(1, rule(2, 2))))]);
    assert_eq!(town.held(), [(2, vec![0], vec![])]);
    assert_eq!(town.refused(), [(1, Refusal::OnlineOnly(OnlineOnly::ProhibitedAtTimes))]);
}

#[test]
fn a_prohibition_within_the_times_of_a_grant_leaves_the_card_to_the_platform() {
    let town = Town::with(vec![during(&[1], for_user(1, rule(1, 1))), forbidding(during(&[3], for_user(1, rule(2, 1))))]);
    assert_eq!(town.held(), []);
    assert_eq!(town.refused(), [(1, Refusal::OnlineOnly(OnlineOnly::ProhibitedAtTimes))]);
}

#[test]
fn a_prohibition_that_is_over_is_forgotten() {
    let rules = vec![for_user(1, rule(1, 1)), forbidding(during(&[3], for_user(1, rule(2, 1))))];
    let town = Town::with(rules);
    assert_eq!(town.refused().len(), 1);
    let site = Site { users: &town.users, identifiers: &town.identifiers, rules: &town.rules, schedules: &town.schedules, license: None };
    let later = Compiler::new(site, at("2026-08-05T18:00"));
    assert_eq!(later.compile(&town.device).items.len(), 1);
}

#[test]
fn a_schedule_that_grants_and_forbids_forbids() {
    let town = Town::with(vec![during(&[1], for_user(1, rule(1, 1))), forbidding(during(&[1, 2], for_user(1, rule(2, 1))))]);
    assert_eq!(town.held(), []);
    assert_eq!(town.refused(), []);
}

#[test]
fn a_prohibition_of_somebody_who_is_not_let_in_anyway_changes_nothing() {
    let town = Town::with(vec![forbidding(during(&[1], for_user(1, rule(1, 1)))), for_user(2, rule(2, 1))]);
    assert_eq!(town.held(), [(2, vec![1], vec![])]);
    assert_eq!(town.refused(), []);
}

#[test]
fn different_times_for_different_locks_are_left_to_the_platform() {
    let town = Town::with(vec![during(&[1], for_user(1, rule(1, 1))), for_user(1, rule(2, 2))]);
    assert_eq!(town.refused(), [(1, Refusal::OnlineOnly(OnlineOnly::SchedulesDifferByLock))]);
}

#[test]
fn locks_that_cannot_be_chosen_are_left_to_the_platform() {
    let mut town = Town::with(vec![for_user(1, rule(1, 3)), for_user(2, rule(2, 1)), for_user(2, rule(3, 3))]);
    town.device.capability.locks = 4;
    let refusal = Refusal::OnlineOnly(OnlineOnly::LocksNotSelectable);
    assert_eq!(town.refused(), [(1, refusal), (2, refusal)]);
    town.device.capability.lock_choice = LockChoice::Any;
    assert_eq!(town.held(), [(1, vec![3], vec![]), (2, vec![1, 3], vec![])]);
}

#[test]
fn a_schedule_of_another_zone_is_left_to_the_platform() {
    let town = Town::with(vec![during(&[4], for_user(1, rule(1, 1)))]);
    assert_eq!(town.refused(), [(1, Refusal::OnlineOnly(OnlineOnly::ScheduleInAnotherZone))]);
}

#[test]
fn a_grant_whose_schedule_is_not_known_is_not_held() {
    let town = Town::with(vec![during(&[99], for_user(1, rule(1, 1)))]);
    assert_eq!((town.held().len(), town.refused().len()), (0, 0));
}

#[test]
fn what_can_never_open_is_neither_held_nor_reported() {
    let mut town = Town::with(vec![for_group(1, rule(1, 1)), for_user(3, rule(2, 1))]);
    town.identifiers = vec![
        Identifier { is_revoked: true, ..card(1, 1) },
        Identifier { is_active: false, ..card(2, 1) },
        Identifier { valid_to: Some(at("2026-08-04T12:00")), ..card(3, 1) },
        Identifier { passes: Some(Passes { max: 1, used: 1 }), ..card(4, 1) },
        Identifier { owner: Some(UserId(99)), ..card(5, 1) },
        card(6, 3),
    ];
    town.users[2].is_active = false;
    assert_eq!((town.held().len(), town.refused().len()), (0, 0));
}

#[test]
fn what_opens_later_is_held_with_its_period() {
    let mut town = Town::with(vec![for_user(1, rule(1, 1))]);
    let from = Some(at("2026-09-01T00:00"));
    town.identifiers = vec![Identifier { valid_from: from, passes: Some(Passes { max: 5, used: 2 }), ..card(1, 1) }];
    let list = town.list();
    assert_eq!(list.items[0].valid(), (from, None));
    assert_eq!(list.items[0].passes_left(), Some(3));
    assert_eq!(list.items[0].owner_name, "User 1");
}

#[test]
fn a_guests_key_is_held_only_where_it_was_chosen() {
    let mut town = Town::with(vec![for_user(1, rule(1, 1)), for_identifier(9, rule(2, 2))]);
    town.identifiers.push(Identifier { owner_type: OwnerType::Guest, ..card(9, 1) });
    assert_eq!(town.held(), [(1, vec![1], vec![]), (9, vec![2], vec![])]);
}

#[test]
fn a_type_that_the_device_cannot_read_is_reported() {
    let mut town = Town::with(vec![for_user(1, rule(1, 1))]);
    town.identifiers.push(Identifier { kind: IdentifierType::Ukey2, ..card(9, 1) });
    town.device.capability.identifier_types = IdentifierTypes::from_iter([IdentifierType::Card]);
    assert_eq!(town.held().len(), 1);
    assert_eq!(town.refused(), [(9, Refusal::UnsupportedType)]);
}

#[test]
fn a_full_device_holds_the_oldest() {
    let mut town = Town::with(vec![for_group(1, rule(1, 1)), for_user(3, rule(2, 1))]);
    town.device.capability.max_identifiers = Some(2);
    assert_eq!(town.held().iter().map(|held| held.0).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(town.refused(), [(3, Refusal::DeviceFull)]);
}

#[test]
fn faces_have_a_limit_of_their_own() {
    let mut town = Town::with(vec![for_group(1, rule(1, 1)), for_user(3, rule(2, 1))]);
    let face = |id, owner| Identifier { kind: IdentifierType::Face, face: Some("digest".into()), ..card(id, owner) };
    town.identifiers = vec![face(1, 1), face(2, 2), card(3, 3)];
    town.device.capability.max_faces = Some(1);
    assert_eq!(town.held().iter().map(|held| held.0).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(town.refused(), [(2, Refusal::DeviceFull)]);
}

#[test]
fn a_hash_changes_with_what_the_device_is_told_and_with_nothing_else() {
    let rules = || vec![during(&[1], for_user(1, rule(1, 1)))];
    let hash = |town: &Town| town.list().items[0].hash;
    let before = hash(&Town::with(rules()));
    assert_eq!(hash(&Town::with(rules())), before, "the same again");

    let mut renamed_card = Town::with(rules());
    renamed_card.identifiers[1].name = "Another name".into();
    assert_eq!(hash(&renamed_card), before, "a device knows the owner's name only");
    let mut other_rule = Town::with(rules());
    other_rule.rules[0] = during(&[1], for_group(10, rule(8, 1)));
    assert_eq!(hash(&other_rule), before, "whichever rule says so");

    let mut changes: Vec<Town> = (0..7).map(|_| Town::with(rules())).collect();
    changes[0].users[0].name = "Another name".into();
    changes[1].identifiers[1].number = "0000000099".into();
    changes[2].identifiers[1].valid_to = Some(at("2027-01-01T00:00"));
    changes[3].identifiers[1].passes = Some(Passes { max: 3, used: 0 });
    changes[4].rules[0].doors[0].lock = 2;
    changes[5].rules[0] = during(&[1, 2], for_user(1, rule(1, 1)));
    changes[6].identifiers[1].face = Some("digest".into());
    let mut hashes: Vec<_> = changes.iter().map(hash).chain([before]).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 8, "each change gives another hash");
}

#[test]
fn the_order_of_the_inputs_does_not_matter() {
    let rules = vec![during(&[1], for_user(1, rule(1, 1))), for_group(10, rule(2, 1)), during(&[2], for_user(3, rule(3, 0)))];
    let town = Town::with(rules.clone());
    let mut shuffled = Town::with(rules.into_iter().rev().collect());
    shuffled.identifiers.rotate_left(1);
    shuffled.users.reverse();
    assert_eq!(shuffled.list().hash(), town.list().hash());
    assert_eq!(town.list().items.iter().map(|item| item.identifier.id).collect::<Vec<_>>(), [1, 2, 3].map(IdentifierId));
}
