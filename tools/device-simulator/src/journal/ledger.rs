//! What was sent and what was promised: the record by which the fault checker judges.

use std::collections::BTreeMap;

use device_protocol::Event;
use serde::{Deserialize, Serialize};

/// Entries kept. Beyond it the oldest answered ones are forgotten, and counted.
const MAX_ENTRIES: usize = 500_000;

#[derive(Debug, Default)]
pub struct Ledger {
    entries: BTreeMap<u64, Entry>,
    forgotten: u64,
}

#[derive(Debug)]
struct Entry {
    fingerprint: String,
    sent: bool,
    promised: bool,
}

/// An event that was sent at least once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentEvent {
    pub id: u64,
    /// [`Event::fingerprint`] of the event as it was sent.
    pub hash: String,
}

/// The ledger as the control interface shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerView {
    pub sent: Vec<SentEvent>,
    /// Numbers that the server answered: it must have stored each of them.
    pub promised: Vec<u64>,
    /// Answered events whose entries made room for newer ones.
    pub forgotten: u64,
}

impl Ledger {
    pub(super) fn add(&mut self, event: &Event) {
        self.insert(event.id, Entry { fingerprint: event.fingerprint(), sent: false, promised: false });
    }

    /// An event that was answered before a restart.
    pub(super) fn restore(&mut self, id: u64, fingerprint: String) {
        self.insert(id, Entry { fingerprint, sent: true, promised: true });
    }

    /// Returns the ids for which this is the first sending.
    pub(super) fn mark_sent(&mut self, ids: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let mut first = Vec::new();
        for id in ids {
            if let Some(entry) = self.entries.get_mut(&id).filter(|entry| !entry.sent) {
                entry.sent = true;
                first.push(id);
            }
        }
        first
    }

    pub(super) fn mark_promised(&mut self, ids: &[u64]) {
        for id in ids {
            if let Some(entry) = self.entries.get_mut(id) {
                entry.promised = true;
            }
        }
    }

    pub(super) fn is_sent(&self, id: u64) -> bool {
        self.entries.get(&id).is_some_and(|entry| entry.sent)
    }

    pub(super) fn answered(&self) -> Vec<(u64, String)> {
        let done = self.entries.iter().filter(|(_, entry)| entry.promised);
        done.map(|(id, entry)| (*id, entry.fingerprint.clone())).collect()
    }

    pub fn view(&self) -> LedgerView {
        let sent = self.entries.iter().filter(|(_, entry)| entry.sent);
        let promised = self.entries.iter().filter(|(_, entry)| entry.promised);
        LedgerView {
            sent: sent.map(|(id, entry)| SentEvent { id: *id, hash: entry.fingerprint.clone() }).collect(),
            promised: promised.map(|(id, _)| *id).collect(),
            forgotten: self.forgotten,
        }
    }

    fn insert(&mut self, id: u64, entry: Entry) {
        self.entries.insert(id, entry);
        if self.entries.len() > MAX_ENTRIES {
            let oldest = self.entries.first_entry().filter(|oldest| oldest.get().promised);
            if let Some(oldest) = oldest {
                oldest.remove();
                self.forgotten += 1;
            }
        }
    }
}
