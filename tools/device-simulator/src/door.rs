//! The decision at the door: whether a card, a code or a face is granted, from the device's own memory.
//! Pure: no clock, no disk, no network.

use device_protocol::identifier::Valid;
use device_protocol::{EventCode, IdentifierItem, IdentifierType};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::clock::from_protocol;
use crate::profile;
use crate::state::identifiers::Identifiers;
use crate::state::passes::Passes;
use crate::state::profiles::Profiles;

/// What somebody holds to the reader, types or shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presented {
    pub kind: IdentifierType,
    pub number: String,
    /// The lock of the reader, from 1.
    pub lock: u8,
}

/// What the decision depends on.
pub struct Knowledge<'a> {
    pub identifiers: &'a Identifiers,
    pub profiles: &'a Profiles,
    pub passes: &'a Passes,
    pub zone: &'a TimeZone,
}

/// Why a door stays shut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Denial {
    /// No such identifier on this device.
    Unknown,
    NotYetValid,
    Expired,
    NoPassesLeft,
    OtherLock,
    OutsideSchedule,
    /// Its only schedules are not on this device any more.
    ScheduleMissing,
    /// The server has refused.
    ByServer,
}

/// The decision, with the identifier that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision<'a> {
    pub denial: Option<Denial>,
    pub item: Option<&'a IdentifierItem>,
    pub code: EventCode,
}

/// Decides. Checks validity, lock and schedule, in this order; the first that fails is the reason.
pub fn decide<'a>(known: &Knowledge<'a>, presented: &Presented, now: Timestamp) -> Decision<'a> {
    let canonical = presented.kind.canonical(&presented.number).unwrap_or_default();
    let Some(item) = known.identifiers.find(presented.kind, &canonical) else {
        return Decision { denial: Some(Denial::Unknown), item: None, code: unknown_code(presented.kind) };
    };
    let denial = denial(known, item, presented.lock, now);
    let code = match denial {
        None => granted_code(presented.kind),
        Some(_) => invalid_code(presented.kind),
    };
    Decision { denial, item: Some(item), code }
}

fn denial(known: &Knowledge<'_>, item: &IdentifierItem, lock: u8, now: Timestamp) -> Option<Denial> {
    let used = known.passes.used(item.link_id);
    validity(&item.valid, used, now).or_else(|| (!item.lock.opens(lock)).then_some(Denial::OtherLock)).or_else(|| schedule(known, item, now))
}

fn validity(valid: &Valid, used: u32, now: Timestamp) -> Option<Denial> {
    let time = &valid.time;
    if !time.is_permanent {
        if time.from.is_some_and(|from| now < from_protocol(from)) {
            return Some(Denial::NotYetValid);
        }
        if time.to.is_some_and(|to| now >= from_protocol(to)) {
            return Some(Denial::Expired);
        }
    }
    let limited = !valid.passes.is_permanent;
    (limited && used >= valid.passes.max_passes.unwrap_or(0)).then_some(Denial::NoPassesLeft)
}

/// With no schedules any time is good; with several, one that holds is enough.
fn schedule(known: &Knowledge<'_>, item: &IdentifierItem, now: Timestamp) -> Option<Denial> {
    let ids = item.time_profiles.as_ref().map_or(&[][..], |profiles| &profiles.link_ids);
    if ids.is_empty() {
        return None;
    }
    let mut profiles = ids.iter().filter_map(|id| known.profiles.get(*id)).peekable();
    if profiles.peek().is_none() {
        return Some(Denial::ScheduleMissing);
    }
    let open = profiles.any(|profile| profile::contains(profile, known.zone, now));
    (!open).then_some(Denial::OutsideSchedule)
}

fn granted_code(kind: IdentifierType) -> EventCode {
    match kind {
        IdentifierType::FaceId => EventCode::AccessGrantedByValidFaceIdentifier,
        _ => EventCode::AccessGrantedByValidIdentifier,
    }
}

fn invalid_code(kind: IdentifierType) -> EventCode {
    match kind {
        IdentifierType::FaceId => EventCode::AccessDeniedByNotValidFaceIdentifier,
        _ => EventCode::AccessDeniedByNotValidIdentifier,
    }
}

fn unknown_code(kind: IdentifierType) -> EventCode {
    match kind {
        IdentifierType::Card | IdentifierType::Ukey => EventCode::AccessDeniedByUnknownCard,
        IdentifierType::Qr => EventCode::AccessDeniedByUnknownQrCode,
        IdentifierType::InputCode => EventCode::AccessDeniedByNotValidInputCode,
        IdentifierType::FaceId => EventCode::AccessDeniedByNotValidFaceIdentifier,
        IdentifierType::LicensePlate => EventCode::AccessDeniedByNotValidIdentifier,
    }
}

#[cfg(test)]
#[path = "door_tests.rs"]
mod tests;
