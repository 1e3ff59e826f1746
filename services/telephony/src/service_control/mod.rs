//! The SIP service as its operators see it: how it is, writing its accounts anew, restarting its edge.
mod probe;
mod reinit;
mod restart;
mod status;

pub use reinit::reinit;
pub use restart::{abandoned, end_abandoned, restart};
pub use status::status;
