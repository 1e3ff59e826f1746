//! The log of elevators.
mod export;

pub use export::export;
