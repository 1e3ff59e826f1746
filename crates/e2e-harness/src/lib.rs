//! Drives a whole platform from outside, as `tools/faults` and `tools/bench` do: its processes, its databases,
//! a client of its REST interface, and a site with doors and people to work on.
//!
//! Nothing here knows the services' code: what is checked from outside must not depend on what is inside.

pub mod api;
pub mod databases;
pub mod environment;
pub mod process;
pub mod services;
pub mod site;
pub mod wait;

pub use api::{Answer, ApiClient};
pub use environment::Environment;
pub use process::ManagedProcess;
