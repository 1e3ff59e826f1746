//! Mobile clients of users.
mod delete;
mod list;

pub use delete::delete;
pub use list::list;
