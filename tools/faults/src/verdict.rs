//! The verdict: compares the sets of events and identifiers that were sent, acknowledged, stored and desired. Pure.
use std::fmt;

use crate::ledger::{Changes, Known};
use crate::observed::Observed;

/// Number of examples in the report of an invariant.
const SHOWN: usize = 5;

/// One invariant, and what contradicts it.
#[derive(Debug)]
pub struct Finding {
    pub invariant: &'static str,
    against: Vec<String>,
}

impl Finding {
    pub fn new(invariant: &'static str, against: Vec<String>) -> Self {
        Finding { invariant, against }
    }

    pub fn holds(&self) -> bool {
        self.against.is_empty()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", if self.holds() { "ok    " } else { "FAILED" }, self.invariant)?;
        if !self.holds() {
            write!(f, ": {} against it, as {}", self.against.len(), self.against[..self.against.len().min(SHOWN)].join("; "))?;
        }
        Ok(())
    }
}

/// Every invariant, in the README's order.
pub fn judge(observed: &Observed, changes: &Changes) -> Vec<Finding> {
    let finding = Finding::new;
    vec![
        finding("every promised event is stored", promised_not_stored(observed)),
        finding("every stored event was sent, with this body", stored_not_sent(observed)),
        finding("every event that happened was sent, answered and stored", left_behind(observed)),
        finding("every panel holds the cards that the rules give it", held_wrongly(observed)),
        finding("every panel has acknowledged the version that is wanted", behind(observed)),
        finding("every outbox and every queue is empty", undelivered(observed)),
        finding("no event is a dead letter", observed.dead.iter().map(|(queue, events)| format!("{events} in {queue}")).collect()),
        finding("every recipient of an event has its notification", observed.not_notified.iter().map(|id| format!("event {id}")).collect()),
        finding("every acknowledged change is there", undone(observed, changes)),
        finding("every acknowledged change is in the unbroken audit log", unaudited(observed, changes)),
        finding("no answer was an internal error", changes.broken.clone()),
        finding("no process ended by itself", observed.fallen.clone()),
    ]
}

fn promised_not_stored(observed: &Observed) -> Vec<String> {
    let promised = observed.accounts.iter().flat_map(|(serial, account)| account.promised.iter().map(move |id| (serial, *id)));
    promised.filter(|(serial, id)| !observed.holds(serial, *id)).map(|(serial, id)| format!("{serial} event {id}")).collect()
}

fn stored_not_sent(observed: &Observed) -> Vec<String> {
    let stored = observed.stored.iter().flat_map(|(serial, events)| events.iter().map(move |(id, body)| (serial, id, body)));
    let differs = |serial: &String, id: &u64, body: &String| observed.accounts.get(serial).and_then(|account| account.sent.get(id)) != Some(body);
    stored.filter(|(serial, id, body)| differs(serial, id, body)).map(|(serial, id, _)| format!("{serial} event {id}")).collect()
}

fn left_behind(observed: &Observed) -> Vec<String> {
    let mut against = Vec::new();
    for (serial, account) in &observed.accounts {
        if account.pending > 0 {
            against.push(format!("{serial} keeps {}", account.pending));
        }
        against.extend(account.sent.keys().filter(|id| !observed.holds(serial, **id)).map(|id| format!("{serial} event {id}")));
    }
    against
}

fn held_wrongly(observed: &Observed) -> Vec<String> {
    let mut against = Vec::new();
    for (serial, memory) in &observed.memories {
        let (extra, missing) = (memory.held.difference(&memory.expected).count(), memory.expected.difference(&memory.held).count());
        if extra + missing > 0 {
            against.push(format!("{serial} lacks {missing} and has {extra} too many"));
        } else if !memory.bodies_agree {
            against.push(format!("{serial} holds bodies other than those wanted"));
        }
    }
    against
}

fn behind(observed: &Observed) -> Vec<String> {
    let late = observed.memories.iter().filter(|(_, memory)| memory.desired_version != memory.actual_version || !memory.open_tasks.is_empty());
    late.map(|(serial, memory)| format!("{serial} at {} of {} [{}]", memory.actual_version, memory.desired_version, memory.open_tasks.join(", ")))
        .collect()
}

fn undelivered(observed: &Observed) -> Vec<String> {
    let outboxes = observed.outboxes.iter().map(|(service, rows)| format!("{rows} in the outbox of {service}"));
    outboxes.chain(observed.waiting.iter().map(|(queue, events)| format!("{events} in {queue}"))).collect()
}

fn undone(observed: &Observed, changes: &Changes) -> Vec<String> {
    let wrong = changes.entities.iter().filter(|(entity, known)| {
        let found = observed.entities.get(entity).copied().unwrap_or(Known::Gone);
        **known != Known::Unsure && **known != found
    });
    wrong.map(|(entity, known)| format!("{}/{} should be {known:?}", entity.list, entity.id).to_lowercase()).collect()
}

fn unaudited(observed: &Observed, changes: &Changes) -> Vec<String> {
    let missing = changes.audited.iter().filter(|(change, times)| observed.audited.get(change).is_none_or(|found| found < times));
    let missing = missing.map(|((entity, action), _)| format!("{action} {}/{}", entity.list, entity.id));
    missing.chain(observed.broken_chain.clone()).collect()
}

#[cfg(test)]
mod tests;
