//! Views of lists that people share.
mod create;
mod delete;
mod list;

pub use create::create;
pub use delete::delete;
pub use list::list;
