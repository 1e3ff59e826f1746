//! Registration with a project's invitation code.
mod confirm;
mod register;

pub use confirm::confirm;
pub use register::{offer, register};
