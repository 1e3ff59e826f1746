//! Obstacles of a user or an identifier that are the same at every door.

use jiff::Timestamp;

use super::Reason;
use crate::domain::identifier::{Identifier, IdentifierType, LicenseGate};
use crate::domain::user::User;

pub(crate) fn user_obstacles(user: &User) -> Vec<Reason> {
    if user.is_active { Vec::new() } else { vec![Reason::OwnerSuspended] }
}

/// Everything wrong with the identifier at the instant. `owner` is the person that it names; one
/// that is not known counts as suspended.
pub(crate) fn identifier_obstacles(identifier: &Identifier, owner: Option<&User>, license: Option<&LicenseGate>, at: Timestamp) -> Vec<Reason> {
    let early = identifier.valid_from.filter(|from| at < *from);
    let late = identifier.valid_to.filter(|to| *to <= at);
    let used_up = identifier.passes.is_some_and(|passes| passes.left() == 0);
    let suspended = match owner {
        Some(owner) => !owner.is_active,
        None => identifier.owner.is_some(),
    };
    let no_photo = identifier.kind == IdentifierType::Face && identifier.face.is_none();
    let hours = identifier.hours.as_ref().filter(|hours| !hours.contains(at));
    let unlicensed = license.is_some_and(|license| !license.allows(identifier)) || identifier.is_ended_for_owner();
    [
        (!identifier.is_active).then_some(Reason::IdentifierInactive),
        identifier.is_revoked.then_some(Reason::Revoked),
        early.map(|from| Reason::NotYetValid { from }),
        late.map(|to| Reason::Expired { to }),
        used_up.then_some(Reason::PassesUsedUp),
        no_photo.then_some(Reason::NoPhoto),
        hours.map(|hours| Reason::OutsideHours { next_opens: hours.next(at) }),
        suspended.then_some(Reason::OwnerSuspended),
        unlicensed.then_some(Reason::Unlicensed),
    ]
    .into_iter()
    .flatten()
    .collect()
}
