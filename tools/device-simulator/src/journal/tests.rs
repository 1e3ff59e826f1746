use std::io::Write;

use device_protocol::{EventCode, EventInfo};

use super::*;
use crate::store::tests::Scratch;

fn draft(code: EventCode) -> EventDraft {
    EventDraft { at: "2026-03-04T11:00:00.123Z".parse().unwrap(), code, info: EventInfo::default() }
}

fn record(journal: &mut Journal, count: usize) -> Vec<Event> {
    (0..count).map(|_| journal.record(draft(EventCode::DoorWasOpened)).unwrap()).collect()
}

fn open(scratch: &Scratch) -> Journal {
    Journal::open(&scratch.folder()).unwrap()
}

fn ids(events: &[Event]) -> Vec<u64> {
    events.iter().map(|event| event.id).collect()
}

#[test]
fn numbers_rise_and_go_on_after_a_restart() {
    let scratch = Scratch::default();
    let events = record(&mut open(&scratch), 3);
    assert_eq!(ids(&events), [1, 2, 3]);
    let mut again = open(&scratch);
    assert_eq!(ids(&record(&mut again, 1)), [4]);
}

#[test]
fn numbers_go_on_even_when_everything_was_answered() {
    let scratch = Scratch::default();
    let mut journal = open(&scratch);
    let events = record(&mut journal, 2);
    journal.mark_sent(&events).unwrap();
    journal.mark_stored(&[1, 2]).unwrap();
    drop(journal);
    drop(open(&scratch));
    assert_eq!(ids(&record(&mut open(&scratch), 1)), [3]);
}

#[test]
fn an_unanswered_event_survives_restarts_unchanged() {
    let scratch = Scratch::default();
    let mut journal = open(&scratch);
    let events = record(&mut journal, 3);
    journal.mark_sent(&events).unwrap();
    journal.mark_stored(&[2]).unwrap();
    drop(journal);
    let again = open(&scratch);
    assert_eq!(again.batch(100), [events[0].clone(), events[2].clone()]);
    assert_eq!(open(&scratch).ledger().view(), again.ledger().view());
}

#[test]
fn the_oldest_events_go_first_and_no_more_than_asked() {
    let scratch = Scratch::default();
    let mut journal = open(&scratch);
    record(&mut journal, 5);
    assert_eq!(ids(&journal.batch(3)), [1, 2, 3]);
}

#[test]
fn a_repeated_answer_changes_nothing() {
    let scratch = Scratch::default();
    let mut journal = open(&scratch);
    let events = record(&mut journal, 2);
    journal.mark_sent(&events).unwrap();
    assert_eq!(journal.mark_stored(&[1]).unwrap(), [1]);
    let before = journal.ledger().view();
    assert_eq!(journal.mark_stored(&[1, 1]).unwrap(), Vec::<u64>::new());
    assert_eq!((journal.ledger().view(), journal.pending_ids()), (before, vec![2]));
}

#[test]
fn an_answer_for_an_event_that_was_never_sent_is_ignored() {
    let scratch = Scratch::default();
    let mut journal = open(&scratch);
    record(&mut journal, 1);
    assert_eq!(journal.mark_stored(&[1, 99]).unwrap(), Vec::<u64>::new());
    assert_eq!(journal.pending_ids(), [1]);
}

#[test]
fn the_ledger_lists_sent_and_acknowledged_events() {
    let scratch = Scratch::default();
    let mut journal = open(&scratch);
    let events = record(&mut journal, 3);
    journal.mark_sent(&events[..2]).unwrap();
    journal.mark_stored(&[1]).unwrap();
    let sent = |event: &Event| SentEvent { id: event.id, hash: event.fingerprint() };
    let expected = LedgerView { sent: vec![sent(&events[0]), sent(&events[1])], promised: vec![1], forgotten: 0 };
    assert_eq!(journal.ledger().view(), expected);
    assert_eq!(open(&scratch).ledger().view(), expected);
}

#[test]
fn a_torn_last_line_loses_only_itself() {
    let scratch = Scratch::default();
    record(&mut open(&scratch), 2);
    let path = scratch.0.join("events.jsonl");
    let mut file = std::fs::OpenOptions::new().append(true).open(path).unwrap();
    file.write_all(br#"{"event":{"id":3,"created"#).unwrap();
    let mut again = open(&scratch);
    assert_eq!(again.pending_ids(), [1, 2]);
    assert_eq!(ids(&record(&mut again, 1)), [3]);
    assert_eq!(open(&scratch).pending_ids(), [1, 2, 3]);
}

#[test]
fn a_damaged_journal_is_an_error() {
    let scratch = Scratch::default();
    record(&mut open(&scratch), 1);
    let path = scratch.0.join("events.jsonl");
    let content = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("garbage\n{content}")).unwrap();
    assert!(Journal::open(&scratch.folder()).is_err());
}
