//! A virtual number and who is behind it, as routing sees it.
use policy::{Caller, CallerKind, Permission, PermissionSet};

use crate::domain::route::Party;

#[derive(Clone, Debug, Default)]
pub struct Endpoint {
    pub party: Party,
    /// It is switched on, and so is the user whose it is.
    pub is_active: bool,
    pub is_general: bool,
    /// From the root to the groups that it is reached by, each of those last: its user's, its device's, else its own.
    pub paths: Vec<Vec<i64>>,
    /// The groups and the rights of its user; none where it has no user.
    pub domain_ids: Vec<i64>,
    pub rights: PermissionSet,
}

impl Endpoint {
    pub fn is_device(&self) -> bool {
        self.party.device_id != 0
    }

    /// Its user takes the calls of panels for others.
    pub fn is_concierge(&self) -> bool {
        self.party.user_id != 0 && self.rights.contains(Permission::CanInterceptCallLikeConcierge)
    }

    /// Whether both are the same number, or numbers of one user.
    pub fn is_same(&self, other: &Endpoint) -> bool {
        self.party.number == other.party.number || (self.party.user_id != 0 && self.party.user_id == other.party.user_id)
    }

    /// Its user, as every other service sees them, so that a call is asked of the same table as an operation.
    pub fn user(&self, project_id: i64) -> Caller {
        Caller {
            project_id,
            user_id: self.party.user_id,
            permissions: self.rights,
            domain_ids: self.domain_ids.clone(),
            kind: CallerKind::User,
            ..Caller::default()
        }
    }
}
