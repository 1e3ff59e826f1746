//! What a device held before the platform, and what it becomes: identifiers and schedules under the link ids that the device
//! knows, and one rule for each set of locks and schedules. So the list that is compiled afterwards is what the device holds.

mod plan;
#[cfg(test)]
mod tests;

use jiff::tz::TimeZone;
use schedule::{DeviceProfile, ValidSchedule};
use time::OffsetDateTime;
use uuid::Uuid;

pub use plan::{AdoptedRule, AdoptionPlan, KnownIdentifier, KnownSite, Member, PlannedItem, PlannedKind, PlannedState};

use super::identifier::{IdentifierType, OwnerType};
use super::number::Number;

/// More than any device holds.
pub const MAX_IDENTIFIERS: usize = 10_000;
pub const MAX_SCHEDULES: usize = 1_000;
const MAX_NAME: usize = 100;
const MAX_PASSES: i32 = 99_999;

/// An identifier as a device holds it.
#[derive(Clone, Debug)]
pub struct HeldIdentifier {
    /// None for one that was created at the device itself.
    pub link_id: Option<Uuid>,
    /// None for a type that the platform does not know.
    pub kind: Option<IdentifierType>,
    pub number: String,
    pub name: String,
    pub owner_type: OwnerType,
    /// 0 for all.
    pub locks: Vec<i32>,
    pub valid_from: Option<OffsetDateTime>,
    pub valid_to: Option<OffsetDateTime>,
    /// That are left.
    pub passes: Option<i32>,
    pub schedules: Vec<Uuid>,
}

/// A schedule as a device holds it.
#[derive(Clone, Debug)]
pub struct HeldSchedule {
    pub link_id: Option<Uuid>,
    pub name: String,
    /// None for one that the platform cannot express.
    pub profile: Option<DeviceProfile>,
}

#[derive(Clone, Debug, Default)]
pub struct HeldList {
    pub identifiers: Vec<HeldIdentifier>,
    pub schedules: Vec<HeldSchedule>,
}

impl HeldList {
    /// Whether it has numbers that open doors for whoever knows them.
    pub fn has_secrets(&self) -> bool {
        self.identifiers.iter().any(|held| held.kind.is_some_and(IdentifierType::is_secret))
    }
}

/// An identifier to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdoptedIdentifier {
    pub link_id: Uuid,
    pub kind: IdentifierType,
    pub number: Number,
    /// As in the lists of devices.
    pub value: String,
    pub name: String,
    pub owner_type: OwnerType,
    pub valid_from: Option<OffsetDateTime>,
    pub valid_to: Option<OffsetDateTime>,
    pub passes: Option<i32>,
    /// In order; `[0]` for all.
    pub locks: Vec<i32>,
    /// In order.
    pub schedules: Vec<Uuid>,
}

/// A schedule to be created.
#[derive(Clone, Debug, PartialEq)]
pub struct AdoptedSchedule {
    pub link_id: Uuid,
    pub name: String,
    pub schedule: ValidSchedule,
}

/// Why an item is not taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// It was created at the device itself.
    NoLinkId,
    WrongNumber,
    UnsupportedType,
    /// Something else of the project has the link id.
    LinkIdTaken,
    /// The list has the number or the link id twice, or an identifier that the caller does not see has the number.
    Duplicate,
    /// An identifier that was revoked has the number.
    Revoked,
    Expired,
    /// Devices do not give back the photo of a face.
    NoPhoto,
    NotLicensed,
    LocksNotSelectable,
    WrongPeriod,
    /// It goes by a schedule that is not taken over.
    UnknownSchedule,
    WrongSchedule,
}

impl Conflict {
    /// The stable word of the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Conflict::NoLinkId => "no_link_id",
            Conflict::WrongNumber => "wrong_number",
            Conflict::UnsupportedType => "unsupported_type",
            Conflict::LinkIdTaken => "link_id_taken",
            Conflict::Duplicate => "duplicate",
            Conflict::Revoked => "revoked",
            Conflict::Expired => "expired",
            Conflict::NoPhoto => "no_photo",
            Conflict::NotLicensed => "not_licensed",
            Conflict::LocksNotSelectable => "locks_not_selectable",
            Conflict::WrongPeriod => "wrong_period",
            Conflict::UnknownSchedule => "unknown_schedule",
            Conflict::WrongSchedule => "wrong_schedule",
        }
    }
}

impl HeldIdentifier {
    /// The identifier that it becomes, for a device with so many locks.
    pub fn parse(&self, locks: u8, now: OffsetDateTime) -> Result<AdoptedIdentifier, Conflict> {
        let link_id = self.link_id.ok_or(Conflict::NoLinkId)?;
        let kind = self.kind.ok_or(Conflict::UnsupportedType)?;
        if kind == IdentifierType::Face {
            return Err(Conflict::NoPhoto);
        }
        let number = Number::parse(kind, &self.number).map_err(|_| Conflict::WrongNumber)?;
        let is_in_order = |passes: i32| (1..=MAX_PASSES).contains(&passes);
        if matches!((self.valid_from, self.valid_to), (Some(from), Some(to)) if from >= to) || !self.passes.is_none_or(is_in_order) {
            return Err(Conflict::WrongPeriod);
        }
        if self.valid_to.is_some_and(|to| to <= now) {
            return Err(Conflict::Expired);
        }
        let name = Some(cleaned(&self.name)).filter(|name| !name.is_empty()).unwrap_or_else(|| format!("{} {}", kind.as_str(), link_id.simple()));
        Ok(AdoptedIdentifier {
            link_id,
            kind,
            value: number.for_device(),
            number,
            name,
            owner_type: self.owner_type,
            valid_from: self.valid_from,
            valid_to: self.valid_to,
            passes: self.passes,
            locks: locks_of(&self.locks, locks).ok_or(Conflict::LocksNotSelectable)?,
            schedules: sorted(&self.schedules),
        })
    }
}

impl AdoptedIdentifier {
    /// What is unique in a project: the number of the type, and the value in its one notation.
    pub fn key(&self) -> (i16, String) {
        (self.kind.number(), self.number.unique_value())
    }

    /// What may be shown of the number: others are known by heart, or open by being shown.
    pub fn shown_number(&self) -> String {
        match self.kind {
            IdentifierType::Card | IdentifierType::Ukey | IdentifierType::LicensePlate => self.value.clone(),
            _ => String::new(),
        }
    }
}

impl HeldSchedule {
    /// The schedule that it becomes, of a device whose clock goes by `zone`.
    pub fn parse(&self, zone: &TimeZone) -> Result<AdoptedSchedule, Conflict> {
        let link_id = self.link_id.ok_or(Conflict::NoLinkId)?;
        let profile = self.profile.as_ref().ok_or(Conflict::WrongSchedule)?;
        let schedule = profile.to_schedule(zone.clone()).map_err(|_| Conflict::WrongSchedule)?;
        let name = Some(cleaned(&self.name)).filter(|name| !name.is_empty()).unwrap_or_else(|| link_id.to_string());
        Ok(AdoptedSchedule { link_id, name, schedule })
    }
}

/// Without what no name may have, and not too long.
fn cleaned(name: &str) -> String {
    let name: String = name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
    name.trim().to_owned()
}

fn locks_of(held: &[i32], locks: u8) -> Option<Vec<i32>> {
    let of_device = |lock: &i32| (0..=i32::from(locks)).contains(lock);
    if held.is_empty() || !held.iter().all(of_device) {
        return None;
    }
    if held.contains(&0) {
        return Some(vec![0]);
    }
    let mut locks = held.to_vec();
    locks.sort_unstable();
    locks.dedup();
    Some(locks)
}

fn sorted(links: &[Uuid]) -> Vec<Uuid> {
    let mut links = links.to_vec();
    links.sort_unstable();
    links.dedup();
    links
}
