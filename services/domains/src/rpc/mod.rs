//! The contract's services: they translate, nothing more.
mod generation;
mod group;
mod group_type;
mod integration;
mod lists;
mod registered_group;
mod settings;
mod structure;

pub use generation::Generation;
pub use group::Groups;
pub use group_type::GroupTypes;
pub use integration::Integrations;
pub use lists::Lists;
pub use registered_group::RegisteredGroups;
pub use settings::Settings;
pub use structure::Structures;
