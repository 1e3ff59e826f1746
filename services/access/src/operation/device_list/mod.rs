//! The lists of what devices should hold.
mod bump_versions;
mod compile;

pub use bump_versions::bump_list_versions;
pub use compile::compile;
