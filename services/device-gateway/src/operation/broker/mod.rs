//! The MQTT broker.
mod restart;
pub mod settings;
mod status;

pub use restart::restart;
pub use status::{BrokerCondition, BrokerSummary, status};
