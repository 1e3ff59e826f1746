//! Authorisation in one place: the permission catalogue, the table of who may do what, scopes over the group
//! tree, and `Authorized` proofs that storage asks for. Pure: no I/O.

mod caller;
mod kinds;
mod permission;
mod roles;
mod scope;
mod table;

pub use caller::{Authorized, Caller, CallerKind, CallerToken, Denied};
pub use kinds::{Action, ActionKind, Resource, ResourceKind, action, resource};
pub use permission::{Permission, PermissionSet};
pub use roles::{DefaultRole, default_roles};
pub use scope::{Reach, Scope};
pub use table::grants;
