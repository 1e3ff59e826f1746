use super::*;
use crate::domain::identifier::{IdentifierType, IdentifierTypes, OwnerType, Passes};
use crate::domain::ids::{GroupId, RuleId, ScheduleId};
use crate::domain::testing::{at, book, card, during, for_group, for_identifier, for_user, forbidding, panel, rule, user};

const MONDAY_NOON: &str = "2026-08-03T12:00";

/// Card 1 of person 1 (in groups 10 and, above it, 1) at lock 1 of device 1, on Monday at noon.
struct Case {
    identifier: Identifier,
    owner: User,
    rules: Vec<AccessRule>,
    device: Device,
    lock: u8,
    at: &'static str,
    license: Option<LicenseGate>,
}

impl Case {
    fn with(rules: Vec<AccessRule>) -> Case {
        let owner = user(1, &[1, 10]);
        Case { identifier: card(1, 1), owner, rules, device: panel(1), lock: 1, at: MONDAY_NOON, license: None }
    }

    /// With a rule that lets person 1 through lock 1 at any time.
    fn granted() -> Case {
        Case::with(vec![for_user(1, rule(1, 1))])
    }

    fn decide_for(&self, who: Who<'_>) -> Decision {
        let schedules = &book();
        let question = Question { who, device: &self.device, lock: self.lock, at: at(self.at), schedules, license: self.license.as_ref() };
        decide(&question, &self.rules)
    }

    fn decide(&self) -> Decision {
        self.decide_for(Who::Identifier { identifier: &self.identifier, owner: Some(&self.owner) })
    }

    fn refusal(&self) -> Vec<Reason> {
        let decision = self.decide();
        assert!(!decision.allowed && decision.locks.is_empty(), "{decision:?}");
        decision.reasons
    }
}

fn granted_by(rule: i64) -> Reason {
    Reason::GrantedBy { rule: RuleId(rule), schedule: None }
}

#[test]
fn a_card_opens_where_a_rule_names_its_owner() {
    let decision = Case::granted().decide();
    assert!(decision.allowed);
    assert_eq!(decision.reasons, [granted_by(1)]);
    assert_eq!(decision.locks, Locks::numbered(1));
}

#[test]
fn a_card_opens_where_a_rule_names_a_group_above_its_owners() {
    assert!(Case::with(vec![for_group(1, rule(1, 1))]).decide().allowed);
    assert!(Case::with(vec![for_group(10, rule(1, 1))]).decide().allowed);
    assert_eq!(Case::with(vec![for_group(11, rule(1, 1))]).refusal(), [Reason::NoRuleForThisDoor]);
}

#[test]
fn a_card_without_an_owner_opens_where_a_rule_names_the_card() {
    let case = Case::with(vec![for_identifier(1, rule(1, 1))]);
    let identifier = Identifier { owner: None, ..card(1, 1) };
    assert!(case.decide_for(Who::Identifier { identifier: &identifier, owner: None }).allowed);
}

#[test]
fn a_rule_for_another_device_or_lock_or_person_opens_nothing() {
    let other_device = AccessRule { doors: panel_doors(2), ..for_user(1, rule(1, 1)) };
    for rule in [other_device, for_user(1, rule(1, 2)), for_user(2, rule(1, 1)), for_identifier(2, rule(1, 1))] {
        assert_eq!(Case::with(vec![rule]).refusal(), [Reason::NoRuleForThisDoor]);
    }
}

fn panel_doors(device: i64) -> Vec<crate::domain::access_rule::Door> {
    vec![crate::domain::access_rule::Door { device: crate::domain::ids::DeviceId(device), lock: 0 }]
}

#[test]
fn lock_zero_of_a_rule_is_every_lock() {
    for lock in [1, 2] {
        let case = Case { lock, ..Case::with(vec![for_user(1, rule(1, 0))]) };
        assert!(case.decide().allowed);
    }
}

#[test]
fn lock_zero_of_a_question_is_any_lock_and_says_which_open() {
    let grants = for_user(1, rule(1, 0));
    let forbids = forbidding(for_user(1, rule(2, 1)));
    let decision = Case { lock: 0, ..Case::with(vec![grants, forbids]) }.decide();
    assert!(decision.allowed);
    assert_eq!(decision.locks, Locks::numbered(2));
    assert_eq!(decision.reasons, [granted_by(1)]);
}

#[test]
fn a_lock_that_the_device_does_not_have_is_refused() {
    let case = Case { lock: 3, ..Case::with(vec![for_user(1, rule(1, 0))]) };
    assert_eq!(case.refusal(), [Reason::UnsupportedByDevice, Reason::NoRuleForThisDoor]);
}

#[test]
fn every_rule_that_grants_is_named() {
    let rules = vec![for_user(1, rule(1, 1)), for_group(10, rule(2, 0)), during(&[2], for_user(1, rule(3, 1)))];
    assert_eq!(Case::with(rules).decide().reasons, [granted_by(1), granted_by(2)]);
}

#[test]
fn any_one_schedule_of_a_rule_is_enough() {
    let rules = vec![during(&[1, 2], for_user(1, rule(1, 1)))];
    let expected = Reason::GrantedBy { rule: RuleId(1), schedule: Some(ScheduleId(1)) };
    assert_eq!(Case::with(rules.clone()).decide().reasons, [expected]);
    let evening = Case { at: "2026-08-03T21:00", ..Case::with(rules) };
    assert_eq!(evening.decide().reasons, [Reason::GrantedBy { rule: RuleId(1), schedule: Some(ScheduleId(2)) }]);
}

#[test]
fn outside_the_schedule_it_says_when_the_door_opens_next() {
    let rules = vec![during(&[1, 2], for_user(1, rule(1, 1)))];
    let saturday = Case { at: "2026-08-08T23:00", ..Case::with(rules) };
    let next = Reason::OutsideSchedule { rule: RuleId(1), schedule: Some(ScheduleId(2)), next_opens: Some(at("2026-08-09T20:00")) };
    assert_eq!(saturday.refusal(), [next]);
}

#[test]
fn a_schedule_that_is_over_never_opens_again() {
    let case = Case { at: "2026-08-06T12:00", ..Case::with(vec![during(&[3], for_user(1, rule(1, 1)))]) };
    assert_eq!(case.refusal(), [Reason::OutsideSchedule { rule: RuleId(1), schedule: None, next_opens: None }]);
}

#[test]
fn a_prohibition_wins_over_every_grant() {
    let forbids = forbidding(for_group(10, rule(2, 0)));
    let case = Case::with(vec![for_user(1, rule(1, 1)), for_identifier(1, rule(3, 1)), forbids]);
    assert_eq!(case.refusal(), [Reason::ProhibitedBy { rule: RuleId(2), schedule: None }]);
}

#[test]
fn a_prohibition_with_a_schedule_forbids_within_it_only() {
    let rules = vec![for_user(1, rule(1, 1)), forbidding(during(&[3], for_user(1, rule(2, 1))))];
    assert!(Case::with(rules.clone()).decide().allowed);
    let wednesday = Case { at: "2026-08-05T12:00", ..Case::with(rules) };
    assert_eq!(wednesday.refusal(), [Reason::ProhibitedBy { rule: RuleId(2), schedule: Some(ScheduleId(3)) }]);
}

#[test]
fn a_schedule_that_is_not_known_keeps_the_door_shut() {
    let grants = during(&[99], for_user(1, rule(1, 1)));
    assert_eq!(Case::with(vec![grants]).refusal(), [Reason::OutsideSchedule { rule: RuleId(1), schedule: None, next_opens: None }]);
    let forbids = forbidding(during(&[99], for_user(1, rule(2, 1))));
    assert!(!Case::with(vec![for_user(1, rule(1, 1)), forbids]).decide().allowed);
}

#[test]
fn an_inactive_card_is_denied() {
    let case = Case { identifier: Identifier { is_active: false, ..card(1, 1) }, ..Case::granted() };
    assert_eq!(case.refusal(), [Reason::IdentifierInactive]);
}

#[test]
fn a_revoked_card_is_denied() {
    let case = Case { identifier: Identifier { is_revoked: true, ..card(1, 1) }, ..Case::granted() };
    assert_eq!(case.refusal(), [Reason::Revoked]);
}

#[test]
fn a_card_is_valid_from_its_first_instant_and_no_longer_at_its_last() {
    let (from, to) = (at(MONDAY_NOON), at("2026-08-03T13:00"));
    let with = |at| {
        let identifier = Identifier { valid_from: Some(from), valid_to: Some(to), ..card(1, 1) };
        Case { at, identifier, ..Case::granted() }
    };
    assert_eq!(with("2026-08-03T11:59:59").refusal(), [Reason::NotYetValid { from }]);
    assert!(with("2026-08-03T12:00").decide().allowed);
    assert!(with("2026-08-03T12:59:59").decide().allowed);
    assert_eq!(with("2026-08-03T13:00").refusal(), [Reason::Expired { to }]);
}

#[test]
fn a_card_whose_passes_are_used_up_is_denied() {
    let with = |used| Case { identifier: Identifier { passes: Some(Passes { max: 2, used }), ..card(1, 1) }, ..Case::granted() };
    assert!(with(1).decide().allowed);
    assert_eq!(with(2).refusal(), [Reason::PassesUsedUp]);
}

#[test]
fn nothing_of_a_suspended_owner_opens() {
    let case = Case { owner: User { is_active: false, ..user(1, &[]) }, ..Case::granted() };
    assert_eq!(case.refusal(), [Reason::OwnerSuspended]);
    assert_eq!(case.decide_for(Who::User(&case.owner)).reasons, [Reason::OwnerSuspended]);
}

#[test]
fn an_owner_who_is_not_known_counts_as_suspended() {
    let case = Case::with(vec![for_identifier(1, rule(1, 1))]);
    let decision = case.decide_for(Who::Identifier { identifier: &case.identifier, owner: None });
    assert_eq!(decision.reasons, [Reason::OwnerSuspended]);
}

#[test]
fn a_type_that_the_device_cannot_read_is_denied() {
    let mut case = Case::granted();
    case.device.capability.identifier_types = IdentifierTypes::from_iter([IdentifierType::Qr]);
    assert_eq!(case.refusal(), [Reason::UnsupportedByDevice]);
}

#[test]
fn the_licence_decides_which_types_and_guests_may_open() {
    let cards_only = LicenseGate { types: IdentifierTypes::from_iter([IdentifierType::Card]), guests: false };
    let mut case = Case { license: Some(cards_only), ..Case::with(vec![for_identifier(1, rule(1, 1))]) };
    assert!(case.decide().allowed);
    case.identifier.owner_type = OwnerType::Guest;
    assert_eq!(case.refusal(), [Reason::Unlicensed]);
    case.identifier = Identifier { kind: IdentifierType::Face, face: Some("digest".into()), ..card(1, 1) };
    assert_eq!(case.refusal(), [Reason::Unlicensed]);
}

#[test]
fn a_face_without_a_photo_opens_nothing() {
    let mut case = Case::with(vec![for_identifier(1, rule(1, 1))]);
    case.identifier.kind = IdentifierType::Face;
    assert_eq!(case.refusal(), [Reason::NoPhoto]);
    case.identifier.face = Some("digest".into());
    assert!(case.decide().allowed);
}

#[test]
fn a_guests_key_opens_only_what_was_chosen_for_it() {
    let mut case = Case::granted();
    case.identifier.owner_type = OwnerType::Guest;
    assert_eq!(case.refusal(), [Reason::NoRuleForThisDoor]);
    case.rules.push(for_identifier(1, rule(2, 1)));
    assert_eq!(case.decide().reasons, [granted_by(2)]);
}

#[test]
fn what_is_forbidden_to_the_giver_is_forbidden_to_the_guest() {
    let mut case = Case::with(vec![for_identifier(1, rule(1, 1)), forbidding(for_user(1, rule(2, 1)))]);
    case.identifier.owner_type = OwnerType::Guest;
    assert_eq!(case.refusal(), [Reason::ProhibitedBy { rule: RuleId(2), schedule: None }]);
}

#[test]
fn a_person_is_judged_by_the_rules_that_name_them() {
    let case = Case::with(vec![for_identifier(1, rule(1, 1)), for_group(10, rule(2, 1))]);
    assert_eq!(case.decide_for(Who::User(&case.owner)).reasons, [granted_by(2)]);
}

#[test]
fn everything_in_the_way_is_named() {
    let identifier = Identifier { is_active: false, is_revoked: true, ..card(1, 1) };
    let case = Case { identifier, ..Case::with(vec![forbidding(for_user(1, rule(2, 1)))]) };
    let forbidden = Reason::ProhibitedBy { rule: RuleId(2), schedule: None };
    assert_eq!(case.refusal(), [Reason::IdentifierInactive, Reason::Revoked, forbidden, Reason::NoRuleForThisDoor]);
}

#[test]
fn a_reason_is_written_with_its_code() {
    let reasons = Case { at: "2026-08-08T12:00", ..Case::with(vec![during(&[1], for_user(1, rule(7, 1)))]) }.refusal();
    let json = serde_json::to_value(&reasons).unwrap();
    let expected = serde_json::json!([{"code": "outside_schedule", "rule": 7, "schedule": 1, "next_opens": "2026-08-10T05:00:00Z"}]);
    assert_eq!(json, expected);
    assert_eq!(reasons[0].code(), "outside_schedule");
}

/// A lockdown of device 1 in which people of group 7 still pass.
fn lockdown() -> AccessRule {
    AccessRule { prohibition: true, everybody_but: Some(vec![GroupId(7)].into()), ..rule(-1, 0) }
}

#[test]
fn a_lockdown_keeps_out_whom_the_rules_let_in_and_says_so() {
    let decision = Case::with(vec![for_user(1, rule(1, 1)), lockdown()]).decide();
    assert_eq!((decision.allowed, decision.reasons), (false, vec![Reason::Lockdown]));
}

#[test]
fn people_of_the_groups_that_pass_need_a_rule_in_a_lockdown_as_always() {
    let pass = AccessRule { everybody_but: Some(vec![GroupId(1)].into()), ..lockdown() };
    assert!(Case::with(vec![for_user(1, rule(1, 1)), pass.clone()]).decide().allowed);
    assert!(!Case::with(vec![pass]).decide().allowed);
}

#[test]
fn a_guest_of_somebody_of_a_group_that_passes_does_not_pass_in_a_lockdown() {
    let pass = AccessRule { everybody_but: Some(vec![GroupId(1)].into()), ..lockdown() };
    let mut case = Case::with(vec![for_identifier(1, for_user(1, rule(1, 1))), pass]);
    case.identifier.owner_type = OwnerType::Guest;
    for is_guest_key in [false, true] {
        case.identifier.is_guest_key = is_guest_key;
        assert_eq!(case.refusal(), [Reason::Lockdown]);
    }
}
