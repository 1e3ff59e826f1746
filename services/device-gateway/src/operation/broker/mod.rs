//! The MQTT broker.
mod restart;
mod status;

pub use restart::restart;
pub use status::{BrokerCondition, BrokerSummary, status};
