//! The contract's services: they translate, nothing more.
mod license;
mod lists;

pub use license::Licenses;
pub use lists::Lists;
