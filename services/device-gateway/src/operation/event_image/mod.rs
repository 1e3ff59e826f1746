//! Images of events.
mod delete_expired;
mod read;
mod take;

pub use delete_expired::{delete_expired, sweep};
pub use read::{links, read};
pub use take::take_in_background;
