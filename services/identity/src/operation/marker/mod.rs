//! Markers that users can be given.
mod create;
mod delete;
mod update;

pub use create::create;
pub use delete::{MarkerDelete, delete, delete_all};
pub use update::{MarkerEditRights, update};
