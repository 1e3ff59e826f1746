//! Users of a project, changed by others.
pub(crate) mod account;
mod create;
mod delete;
mod export;
pub(crate) mod groups;
pub(crate) mod import;
mod reach;
pub(crate) mod related;
mod remove_second_factors;
mod set_password;
mod update;

pub use create::create;
pub use delete::{UserDelete, delete, delete_all};
pub use export::export;
pub use import::import;
pub use reach::{Reach, edit_scope, find_editable, find_manageable, reach, refuse_own_by_token};
pub use remove_second_factors::{has_second_factor, remove_second_factors};
pub use set_password::set_password;
pub use update::{UserEditRights, update};
