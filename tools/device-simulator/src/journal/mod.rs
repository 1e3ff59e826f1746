//! A device's events: numbered, kept on disk until the server answered that it stored them, and
//! remembered after that as numbers and fingerprints, for the fault checker.

mod file;
mod ledger;

use std::collections::{BTreeMap, VecDeque};

use device_protocol::{Event, EventCode, EventInfo};
use jiff::Timestamp;

use crate::clock::to_protocol;
use crate::store::Folder;
use file::{Line, LogFile};
pub use ledger::{Ledger, LedgerView, SentEvent};

/// Events that may wait for an answer. A device that reaches this makes no new ones: it never
/// drops one that has a number.
pub const MAX_PENDING: usize = 200_000;

/// Events shown by the page and by the device's own log.
const RECENT: usize = 500;

#[derive(Debug)]
pub struct Journal {
    file: LogFile,
    last_id: u64,
    pending: BTreeMap<u64, Event>,
    ledger: Ledger,
    recent: VecDeque<Event>,
}

/// An event before it has a number.
#[derive(Debug, Clone)]
pub struct EventDraft {
    pub at: Timestamp,
    pub code: EventCode,
    pub info: EventInfo,
}

#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("the device's event memory is full")]
    Full,
    #[error("writing the event memory: {0}")]
    Write(#[from] std::io::Error),
}

impl Journal {
    pub fn open(folder: &Folder) -> anyhow::Result<Self> {
        let (file, lines) = LogFile::open(folder.file("events.jsonl"))?;
        let mut journal = Self { file, last_id: 0, pending: BTreeMap::new(), ledger: Ledger::default(), recent: VecDeque::new() };
        for line in lines {
            journal.replay(line);
        }
        // Also cuts off a line that a kill tore.
        journal.compact()?;
        Ok(journal)
    }

    /// Gives an event its number and keeps it.
    pub fn record(&mut self, draft: EventDraft) -> Result<Event, JournalError> {
        if self.pending.len() >= MAX_PENDING {
            return Err(JournalError::Full);
        }
        let category = draft.code.category().cloned().unwrap_or(device_protocol::EventCategory::Info);
        let id = self.last_id + 1;
        let event = Event { id, created_at: to_protocol(draft.at), category, code: draft.code, info: draft.info };
        self.file.append(&Line::Event(event.clone()))?;
        self.keep(event.clone());
        Ok(event)
    }

    /// The oldest unanswered events, in order.
    pub fn batch(&self, limit: usize) -> Vec<Event> {
        self.pending.values().take(limit).cloned().collect()
    }

    /// Notes that these are about to be sent. Called before the sending, so that whatever a server
    /// can have seen is on record, even when the process is killed in between.
    pub fn mark_sent(&mut self, events: &[Event]) -> Result<(), JournalError> {
        let ids = self.ledger.mark_sent(events.iter().map(|event| event.id));
        if !ids.is_empty() {
            self.file.append(&Line::Sent(ids))?;
        }
        Ok(())
    }

    /// Records that the server stored these events. Returns the numbers that were not answered before;
    /// numbers that were never sent are ignored.
    pub fn mark_stored(&mut self, ids: &[u64]) -> Result<Vec<u64>, JournalError> {
        let fresh: Vec<u64> = ids.iter().copied().filter(|id| self.pending.contains_key(id) && self.ledger.is_sent(*id)).collect();
        if fresh.is_empty() {
            return Ok(fresh);
        }
        self.file.append(&Line::Stored(fresh.clone()))?;
        self.forget(&fresh);
        if self.file.wants_compaction() {
            self.compact()?;
        }
        Ok(fresh)
    }

    pub fn pending_len(&self) -> usize {
        self.pending.len()
    }

    pub fn is_pending(&self, id: u64) -> bool {
        self.pending.contains_key(&id)
    }

    pub fn last_id(&self) -> u64 {
        self.last_id
    }

    /// The numbers of all unanswered events.
    pub fn pending_ids(&self) -> Vec<u64> {
        self.pending.keys().copied().collect()
    }

    /// The last events, newest first. After a restart, only unanswered ones are left.
    pub fn recent(&self) -> impl Iterator<Item = &Event> {
        self.recent.iter().rev()
    }

    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    fn replay(&mut self, line: Line) {
        match line {
            Line::Last(id) => self.last_id = self.last_id.max(id),
            Line::Answered(entries) => {
                for (id, fingerprint) in entries {
                    self.last_id = self.last_id.max(id);
                    self.ledger.restore(id, fingerprint);
                }
            }
            Line::Event(event) => self.keep(event),
            Line::Sent(ids) => {
                self.ledger.mark_sent(ids);
            }
            Line::Stored(ids) => self.forget(&ids),
        }
    }

    fn keep(&mut self, event: Event) {
        self.last_id = self.last_id.max(event.id);
        self.ledger.add(&event);
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(event.clone());
        self.pending.insert(event.id, event);
    }

    fn forget(&mut self, ids: &[u64]) {
        for id in ids {
            self.pending.remove(id);
        }
        self.ledger.mark_promised(ids);
    }

    fn compact(&mut self) -> std::io::Result<()> {
        let mut lines = vec![Line::Last(self.last_id), Line::Answered(self.ledger.answered())];
        lines.extend(self.pending.values().cloned().map(Line::Event));
        let sent = self.pending.keys().copied().filter(|id| self.ledger.is_sent(*id)).collect();
        lines.push(Line::Sent(sent));
        self.file.rewrite(&lines)
    }
}

#[cfg(test)]
mod tests;
