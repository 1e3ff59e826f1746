//! What a decision needs to know about a user.

use super::ids::{GroupId, UserId};
use super::sorted::Sorted;

#[derive(Clone, Debug)]
pub struct User {
    pub id: UserId,
    pub name: String,
    /// False for a user who is suspended: none of their identifiers opens then.
    pub is_active: bool,
    /// The user's groups and all groups above them, as the closure table lists them.
    pub groups: Sorted<GroupId>,
}
