//! Who is behind a number.
mod find;

pub use find::find;
