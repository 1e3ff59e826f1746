//! The observed state of the whole platform.
use std::collections::{BTreeMap, BTreeSet};

use crate::ledger::{Entity, Known};

/// Events of a panel, as the panel reports them.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// Fingerprints by event number.
    pub sent: BTreeMap<u64, String>,
    pub promised: BTreeSet<u64>,
    /// Events that still wait for an answer, sent or not.
    pub pending: u64,
}

/// Identifiers in a panel's memory, and those that it should store.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Canonical numbers.
    pub held: BTreeSet<String>,
    pub expected: BTreeSet<String>,
    /// Whether each item equals the desired one of device-gateway.
    pub bodies_agree: bool,
    pub desired_version: i64,
    pub actual_version: i64,
    /// Unfinished tasks, and the replica that works on each.
    pub open_tasks: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// By serial number, as the following two.
    pub accounts: BTreeMap<String, Account>,
    /// Fingerprints by event number, of what the event log holds.
    pub stored: BTreeMap<String, BTreeMap<u64, String>>,
    pub memories: BTreeMap<String, Memory>,
    /// Rows by service, empty outboxes left out.
    pub outboxes: BTreeMap<String, i64>,
    /// Events by queue, empty queues left out.
    pub waiting: BTreeMap<String, u32>,
    pub dead: BTreeMap<String, u32>,
    /// Ids of events that lack a notification.
    pub not_notified: Vec<i64>,
    pub entities: BTreeMap<Entity, Known>,
    pub audited: BTreeMap<(Entity, &'static str), i64>,
    /// What `vestibule audit verify` found wrong.
    pub broken_chain: Option<String>,
    /// Processes that ended by themselves.
    pub fallen: Vec<String>,
}

impl Observed {
    pub fn sent(&self) -> usize {
        self.accounts.values().map(|account| account.sent.len()).sum()
    }

    pub fn promised(&self) -> usize {
        self.accounts.values().map(|account| account.promised.len()).sum()
    }

    pub fn stored(&self) -> usize {
        self.stored.values().map(BTreeMap::len).sum()
    }

    /// Events that were acknowledged to the panel, but are not stored.
    pub fn lost(&self) -> usize {
        self.accounts.iter().map(|(serial, account)| account.promised.iter().filter(|id| !self.holds(serial, **id)).count()).sum()
    }

    pub fn holds(&self, serial: &str, id: u64) -> bool {
        self.stored.get(serial).is_some_and(|events| events.contains_key(&id))
    }
}
