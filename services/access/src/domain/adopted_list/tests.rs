use jiff::civil::date;
use jiff::tz::TimeZone;
use schedule::DeviceProfile;
use schedule::device::{Point, Repeat};
use time::macros::datetime;
use uuid::Uuid;

use super::*;

fn card(number: u32) -> HeldIdentifier {
    HeldIdentifier {
        link_id: Some(Uuid::from_u128(number.into())),
        kind: Some(IdentifierType::Card),
        number: number.to_string(),
        name: format!("Card {number}"),
        owner_type: OwnerType::Owner,
        locks: vec![1],
        valid_from: None,
        valid_to: None,
        passes: None,
        schedules: Vec::new(),
    }
}

fn hours(link: u128) -> HeldSchedule {
    let profile = DeviceProfile {
        start: date(2026, 3, 2).at(8, 0, 0, 0),
        end: date(2026, 3, 2).at(18, 0, 0, 0),
        is_all_day: false,
        repeat: Repeat::Day,
        until: None,
        point: Point::Day,
        looper: 1,
        weekdays: Vec::new(),
        day_numbers: Vec::new(),
        parameterized_day: None,
        months: Vec::new(),
    };
    HeldSchedule { link_id: Some(Uuid::from_u128(link)), name: "Office hours".into(), profile: Some(profile) }
}

fn site() -> KnownSite {
    KnownSite {
        device_name: "Gate".into(),
        device_locks: 2,
        readable: [IdentifierType::Card, IdentifierType::AccessCode].into_iter().collect(),
        licensed: [IdentifierType::Card, IdentifierType::AccessCode].into_iter().collect(),
        guests_licensed: true,
        zone: TimeZone::UTC,
        now: datetime!(2026-11-26 12:00 UTC),
        schedules: Default::default(),
        identifiers: Default::default(),
        taken_links: Default::default(),
        listed: Default::default(),
    }
}

fn plan(identifiers: Vec<HeldIdentifier>, schedules: Vec<HeldSchedule>, site: &KnownSite) -> AdoptionPlan {
    AdoptionPlan::new(&HeldList { identifiers, schedules }, site)
}

fn states(plan: &AdoptionPlan) -> Vec<PlannedState> {
    plan.items.iter().filter(|item| item.kind == PlannedKind::Identifier).map(|item| item.state).collect()
}

#[test]
fn there_is_one_rule_for_each_set_of_locks_and_schedules() {
    let at_hours = |card: HeldIdentifier| HeldIdentifier { schedules: vec![Uuid::from_u128(50)], ..card };
    let everywhere = |card: HeldIdentifier| HeldIdentifier { locks: vec![0], ..card };
    let plan = plan(vec![card(1), card(2), at_hours(card(3)), everywhere(card(4))], vec![hours(50)], &site());
    let rules: Vec<(&str, usize)> = plan.rules.iter().map(|rule| (rule.name.as_str(), rule.members.len())).collect();
    assert_eq!(rules, [("Gate", 1), ("Gate #1", 2), ("Gate #1 · Office hours", 1)]);
    assert_eq!(plan.counts(PlannedKind::Identifier), [4, 0, 0]);
}

#[test]
fn what_is_wrong_with_an_item_concerns_no_other() {
    let now = site().now;
    let held = vec![
        HeldIdentifier { link_id: None, ..card(1) },
        HeldIdentifier { kind: None, ..card(2) },
        HeldIdentifier { kind: Some(IdentifierType::Face), ..card(3) },
        HeldIdentifier { kind: Some(IdentifierType::Qr), number: Uuid::nil().to_string(), ..card(4) },
        HeldIdentifier { number: "no number".into(), ..card(5) },
        HeldIdentifier { locks: vec![3], ..card(6) },
        HeldIdentifier { valid_to: Some(now), ..card(7) },
        HeldIdentifier { passes: Some(0), ..card(8) },
        HeldIdentifier { schedules: vec![Uuid::from_u128(99)], ..card(9) },
        card(10),
        HeldIdentifier { link_id: Some(Uuid::from_u128(11)), ..card(10) },
        HeldIdentifier { number: "12".into(), ..card(10) },
    ];
    let conflicts = [
        Conflict::NoLinkId,
        Conflict::UnsupportedType,
        Conflict::NoPhoto,
        Conflict::UnsupportedType,
        Conflict::WrongNumber,
        Conflict::LocksNotSelectable,
        Conflict::Expired,
        Conflict::WrongPeriod,
        Conflict::UnknownSchedule,
    ];
    let mut expected: Vec<PlannedState> = conflicts.map(PlannedState::Conflict).to_vec();
    expected.extend([PlannedState::Created, PlannedState::Conflict(Conflict::Duplicate), PlannedState::Conflict(Conflict::Duplicate)]);
    assert_eq!(states(&plan(held, Vec::new(), &site())), expected);
}

#[test]
fn what_the_project_has_is_named_by_the_rule_unless_the_list_has_it() {
    let known = |id, is_visible, is_revoked| KnownIdentifier { id, is_visible, is_revoked };
    let key = |number| card(number).parse(2, site().now).unwrap().key();
    let site = KnownSite {
        identifiers: [
            (key(1), known(101, true, false)),
            (key(2), known(102, true, false)),
            (key(3), known(103, false, false)),
            (key(4), known(104, true, true)),
        ]
        .into(),
        taken_links: [Uuid::from_u128(5)].into(),
        listed: [102].into(),
        ..site()
    };
    let plan = plan((1..=5).map(card).collect(), Vec::new(), &site);
    assert_eq!(
        states(&plan),
        [
            PlannedState::Known(101),
            PlannedState::Known(102),
            PlannedState::Conflict(Conflict::Duplicate),
            PlannedState::Conflict(Conflict::Revoked),
            PlannedState::Conflict(Conflict::LinkIdTaken),
        ]
    );
    assert_eq!(plan.rules.len(), 1);
    assert_eq!(plan.rules[0].members, [Member::Known(101)]);
}

#[test]
fn another_list_has_another_hash() {
    let first = plan(vec![card(1)], vec![hours(50)], &site()).hash();
    assert_eq!(first, plan(vec![card(1)], vec![hours(50)], &site()).hash());
    let later = HeldIdentifier { valid_to: Some(datetime!(2027-01-01 0:00 UTC)), ..card(1) };
    let others = [
        plan(vec![card(2)], vec![hours(50)], &site()),
        plan(vec![card(1)], vec![hours(51)], &site()),
        plan(vec![card(1)], Vec::new(), &site()),
        plan(vec![HeldIdentifier { locks: vec![2], ..card(1) }], vec![hours(50)], &site()),
        plan(vec![HeldIdentifier { passes: Some(3), ..card(1) }], vec![hours(50)], &site()),
        plan(vec![later], vec![hours(50)], &site()),
    ];
    assert!(others.iter().all(|other| other.hash() != first));
}

#[test]
fn the_plan_has_no_numbers_of_codes() {
    let code = HeldIdentifier { kind: Some(IdentifierType::AccessCode), number: "4711".into(), ..card(1) };
    let plan = plan(vec![code, card(2)], Vec::new(), &site());
    let numbers: Vec<&str> = plan.items.iter().filter(|item| item.kind == PlannedKind::Identifier).map(|item| item.number.as_str()).collect();
    assert_eq!(numbers, ["", "0000000002"]);
}

#[test]
fn a_name_is_made_where_the_device_has_none() {
    let nameless = HeldIdentifier { name: " \u{7} ".into(), ..card(1) };
    assert_eq!(nameless.parse(2, site().now).unwrap().name, "card 00000000000000000000000000000001");
}
