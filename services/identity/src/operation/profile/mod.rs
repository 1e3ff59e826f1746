//! The caller's own user and account.
pub(crate) mod account;
mod change_password;
mod delete;
mod update;

pub use change_password::change_password;
pub use delete::delete;
pub use update::update;
