//! The contract's services: they translate, nothing more.
mod group;
mod group_type;
mod lists;

pub use group::Groups;
pub use group_type::GroupTypes;
pub use lists::Lists;
