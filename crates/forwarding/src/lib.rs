//! Queues of numbers that ring one after the other, as numbers, forward rules and groups keep them: their form, the
//! API's, and what makes them sound. Who rings by them at a moment is telephony's to decide.
mod api;
mod check;
mod queue;

pub use check::{check, check_needed};
pub use queue::{IfError, IfNoAnswer, Params, Period, Queue, TrunkNumber};
