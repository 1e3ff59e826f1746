//! What every service is made of: how it is described and started, its database with tenancy, the outbox and
//! its consumers, the caller's context, lists, errors, secrets and telemetry. No business rules.

pub mod admin;
pub mod audit;
pub mod caller;
pub mod clock;
pub mod consumer;
pub mod context;
pub mod db;
pub mod error;
pub mod listing;
pub mod metrics;
pub mod outbox;
pub mod patch;
pub mod peers;
pub mod process;
pub mod realtime;
pub mod seal;
pub mod settings;
pub mod setup;
pub mod telemetry;
pub mod tree;
pub mod validate;

pub use clock::Clock;
pub use context::{Context, Running, Service};
pub use db::{Database, Tx};
pub use error::{Error, Result};
pub use listing::{ListQuery, Listing, Page};
pub use patch::Mask;
pub use settings::Settings;
pub use validate::Fields;
