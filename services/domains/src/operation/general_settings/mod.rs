//! The general settings name roles, which identity keeps, and a group, and contain a code that no other project has.
mod find_names;
mod update;

pub use find_names::find_names;
pub use update::update;
