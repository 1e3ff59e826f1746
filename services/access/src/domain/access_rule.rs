//! Access rules: who, where, when, and whether it grants or forbids.

mod draft;

pub use draft::{AccessRuleDraft, DeviceLock, MAX_NAMED, MAX_WHOLE, Members, RuleFields};

use super::device::Locks;
use super::identifier::{Identifier, OwnerType};
use super::ids::{DeviceId, GroupId, IdentifierId, RuleId, ScheduleId, UserId};
use super::sorted::Sorted;
use super::user::User;

/// A lock of a device that a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    pub device: DeviceId,
    /// 1 to 8, or 0 for every lock of the device.
    pub lock: u8,
}

#[derive(Clone, Debug)]
pub struct AccessRule {
    pub id: RuleId,
    pub name: String,
    /// Forbids in place of granting, and wins over any grant.
    pub prohibition: bool,
    /// May be handed on to guests.
    pub is_shareable: bool,
    pub doors: Vec<Door>,
    pub users: Sorted<UserId>,
    pub identifiers: Sorted<IdentifierId>,
    /// Everybody in these groups and in the groups below them.
    pub groups: Sorted<GroupId>,
    /// A lockdown, which forbids: names everybody but people of these groups and of the groups below them.
    pub everybody_but: Option<Sorted<GroupId>>,
    /// With none the rule holds at any time, with several when any of them does.
    pub schedules: Sorted<ScheduleId>,
}

impl AccessRule {
    /// The locks of a device that the rule names.
    pub fn locks_of(&self, device: DeviceId) -> Locks {
        let doors = self.doors.iter().filter(|door| door.device == device);
        doors.fold(Locks::default(), |locks, door| locks.with(door.lock))
    }

    /// Whether the rule names a user, directly or by a group.
    pub fn names_user(&self, user: &User) -> bool {
        match &self.everybody_but {
            Some(pass) => !pass.intersects(&user.groups),
            None => self.users.contains(&user.id) || self.groups.intersects(&user.groups),
        }
    }

    /// Whether the rule names an identifier, directly or by its owner.
    ///
    /// A guest's key opens only what was chosen for it: the rules that grant to its giver do not
    /// pass to the guest, while those that forbid do.
    pub fn names_identifier(&self, identifier: &Identifier, owner: Option<&User>) -> bool {
        if self.everybody_but.is_some() {
            // A guest of somebody of these groups is not of these groups.
            return identifier.owner_type == OwnerType::Guest || owner.is_none_or(|owner| self.names_user(owner));
        }
        let inherits = self.prohibition || identifier.owner_type == OwnerType::Owner;
        let is_chosen = self.identifiers.contains(&identifier.id) && self.may_be_given(identifier, owner);
        is_chosen || (inherits && owner.is_some_and(|owner| self.names_user(owner)))
    }

    /// Whether the rule counts for an identifier that it names. Nobody hands on what they may not do, or no longer: for a key
    /// that somebody gave to a guest a grant counts only while it may be shared and names the giver.
    pub fn may_be_given(&self, identifier: &Identifier, giver: Option<&User>) -> bool {
        let is_givers = || self.is_shareable && giver.is_some_and(|giver| self.names_user(giver));
        self.prohibition || !identifier.is_guest_key || is_givers()
    }
}
