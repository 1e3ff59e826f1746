//! Deliveries to webhooks: what became of events, and dead letters that are sent again.
mod read;
mod replay;

pub use read::list;
pub use replay::{Replayed, replay};
