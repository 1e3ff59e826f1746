//! The connections to brokers: the installation's, which is always there, and those of projects that have their own.
//!
//! The broker of a project speaks for devices of that project only, whatever it says.
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::MqttClient;

/// Cheap to clone.
#[derive(Clone)]
pub struct BrokerLink {
    pub scope: BrokerScope,
    pub mqtt: MqttClient,
}

/// Whose devices may come over a broker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrokerScope {
    /// None: the broker of the installation.
    pub broker_id: Option<i64>,
    /// None: devices of every project.
    pub project_id: Option<i64>,
}

impl BrokerScope {
    pub fn has(&self, project_id: i64) -> bool {
        self.project_id.is_none_or(|own| own == project_id)
    }
}

/// The brokers of projects that this process is connected to, or tries to be. Cheap to clone.
#[derive(Clone, Default)]
pub struct ProjectBrokers(Arc<RwLock<HashMap<i64, BrokerLink>>>);

impl ProjectBrokers {
    pub fn find(&self, broker_id: i64) -> Option<MqttClient> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&broker_id).map(|link| link.mqtt.clone())
    }

    pub fn insert(&self, broker_id: i64, link: BrokerLink) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(broker_id, link);
    }

    pub fn remove(&self, broker_id: i64) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(&broker_id);
    }
}
