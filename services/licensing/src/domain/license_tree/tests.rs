use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use time::macros::datetime;

use super::*;

const AT: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

fn limits(sip: Limit, mobile_app: Limit, ukey2: Limit) -> Counts {
    Counts { sip, mobile_app, ukey2 }
}

fn grant(limits: Counts) -> Grant {
    Grant { limits, features: BTreeSet::from(["sip".to_owned()]), period: None, former_end: None }
}

/// A residence 1 with buildings 2 and 3, and a flat 4 in building 2.
fn residence(total: Limit) -> LicenseTree {
    LicenseTree {
        parents: HashMap::from([(1, None), (2, Some(1)), (3, Some(1)), (4, Some(2))]),
        project: grant(limits(total, total, total)),
        grants: HashMap::new(),
        used: HashMap::new(),
    }
}

fn subjects(violations: &[Violation]) -> Vec<(u8, Node, String)> {
    violations.iter().map(Violation::subject).collect()
}

#[test]
fn an_item_is_at_home_at_the_nearest_group_with_limits() {
    let mut tree = residence(Some(10));
    tree.grants.insert(1, grant(limits(Some(5), Some(5), Some(5))));
    tree.used.insert((Kind::Sip, 4), 3);
    let demands = tree.demands(Kind::Sip);
    assert_eq!(demands[&Node::Group(1)], Demand { own: 3, reserved: Some(0) });
    assert_eq!(demands[&Node::Project], Demand { own: 0, reserved: Some(5) });
    tree.grants.insert(2, grant(limits(Some(4), Some(4), Some(4))));
    let demands = tree.demands(Kind::Sip);
    assert_eq!(demands[&Node::Group(2)], Demand { own: 3, reserved: Some(0) });
    assert_eq!(demands[&Node::Group(1)], Demand { own: 0, reserved: Some(4) });
    assert_eq!(tree.used_below(Kind::Sip)[&Node::Project], 3);
}

#[test]
fn a_limit_is_reserved_so_that_siblings_cannot_use_it() {
    let mut tree = residence(Some(10));
    tree.grants.insert(2, grant(limits(Some(6), Some(6), Some(6))));
    tree.grants.insert(3, grant(limits(Some(5), Some(4), Some(4))));
    assert_eq!(subjects(&tree.violations()), [(1, Node::Project, "sip".to_owned())]);
}

#[test]
fn a_limit_below_what_is_used_is_a_violation_at_the_group_itself() {
    let mut tree = residence(Some(10));
    tree.used.insert((Kind::Ukey2, 4), 3);
    tree.grants.insert(2, grant(limits(Some(2), Some(2), Some(2))));
    assert_eq!(subjects(&tree.violations()), [(1, Node::Group(2), "ukey2".to_owned())]);
}

#[test]
fn unlimited_fits_only_below_unlimited() {
    let mut tree = residence(None);
    tree.grants.insert(2, grant(Counts::UNLIMITED));
    assert!(tree.violations().is_empty());
    tree.project.limits.sip = Some(1_000_000);
    assert_eq!(subjects(&tree.violations()), [(1, Node::Project, "sip".to_owned())]);
}

#[test]
fn a_period_lies_within_that_of_the_group_above_and_covers_those_below() {
    let mut tree = residence(None);
    let bounds = |days: i64| Some(Bounds { from: Some(AT), to: Some(AT + time::Duration::days(days)) });
    tree.grants.insert(1, Grant { period: bounds(30), ..grant(Counts::UNLIMITED) });
    tree.grants.insert(2, grant(Counts::UNLIMITED));
    tree.grants.insert(4, Grant { period: bounds(31), ..grant(Counts::UNLIMITED) });
    assert_eq!(subjects(&tree.violations()), [(2, Node::Group(4), String::new())]);
    tree.grants.get_mut(&1).unwrap().period = bounds(31);
    assert!(tree.violations().is_empty());
    tree.project.period = Some(Bounds { from: None, to: Some(AT) });
    assert_eq!(subjects(&tree.violations()), [(2, Node::Group(1), String::new())]);
}

#[test]
fn a_group_has_no_feature_that_the_group_above_lacks() {
    let mut tree = residence(None);
    let with = |features: &[&str]| Grant { features: features.iter().map(|name| name.to_string()).collect(), ..grant(Counts::UNLIMITED) };
    tree.grants.insert(1, with(&[]));
    tree.grants.insert(4, with(&["sip"]));
    assert_eq!(subjects(&tree.violations()), [(3, Node::Group(4), "sip".to_owned())]);
}

#[test]
fn there_are_no_more_apps_than_numbers() {
    let mut tree = residence(None);
    tree.grants.insert(2, grant(limits(Some(3), Some(4), None)));
    assert_eq!(subjects(&tree.violations()), [(4, Node::Group(2), String::new())]);
}

#[test]
fn what_was_inconsistent_before_does_not_stop_another_change() {
    let mut before = residence(Some(10));
    before.grants.insert(2, grant(limits(Some(8), Some(8), Some(8))));
    // The licence has ended.
    before.project.limits = Counts::ZERO;
    let mut lowered = before.clone();
    lowered.grants.insert(2, grant(limits(Some(7), Some(7), Some(7))));
    assert!(lowered.violations_added_to(&before).is_empty());
    let mut raised = before.clone();
    raised.grants.insert(3, grant(limits(Some(1), Some(0), Some(0))));
    assert_eq!(subjects(&raised.violations_added_to(&before)), [(1, Node::Project, "sip".to_owned())]);
}

#[test]
fn a_cycle_of_moves_ends_the_walk() {
    let mut tree = residence(Some(10));
    tree.parents.insert(1, Some(4));
    tree.used.insert((Kind::Sip, 4), 1);
    assert_eq!(tree.home(4), Node::Project);
    assert_eq!(tree.used_within(Kind::Sip, 1), 1);
}

// The model: random trees and operations. An accepted operation keeps every invariant as their definitions say, without the
// code under test; a refused one passes when what its violations name is dropped.

const GROUPS: i64 = 7;

#[derive(Clone, Debug)]
enum Op {
    /// Limits of a group's own, of kinds sip, mobile_app and ukey2; a set of features; a period in days from AT.
    Give(i64, [Option<i64>; 3], u8, Option<(i64, i64)>),
    Withdraw(i64),
    Use(i64, usize),
    Release(i64, usize),
    Move(i64, Option<i64>),
    Buy([Option<i64>; 3]),
}

fn limit() -> impl Strategy<Value = Option<i64>> {
    prop_oneof![1 => Just(None), 9 => (0..12i64).prop_map(Some)]
}

fn three() -> impl Strategy<Value = [Option<i64>; 3]> {
    [limit(), limit(), limit()]
}

fn op() -> impl Strategy<Value = Op> {
    let group = 1..=GROUPS;
    prop_oneof![
        4 => (group.clone(), three(), 0..4u8, prop::option::of((0..9i64, 1..9i64))).prop_map(|(g, l, f, p)| Op::Give(g, l, f, p)),
        1 => group.clone().prop_map(Op::Withdraw),
        6 => (group.clone(), 0..3usize).prop_map(|(g, k)| Op::Use(g, k)),
        2 => (group.clone(), 0..3usize).prop_map(|(g, k)| Op::Release(g, k)),
        1 => (group.clone(), prop::option::of(group)).prop_map(|(g, p)| Op::Move(g, p)),
        1 => three().prop_map(Op::Buy),
    ]
}

fn counts(of: [Option<i64>; 3]) -> Counts {
    limits(of[0], of[1], of[2])
}

fn names(features: u8) -> BTreeSet<String> {
    [(1, "sip"), (2, "elevator")].into_iter().filter(|(bit, _)| features & bit != 0).map(|(_, name)| name.to_owned()).collect()
}

/// The tree after an operation, without any check; None for one that makes no sense.
fn applied(tree: &LicenseTree, op: &Op) -> Option<LicenseTree> {
    let mut next = tree.clone();
    match op {
        Op::Give(group, limits, features, period) => {
            let day = |days: i64| Some(AT + time::Duration::days(days));
            let period = period.map(|(from, length)| Bounds { from: day(from), to: day(from + length) });
            next.grants.insert(*group, Grant { limits: counts(*limits), features: names(*features), period, former_end: None });
        }
        Op::Withdraw(group) => drop(next.grants.remove(group)?),
        Op::Use(group, kind) => *next.used.entry((Kind::ALL[*kind], *group)).or_default() += 1,
        Op::Release(group, kind) => {
            let used = next.used.get_mut(&(Kind::ALL[*kind], *group)).filter(|used| **used > 0)?;
            *used -= 1;
        }
        Op::Move(group, parent) => {
            if parent.is_some_and(|parent| tree.upwards(parent).any(|id| id == *group)) {
                return None;
            }
            next.parents.insert(*group, *parent);
        }
        Op::Buy(limits) => next.project.limits = counts(*limits),
    }
    Some(next)
}

/// Groups below a node by the definition: `Some(true)` where a grant lies between.
fn is_below(tree: &LicenseTree, group: i64, node: Node) -> bool {
    match node {
        Node::Project => true,
        Node::Group(id) => group == id || tree.parents[&group].is_some_and(|parent| is_below(tree, parent, node)),
    }
}

/// I1 to I4 by their definitions.
fn holds(tree: &LicenseTree) -> bool {
    let nodes: Vec<Node> = std::iter::once(Node::Project).chain(tree.grants.keys().copied().map(Node::Group)).collect();
    let lies_in = |inner: Node, outer: Node| match inner {
        Node::Project => false,
        Node::Group(id) => inner != outer && is_below(tree, id, outer),
    };
    nodes.iter().all(|node| {
        let grant = tree.grant(*node).unwrap();
        let below: Vec<Node> = nodes.iter().copied().filter(|other| lies_in(*other, *node)).collect();
        let nearest: Vec<Node> = below.iter().copied().filter(|n| !below.iter().any(|between| lies_in(*n, *between))).collect();
        let quantities = Kind::ALL.into_iter().all(|kind| {
            let own: i64 = (1..=GROUPS)
                .filter(|group| is_below(tree, *group, *node) && !nearest.iter().any(|near| is_below(tree, *group, *near)))
                .map(|group| tree.used.get(&(kind, group)).copied().unwrap_or_default())
                .sum();
            let reserved = nearest.iter().try_fold(0, |sum, near| Some(sum + tree.grant(*near).unwrap().limits.of(kind)?));
            let used: i64 = (1..=GROUPS).filter(|group| is_below(tree, *group, *node)).filter_map(|group| tree.used.get(&(kind, group))).sum();
            // By induction no node uses more than it has.
            match grant.limits.of(kind) {
                None => true,
                Some(limit) => reserved.is_some_and(|reserved| own + reserved <= limit) && used <= limit,
            }
        });
        let children = nearest.iter().all(|child| {
            let inner = tree.grant(*child).unwrap();
            let period = inner.period.is_none_or(|period| tree.period(*node).covers(&period));
            let apps = inner.limits.sip.is_none_or(|sip| inner.limits.mobile_app.is_some_and(|apps| apps <= sip));
            period && apps && inner.features.is_subset(&grant.features)
        });
        quantities && children
    })
}

/// The tree with what a violation names put back to what it was.
fn dropped(next: &LicenseTree, before: &LicenseTree, op: &Op, violations: &[Violation]) -> LicenseTree {
    let mut reduced = next.clone();
    let Op::Give(group, ..) = op else { return before.clone() };
    let old = before.grants.get(group).cloned();
    for violation in violations {
        let grant = reduced.grants.get_mut(group).unwrap();
        match violation {
            Violation::QuantityExceeded { kind, .. } => match &old {
                Some(old) => grant.limits.set(*kind, old.limits.of(*kind)),
                // What its items and the groups below need, neither more nor less.
                None => {
                    let need = next.demands(*kind)[&Node::Group(*group)].total();
                    grant.limits.set(*kind, need);
                }
            },
            Violation::PeriodOutside { .. } => grant.period = old.as_ref().and_then(|old| old.period),
            Violation::MissingFeature { feature, node, .. } if *node == Node::Group(*group) => drop(grant.features.remove(feature)),
            Violation::MissingFeature { feature, .. } => drop(grant.features.insert(feature.clone())),
            // It names both numbers.
            Violation::AppsAboveNumbers { .. } => match &old {
                Some(old) => {
                    grant.limits.sip = old.limits.sip;
                    grant.limits.mobile_app = old.limits.mobile_app;
                }
                None => grant.limits.mobile_app = grant.limits.sip,
            },
        }
    }
    reduced
}

#[test]
fn every_accepted_operation_keeps_the_invariants_and_every_refusal_is_needed() {
    const CASES: u32 = 512;
    let mut runner = TestRunner::new(ProptestConfig { cases: CASES, ..ProptestConfig::default() });
    let (accepted, refused) = (Cell::new(0), Cell::new(0));
    let cases = (prop::collection::vec(any::<prop::sample::Index>(), GROUPS as usize), three(), prop::collection::vec(op(), 1..40));
    let checked = runner.run(&cases, |(parents, total, ops)| {
        let (taken, not_taken) = run_case(&parents, total, &ops)?;
        accepted.set(accepted.get() + taken);
        refused.set(refused.get() + not_taken);
        Ok(())
    });
    checked.unwrap();
    println!("{CASES} cases: {} operations accepted, {} refused, 0 broken invariants", accepted.get(), refused.get());
}

/// Returns how many operations were accepted and refused.
fn run_case(parents: &[prop::sample::Index], total: [Option<i64>; 3], ops: &[Op]) -> Result<(usize, usize), TestCaseError> {
    let parent = |group: i64| match parents[group as usize - 1].index(group as usize) as i64 {
        0 => None,
        parent => Some(parent),
    };
    let mut tree = LicenseTree {
        parents: (1..=GROUPS).map(|group| (group, parent(group))).collect(),
        project: Grant { limits: counts(total), features: names(3), period: None, former_end: None },
        grants: HashMap::new(),
        used: HashMap::new(),
    };
    let (mut accepted, mut refused) = (0, 0);
    for op in ops {
        let Some(next) = applied(&tree, op) else { continue };
        let violations = next.violations_added_to(&tree);
        prop_assert_eq!(violations.is_empty(), holds(&next), "{:?}", op);
        if violations.is_empty() {
            accepted += 1;
            tree = next;
        } else {
            refused += 1;
            // Each violation is true of the refused tree: the definitions fail there.
            prop_assert!(!holds(&next));
            let mut reduced = next.clone();
            for _ in 0..8 {
                let violations = reduced.violations_added_to(&tree);
                if violations.is_empty() {
                    break;
                }
                reduced = dropped(&reduced, &tree, op, &violations);
            }
            // A group that had no limits may have no numbers that would do: the whole is dropped then.
            let is_new = matches!(op, Op::Give(group, ..) if !tree.grants.contains_key(group));
            prop_assert!(is_new || holds(&reduced), "{:?}", op);
        }
    }
    prop_assert!(holds(&tree));
    Ok((accepted, refused))
}

#[test]
fn a_group_uses_its_features_in_its_period_and_those_of_the_groups_above_it() {
    let day = |days: i64| AT + Duration::days(days);
    let mut tree = residence(None);
    let period = |from, to| Some(Bounds { from: Some(day(from)), to: Some(day(to)) });
    tree.grants.insert(1, Grant { period: period(0, 20), ..grant(Counts::UNLIMITED) });
    tree.grants.insert(2, Grant { period: period(5, 10), ..grant(Counts::UNLIMITED) });
    tree.grants.insert(3, grant(Counts::UNLIMITED));
    let grace = Duration::days(14);
    let at = |days: i64| [1, 2, 3, 4].map(|group| tree.use_at(group, grace, day(days)));
    use PeriodUse::{Grace, Off, Open};
    assert_eq!(at(-1), [Off, Off, Off, Off], "what has not begun has left nothing to go on with");
    assert_eq!(at(0), [Open, Off, Open, Off]);
    assert_eq!(at(5), [Open, Open, Open, Open]);
    assert_eq!(at(10), [Open, Grace, Open, Grace]);
    assert_eq!(at(20), [Grace, Grace, Grace, Grace]);
    assert_eq!(at(24), [Grace, Off, Grace, Off]);
    assert_eq!(at(34), [Off, Off, Off, Off]);
}

#[test]
fn a_new_period_that_begins_later_leaves_the_doors_their_grace() {
    use PeriodUse::{Grace as InGrace, Off, Open};
    let day = |days: i64| AT + Duration::days(days);
    let with = |from, to, former_end| {
        let period = Some(Bounds { from: Some(day(from)), to: Some(day(to)) });
        Grant { period, former_end, ..grant(Counts::UNLIMITED) }
    };
    let old = with(-100, 0, None);
    // On the fifth day after the end a period from the tenth day on is given.
    let new = with(10, 100, former_end(Some(&old), day(5)));
    let used = |grant: &Grant, days: i64| grant.use_at(Duration::days(14), day(days));
    assert_eq!([5, 9, 10, 99, 100, 114].map(|days| used(&new, days)), [InGrace, InGrace, Open, Open, InGrace, Off]);
    // One that begins after the grace.
    let late = with(20, 100, former_end(Some(&old), day(5)));
    assert_eq!([5, 13, 14, 19, 20].map(|days| used(&late, days)), [InGrace, InGrace, Off, Off, Open]);
    // Changed once more before it begins: the end stays.
    assert_eq!(former_end(Some(&late), day(13)), Some(day(0)));
    // What was open until the change ends with it; what never began had nothing.
    assert_eq!([former_end(None, AT), former_end(Some(&grant(Counts::UNLIMITED)), AT)], [Some(AT), Some(AT)]);
    assert_eq!(former_end(Some(&old), day(-1)), Some(day(-1)));
    assert_eq!(former_end(Some(&with(10, 100, None)), AT), None);
}
