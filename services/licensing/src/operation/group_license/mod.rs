//! What groups have of the licences.
mod find;
mod list;
mod refusal;
mod update;
pub mod view;

pub use find::find;
pub use list::list;
pub use refusal::ensure_consistent;
pub use update::update;
