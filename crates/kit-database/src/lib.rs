//! Where a service keeps its data: Postgres with tenancy, and Redis.
//!
//! 1. [`db`]: `read(project)` for reading, `tenant(project)` for a transaction in which only the rows of a project exist,
//!    `system()` for the platform's own work. Row-level security enforces it. The tables that every service has (outbox,
//!    inbox, the group tree, search terms) come with the migrations of this crate.
//! 2. [`listing`]: one `Listing` per noun gives its list with filters, search, sorting and pages, its finders under the
//!    caller's scope, and `find_for_update`, which makes the proof that a write takes (`Permitted<Row, Action>`).
//! 3. [`related`]: ids of a request that must be visible to the caller. [`bulk`]: deleting many. [`search`]: the palette's search.
//! 4. [`tree`] and [`features`]: projections that many services have, of the group tree and of licensed features.
//! 5. [`redis`]: one connection for the process, and subscriptions that reconnect.
//! 6. [`setup`]: creates roles and databases.

mod budget;
pub mod bulk;
mod cancel_safe_begin;
mod connect_options;
pub mod db;
pub mod features;
pub mod listing;
mod readers;
pub mod redis;
pub mod related;
pub mod search;
pub mod setup;
pub mod tree;

pub use self::redis::Redis;
pub use db::{Database, Tx};
pub use listing::{ListQuery, Listing, Page};
pub use readers::Reader;
