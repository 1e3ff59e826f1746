//! Types of groups.
mod create;
mod delete;
mod update;

pub use create::create;
pub use delete::{delete, delete_all};
pub use update::update;
