//! Transports: they translate, and ask for the right.
mod lists;
mod profile;
mod role;
mod session;
mod user;

pub use lists::ListsRpc;
pub use profile::ProfileRpc;
pub use role::RoleRpc;
pub use session::{SessionRpc, USER_AGENT};
pub use user::UserRpc;
