//! Random sites: a cell is what the decision says of that user alone, and sharing classes changes nothing.

use jiff::SignedDuration;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::*;
use crate::domain::access_rule::Door;
use crate::domain::decision::decide;
use crate::domain::device::{Capability, LockChoice};
use crate::domain::identifier::IdentifierType;
use crate::domain::testing::{at, book, during, for_group, panel, rule, user};

const NOW: &str = "2026-08-04T12:00";
const USERS: i64 = 6;
const DEVICES: i64 = 3;

fn users(id: i64) -> impl Strategy<Value = MatrixUser> {
    let lineages = vec![vec![], vec![1], vec![1, 2], vec![1, 3], vec![1, 3, 4]];
    let held = subsequence(vec![IdentifierType::Card, IdentifierType::Face], 0..=2);
    (select(lineages), prop::bool::weighted(0.9), held)
        .prop_map(move |(groups, is_active, held)| MatrixUser { user: User { is_active, ..user(id, &groups) }, held: held.into_iter().collect() })
}

fn rules() -> impl Strategy<Value = AccessRule> {
    let named = subsequence((1..=USERS).map(UserId).collect::<Vec<_>>(), 0..3);
    let groups = subsequence((1..=4).map(GroupId).collect::<Vec<_>>(), 0..3);
    let schedules = prop_oneof![Just(vec![]), subsequence(vec![1, 2, 3, 4], 1..3)];
    let doors = vec((1..=DEVICES, 0..4u8).prop_map(|(device, lock)| Door { device: DeviceId(device), lock }), 1..4);
    let of_people = (named, groups, schedules, doors, prop::bool::weighted(0.25)).prop_map(|(users, groups, schedules, doors, prohibition)| {
        AccessRule { prohibition, doors, users: users.into(), groups: groups.into(), ..during(&schedules, rule(0, 0)) }
    });
    prop_oneof![9 => of_people, 1 => lockdowns()]
}

/// Shuts devices for everybody but people of some groups.
fn lockdowns() -> impl Strategy<Value = AccessRule> {
    let spared = subsequence((1..=4).map(GroupId).collect::<Vec<_>>(), 0..3);
    (spared, subsequence((1..=DEVICES).collect::<Vec<_>>(), 1..=2)).prop_map(|(spared, devices)| AccessRule {
        prohibition: true,
        doors: devices.into_iter().map(|device| Door { device: DeviceId(device), lock: 0 }).collect(),
        everybody_but: Some(spared.into()),
        ..rule(0, 0)
    })
}

fn devices(id: i64) -> impl Strategy<Value = Device> {
    let types = select(vec![vec![IdentifierType::Card], vec![IdentifierType::Face], IdentifierType::ALL.to_vec()]);
    (types, 1..4u8, select(vec![LockChoice::FirstSecondOrAll, LockChoice::Any])).prop_map(move |(types, locks, lock_choice)| {
        let mut device = panel(id);
        device.capability = Capability { identifier_types: types.into_iter().collect(), locks, lock_choice, ..device.capability };
        device
    })
}

fn sites() -> impl Strategy<Value = (MatrixSite, Vec<MatrixUser>)> {
    let users = (1..=USERS).map(users).collect::<Vec<_>>();
    let devices = (1..=DEVICES).map(devices).collect::<Vec<_>>();
    (devices, vec(rules(), 0..8), users).prop_map(|(devices, rules, users)| {
        let rules = rules.into_iter().zip(1..).map(|(rule, id)| AccessRule { id: RuleId(id), ..rule }).collect();
        (MatrixSite { devices, rules, schedules: book(), license: None }, users)
    })
}

fn doors(site: &MatrixSite) -> Vec<MatrixDoor> {
    let locks = |device: &Device| (1..=device.capability.locks).map(|lock| MatrixDoor { device: device.id, lock }).collect::<Vec<_>>();
    site.devices.iter().flat_map(locks).collect()
}

#[test]
fn a_lockdown_forbids_its_doors_to_everybody_but_the_people_whom_it_spares() {
    let grant = for_group(1, AccessRule { doors: vec![Door { device: DeviceId(1), lock: 0 }], ..rule(0, 0) });
    let spared = [GroupId(2)].into_iter().collect();
    let lockdown = AccessRule { id: RuleId(-1), prohibition: true, everybody_but: Some(spared), groups: Vec::new().into(), ..grant.clone() };
    let site = MatrixSite { devices: vec![panel(1)], rules: vec![grant, lockdown], schedules: book(), license: None };
    let doors = doors(&site);
    let mut matrix = Matrix::new(&site, &doors, at(NOW));
    let mut state = |id, groups: &[i64]| matrix.cells(&MatrixUser { user: user(id, groups), held: IdentifierTypes::all() }).state(0);
    // The same rules name both.
    assert_eq!([state(1, &[1, 2]), state(2, &[1])], [CellState::Open, CellState::Forbidden]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_cell_is_what_the_decision_says_of_that_user_alone((site, users) in sites(), hours in -200..200i64) {
        let instant = at(NOW) + SignedDuration::from_hours(hours);
        let doors = doors(&site);
        let mut matrix = Matrix::new(&site, &doors, instant);
        for of_matrix in &users {
            let row = matrix.cells(of_matrix);
            for (position, door) in doors.iter().enumerate() {
                let (state, cell) = (row.state(position), row.cells.iter().find(|cell| cell.door == position));
                let device = site.devices.iter().find(|device| device.id == door.device).unwrap();
                let who = Who::User(&of_matrix.user);
                let question = Question { who, device, lock: door.lock, at: instant, schedules: &site.schedules, license: None };
                let decision = decide(&question, &site.rules);
                let compiler = Compiler::new(Site { users: &[], identifiers: &[], rules: &site.rules, schedules: &site.schedules, license: None }, instant);
                let (carried_out, _) = compiler.decide_at_device(&question);
                prop_assert_eq!(state.lets_in(), carried_out.allowed, "{:?} at {:?}", of_matrix, door);
                prop_assert!(!carried_out.allowed || decision.allowed);
                let is_readable = !device.capability.identifier_types.shared_with(of_matrix.held).is_empty();
                prop_assert_eq!(state == CellState::OpenWithoutIdentifier, carried_out.allowed && !is_readable);
                let is_forbidden = decision.reasons.iter().any(|reason| matches!(reason, Reason::ProhibitedBy { .. } | Reason::Lockdown));
                prop_assert_eq!(state == CellState::Forbidden, !decision.allowed && is_forbidden && of_matrix.user.is_active);
                prop_assert_eq!(state == CellState::Later, cell.is_some_and(|cell| cell.next_opens.is_some()));
            }
        }
    }

    #[test]
    fn users_of_one_class_have_equal_cells_and_each_class_is_decided_once((site, users) in sites()) {
        let doors = doors(&site);
        let mut shared = Matrix::new(&site, &doors, at(NOW));
        let mut forgetful = Matrix { max_kept: 2, ..Matrix::new(&site, &doors, at(NOW)) };
        let mut classes = HashMap::new();
        for of_matrix in &users {
            let row = shared.cells(of_matrix);
            let alone = Matrix::new(&site, &doors, at(NOW)).cells(of_matrix);
            prop_assert_eq!(&row.cells, &alone.cells, "folding changes nothing");
            prop_assert_eq!(&row, &forgetful.cells(of_matrix), "what was forgotten is decided again");
            prop_assert!(forgetful.kept <= doors.len().max(2));
            let bare = shared.cells(&MatrixUser { held: IdentifierTypes::all(), ..of_matrix.clone() }).cells;
            let first = classes.entry(row.class).or_insert_with(|| bare.clone());
            prop_assert_eq!(&*first, &bare);
        }
        prop_assert_eq!(shared.classes(), classes.len());
    }

    #[test]
    fn a_preview_is_the_matrix_after_minus_the_matrix_before((site, users) in sites(), draft in rules(), replaced in 0..8usize) {
        let doors = doors(&site);
        let mut rules = site.rules.clone();
        if replaced < rules.len() { rules[replaced] = draft; } else { rules.push(AccessRule { id: RuleId(99), ..draft }); }
        let changed = MatrixSite { devices: site.devices.clone(), rules, schedules: book(), license: None };
        let (mut before, mut after) = (Matrix::new(&site, &doors, at(NOW)), Matrix::new(&changed, &doors, at(NOW)));
        for of_matrix in &users {
            let changes = changed_cells(&mut before, &mut after, &doors, of_matrix);
            let (old, new) = (before.cells(of_matrix), after.cells(of_matrix));
            for (position, door) in doors.iter().enumerate() {
                let (old, new) = (old.state(position), new.state(position));
                let reported = changes.iter().find(|change| change.door == *door).map(|change| (change.before, change.after));
                prop_assert_eq!(reported, (old != new).then_some((old, new)));
            }
        }
    }
}
