//! Events between services: what a service publishes and what it consumes, over RabbitMQ.
//!
//! A change and its event commit together. The parts, in the order of an event's way:
//!
//! 1. [`outbox`]: `emit` writes the event in the transaction of the change; one relay per service publishes the rows in order
//!    and deletes each after the broker's confirm.
//! 2. [`topology`]: exchange, queues and bindings of all services, declared before the first event is sent.
//! 3. [`consumer`]: a queue per service, batches in one transaction with the inbox, projects in turn, dead letters. A service
//!    implements `Handler`; what follows a commit is returned by it.
//! 4. [`dead_letters`]: a look at them, and their way back.
//! 5. [`audit`]: the record of a change, an event to identity.
//!
//! Delivery is at least once and the inbox makes it once. Order holds within a project, not between projects
//! (docs/adr/0071). The tables `outbox` and `inbox` are those of `kit-database`'s migrations.
use std::sync::Arc;

use kit_core::Settings;
use kit_database::Database;

pub mod audit;
pub mod consumer;
pub mod dead_letters;
pub mod outbox;
mod packing;
pub mod topology;

pub use topology::Topology;

/// What the relay and the consumers of a service work with.
#[derive(Clone)]
pub struct EventContext {
    pub service: &'static str,
    pub settings: Arc<Settings>,
    pub database: Database,
    pub topology: Topology,
}
