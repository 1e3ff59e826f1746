//! Mail templates of the project and of groups.
pub mod create;
pub mod delete;
pub mod delete_many;
pub mod delete_of_group;
pub mod rights;
pub mod update;
