//! Many rows, written by Postgres itself as the tables' owner.
pub mod groups;
pub mod identifiers;

/// Ids of made rows begin here: above those of the demonstration site.
pub const FIRST: i64 = 1_000_000;
