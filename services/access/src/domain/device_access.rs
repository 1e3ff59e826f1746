//! A device, and everything that decides about access to it.

use jiff::Timestamp;

use super::access_rule::AccessRule;
use super::compiler;
use super::decision::{Question, Who};
use super::device::Device;
use super::identifier::{Identifier, LicenseGate};
use super::ids::{IdentifierId, UserId};
use super::schedule_book::ScheduleBook;
use super::user::User;

/// A device, and everything that names it.
pub struct DeviceAccess {
    pub device: Device,
    /// The version of the device's list that this makes.
    pub version: i64,
    pub users: Vec<User>,
    pub identifiers: Vec<Identifier>,
    pub rules: Vec<AccessRule>,
    pub schedules: ScheduleBook,
    /// None while the licence of the project is not known: it then limits nothing.
    pub license: Option<LicenseGate>,
}

impl DeviceAccess {
    /// As the compiler reads it.
    pub fn site(&self) -> compiler::Site<'_> {
        compiler::Site {
            users: &self.users,
            identifiers: &self.identifiers,
            rules: &self.rules,
            schedules: &self.schedules,
            license: self.license.as_ref(),
        }
    }

    /// May `who` open a lock of the device at an instant? `lock`: 1 to 8, or 0 for any.
    pub fn question<'a>(&'a self, who: Who<'a>, lock: u8, at: Timestamp) -> Question<'a> {
        Question { who, device: &self.device, lock, at, schedules: &self.schedules, license: self.license.as_ref() }
    }

    /// The identifier with its owner, as far as they were read.
    pub fn identifier(&self, id: IdentifierId) -> Option<(&Identifier, Option<&User>)> {
        let identifier = self.identifiers.iter().find(|identifier| identifier.id == id)?;
        Some((identifier, identifier.owner.and_then(|owner| self.user(owner))))
    }

    pub fn user(&self, id: UserId) -> Option<&User> {
        self.users.iter().find(|user| user.id == id)
    }
}
