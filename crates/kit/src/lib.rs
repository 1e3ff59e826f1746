//! What services name: the parts of the kit under one name, and what puts them together.
//!
//! | crate | what it has |
//! |---|---|
//! | `kit-core` | errors, settings, checks of input, time, secrets; no server needed |
//! | `kit-telemetry` | logs, traces, metrics |
//! | `kit-database` | Postgres with tenancy, lists and proofs, Redis |
//! | `kit-events` | outbox, consumers, audit |
//! | `kit-rpc` | callers, peers, certificates, files in and out, requests to addresses that users entered |
//!
//! Each is above those before it; `kit-rpc` needs core and telemetry only. Here is what needs several of them: what a service
//! is and what it works with ([`context`]), how a process runs and ends ([`process`], [`admin`]), periodic work, projections
//! of other services' entities with the wait for them, rate limits, pushes to browsers. No business rules.

pub mod admin;
mod backlog;
pub mod context;
mod dead_letters;
pub mod group_members;
mod health;
pub mod owned_counts;
mod periodic;
pub mod process;
pub mod projection;
pub mod projection_lag;
pub mod rate_limit;
pub mod realtime;
pub mod reference;
mod server_figures;
pub mod session_link;

pub use kit_core::{
    clock, entity_fields, error, json, networks, patch, seal, services, settings, shutdown, signed_link, url_component, validate, variables, zone,
};
pub use kit_database::{bulk, db, features, list_query, listing, redis, related, search, setup, tree};
pub use kit_events::{audit, consumer, outbox};
pub use kit_rpc::{caller, download, outgoing, peers, resend, upload, upload_places};
pub use kit_telemetry as telemetry;
pub use kit_telemetry::metrics;

pub use context::{Context, Running, Service};
pub use kit_core::{Clock, DatabaseTimeouts, EntityFields, Error, Fields, Leadership, Mask, Result, Settings, Shutdown, Timeouts};
pub use kit_database::{Database, ListQuery, Listing, Page, Reader, Redis, Tx};
pub use kit_events::Topology;
pub use kit_rpc::Outgoing;
pub use periodic::run_periodically;
