//! What decides about one device, read from the tables into the rules' own types: for the compiler and for the
//! explanation alike.
mod load;

pub(crate) use load::timestamp;

use kit::Result;
use sqlx::PgConnection;

use crate::domain::compiler;
use crate::domain::device::Device;
use crate::domain::identifier::{Identifier, LicenseGate};
use crate::domain::ids::{IdentifierId, UserId};
use crate::domain::person::Person;
use crate::domain::rule::AccessRule;
use crate::domain::schedule_book::ScheduleBook;

/// A device, and everything that names it.
pub struct DeviceSite {
    pub device: Device,
    /// The version of the device's list that this is.
    pub version: i64,
    pub people: Vec<Person>,
    pub identifiers: Vec<Identifier>,
    pub rules: Vec<AccessRule>,
    pub schedules: ScheduleBook,
    pub license: LicenseGate,
}

/// Whom to read.
#[derive(Clone, Copy, Debug)]
pub enum Whom {
    /// Everybody whom the device's rules name.
    All,
    /// One user, or one identifier and its owner: what a question about them needs.
    Only { user: Option<i64>, identifier: Option<i64> },
}

impl DeviceSite {
    /// `NotFound` when the project has no such device. Read it in a repeatable-read transaction.
    pub async fn load(connection: &mut PgConnection, project_id: i64, device: i64, whom: Whom) -> Result<DeviceSite> {
        load::run(connection, project_id, device, whom).await
    }

    pub fn compiled(&self) -> compiler::Site<'_> {
        compiler::Site {
            people: &self.people,
            identifiers: &self.identifiers,
            rules: &self.rules,
            schedules: &self.schedules,
            license: Some(&self.license),
        }
    }

    /// With its owner, as far as they are known.
    pub fn identifier(&self, id: IdentifierId) -> Option<(&Identifier, Option<&Person>)> {
        let identifier = self.identifiers.iter().find(|held| held.id == id)?;
        Some((identifier, identifier.owner.and_then(|owner| self.person(owner))))
    }

    pub fn person(&self, id: UserId) -> Option<&Person> {
        self.people.iter().find(|person| person.id == id)
    }
}
