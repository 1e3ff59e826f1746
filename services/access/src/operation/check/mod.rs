//! The access decision, asked by a person and explained.
mod explain;

pub use explain::{AccessQuestion, Explanation, explain};
