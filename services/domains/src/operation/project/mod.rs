//! Projects, which identity keeps.
mod prepare;

pub use prepare::prepare;
