//! The calls of this replica.
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::{Notify, mpsc};
use uuid::Uuid;

use super::counters::StatusLabel;
use super::event::Event;
use crate::domain::call::CallStatus;
use crate::domain::route::Route;

/// Calls at once; more are refused. Each has some 100 KB and a call of rtpengine.
const MAX_CALLS: usize = 5_000;
/// Beyond those, calls for help.
const MAX_SOS_CALLS: usize = 200;

pub struct Registry {
    shard: u16,
    calls: Mutex<HashMap<String, Entry>>,
    gone: Notify,
    gauge: Family<StatusLabel, Gauge>,
}

struct Entry {
    project_id: i64,
    inbox: mpsc::Sender<Event>,
    status: CallStatus,
}

impl Registry {
    pub fn new(shard: u16, gauge: Family<StatusLabel, Gauge>) -> Self {
        Registry { shard, calls: Mutex::default(), gone: Notify::new(), gauge }
    }

    /// An id of this replica, which says so.
    pub fn new_id(&self) -> String {
        format!("{}-{}", self.shard, Uuid::now_v7())
    }

    /// False: there are too many.
    pub fn add(&self, id: &str, route: &Route, inbox: mpsc::Sender<Event>, status: CallStatus) -> bool {
        let mut calls = self.lock();
        if calls.len() >= if route.is_sos { MAX_CALLS + MAX_SOS_CALLS } else { MAX_CALLS } {
            return false;
        }
        self.gauge.get_or_create(&status.into()).inc();
        calls.insert(id.into(), Entry { project_id: route.project_id, inbox, status });
        true
    }

    pub fn status(&self, id: &str, status: CallStatus) {
        if let Some(entry) = self.lock().get_mut(id) {
            self.gauge.get_or_create(&entry.status.into()).dec();
            self.gauge.get_or_create(&status.into()).inc();
            entry.status = status;
        }
    }

    pub fn remove(&self, id: &str) {
        if let Some(entry) = self.lock().remove(id) {
            self.gauge.get_or_create(&entry.status.into()).dec();
        }
        self.gone.notify_waiters();
    }

    /// Where the call of the project takes events; None: it is not here, or not the project's.
    pub fn inbox(&self, id: &str, project_id: i64) -> Option<mpsc::Sender<Event>> {
        self.lock().get(id).filter(|entry| entry.project_id == project_id).map(|entry| entry.inbox.clone())
    }

    pub fn ids(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    /// When every call has gone.
    pub async fn drained(&self) {
        loop {
            let gone = self.gone.notified();
            if self.lock().is_empty() {
                return;
            }
            gone.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
