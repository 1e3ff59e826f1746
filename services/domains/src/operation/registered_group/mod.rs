//! Root groups of people who registered by themselves.
mod create;

pub use create::create;
