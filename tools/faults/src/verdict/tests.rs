use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::ledger::{Entity, Verb};
use crate::observed::{Account, Memory};

const CARD: Entity = Entity { list: "identifiers", id: 7 };

/// A panel that sent two events, both promised and stored, and holds one card.
fn sound() -> (Observed, Changes) {
    let events = BTreeMap::from([(1, "a".to_string()), (2, "b".to_string())]);
    let account = Account { sent: events.clone(), promised: BTreeSet::from([1, 2]), pending: 0 };
    let cards = BTreeSet::from(["00-00-00-01".to_string()]);
    let memory = Memory { held: cards.clone(), expected: cards, bodies_agree: true, desired_version: 3, actual_version: 3, open_tasks: Vec::new() };
    let observed = Observed {
        accounts: BTreeMap::from([("p".into(), account)]),
        stored: BTreeMap::from([("p".into(), events)]),
        memories: BTreeMap::from([("p".into(), memory)]),
        entities: BTreeMap::from([(CARD, Known::Revoked)]),
        audited: BTreeMap::from([((CARD, "create"), 1), ((CARD, "edit"), 1)]),
        ..Observed::default()
    };
    let mut changes = Changes::default();
    changes.entities.insert(CARD, Known::Revoked);
    changes.audited.extend([((CARD, Verb::Create.action()), 1), ((CARD, Verb::Revoke.action()), 1)]);
    (observed, changes)
}

/// Changes a correct observation, and returns the invariants that fail then.
fn failing<T>(spoil: impl FnOnce(&mut Observed, &mut Changes) -> T) -> Vec<&'static str> {
    let (mut observed, mut changes) = sound();
    spoil(&mut observed, &mut changes);
    judge(&observed, &changes).into_iter().filter(|finding| !finding.holds()).map(|finding| finding.invariant).collect()
}

fn panel<T>(map: &mut BTreeMap<String, T>) -> &mut T {
    map.get_mut("p").expect("the panel")
}

#[test]
fn a_correct_platform_passes() {
    assert_eq!(failing(|_, _| {}), Vec::<&str>::new());
}

#[test]
fn an_acknowledged_event_that_is_not_stored_is_lost() {
    let found = failing(|observed, _| panel(&mut observed.stored).remove(&1));
    assert_eq!(found, ["every promised event is stored", "every event that happened was sent, answered and stored"]);
    let (mut observed, _) = sound();
    panel(&mut observed.stored).remove(&1);
    assert_eq!(observed.lost(), 1);
}

#[test]
fn an_event_that_was_sent_but_not_acknowledged_may_not_remain_on_the_panel() {
    let found = failing(|observed, _| {
        panel(&mut observed.stored).remove(&2);
        panel(&mut observed.accounts).promised.remove(&2);
    });
    assert_eq!(found, ["every event that happened was sent, answered and stored"]);
}

#[test]
fn an_event_that_nobody_sent_may_not_be_stored() {
    let found = failing(|observed, _| panel(&mut observed.stored).insert(9, "z".into()));
    assert_eq!(found, ["every stored event was sent, with this body"]);
}

#[test]
fn an_item_that_differs_from_the_desired_one_is_found() {
    let found = failing(|observed, _| panel(&mut observed.stored).insert(2, "x".into()));
    assert_eq!(found, ["every stored event was sent, with this body"]);
}

#[test]
fn a_panel_with_unanswered_events_is_found() {
    let found = failing(|observed, _| panel(&mut observed.accounts).pending = 1);
    assert_eq!(found, ["every event that happened was sent, answered and stored"]);
}

#[test]
fn a_missing_or_additional_card_is_found() {
    let wrong = ["every panel holds the cards that the rules give it"];
    assert_eq!(failing(|observed, _| panel(&mut observed.memories).held.clear()), wrong);
    assert_eq!(failing(|observed, _| panel(&mut observed.memories).expected.clear()), wrong);
    assert_eq!(failing(|observed, _| panel(&mut observed.memories).bodies_agree = false), wrong);
}

#[test]
fn an_old_version_or_an_open_task_is_found() {
    let wrong = ["every panel has acknowledged the version that is wanted"];
    assert_eq!(failing(|observed, _| panel(&mut observed.memories).actual_version = 2), wrong);
    assert_eq!(failing(|observed, _| panel(&mut observed.memories).open_tasks.push("identifiers_save".into())), wrong);
}

#[test]
fn waiting_events_and_dead_letters_are_found() {
    assert_eq!(failing(|observed, _| observed.outboxes.insert("access".into(), 1)), ["every outbox and every queue is empty"]);
    assert_eq!(failing(|observed, _| observed.waiting.insert("q".into(), 1)), ["every outbox and every queue is empty"]);
    assert_eq!(failing(|observed, _| observed.dead.insert("q".into(), 1)), ["no event is a dead letter"]);
    assert_eq!(failing(|observed, _| observed.not_notified.push(4)), ["every recipient of an event has its notification"]);
}

#[test]
fn an_acknowledged_change_must_be_stored_and_an_unanswered_one_may_be() {
    let there = |observed: &mut Observed| observed.entities.insert(CARD, Known::Present);
    assert_eq!(failing(|observed, _| there(observed)), ["every acknowledged change is there"]);
    let unsure = failing(|observed, changes| {
        there(observed);
        changes.entities.insert(CARD, Known::Unsure);
    });
    assert!(unsure.is_empty());
}

#[test]
fn an_acknowledged_change_must_be_audited() {
    let wrong = ["every acknowledged change is in the unbroken audit log"];
    assert_eq!(failing(|observed, _| observed.audited.remove(&(CARD, "edit"))), wrong);
    assert_eq!(failing(|observed, _| observed.broken_chain = Some("record 4".into())), wrong);
}

#[test]
fn failures_of_the_platform_itself_are_found() {
    assert_eq!(failing(|_, changes| changes.broken.push("500".into())), ["no answer was an internal error"]);
    assert_eq!(failing(|observed, _| observed.fallen.push("access".into())), ["no process ended by itself"]);
}
