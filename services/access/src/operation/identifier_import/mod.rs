//! Identifiers from a table: an attempt first, which says what would come of it, then all of it or nothing.
mod attempt;
mod carry_out;
mod continuation;
mod plan;

pub use attempt::{Attempt, CardPreview, attempt};
pub use carry_out::{ImportAction, carry_out};
