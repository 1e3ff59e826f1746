//! A key that somebody, the giver, hands to a guest.

mod door_token;
mod draft;
mod hours;
mod link;

pub use door_token::GuestDoorToken;
pub use draft::{GuestKeyDraft, GuestLimits, ensure_ends, ensure_limits};
pub use hours::{KeyHours, KeyWeek};
pub use link::LinkKey;

use time::OffsetDateTime;

use super::identifier::IdentifierType;

/// How a guest shows the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuestKeyKind {
    Qr,
    AccessCode,
    LicensePlate,
    /// Only the page of its link opens doors: a QR code that no device knows.
    Url,
}

impl GuestKeyKind {
    pub const ALL: [GuestKeyKind; 4] = [GuestKeyKind::Qr, GuestKeyKind::AccessCode, GuestKeyKind::LicensePlate, GuestKeyKind::Url];

    /// The number in tables and in the API.
    pub const fn number(self) -> i16 {
        self as i16 + 1
    }

    pub fn from_number(number: i32) -> Option<GuestKeyKind> {
        Self::ALL.into_iter().find(|kind| i32::from(kind.number()) == number)
    }

    /// As which identifier it is kept.
    pub const fn identifier_type(self) -> IdentifierType {
        match self {
            GuestKeyKind::Qr | GuestKeyKind::Url => IdentifierType::Qr,
            GuestKeyKind::AccessCode => IdentifierType::AccessCode,
            GuestKeyKind::LicensePlate => IdentifierType::LicensePlate,
        }
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            GuestKeyKind::Qr => "qr",
            GuestKeyKind::AccessCode => "access_code",
            GuestKeyKind::LicensePlate => "license_plate",
            GuestKeyKind::Url => "url",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GuestType {
    #[default]
    Guest,
    Courier,
}

impl GuestType {
    /// The number in tables and in the API.
    pub const fn number(self) -> i16 {
        self as i16 + 1
    }

    /// A guest where the request does not say.
    pub fn from_number(number: i32) -> GuestType {
        if number == i32::from(GuestType::Courier.number()) { GuestType::Courier } else { GuestType::Guest }
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            GuestType::Guest => "guest",
            GuestType::Courier => "courier",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuestKeyState {
    Scheduled,
    Active,
    Expired,
    UsedUp,
    Revoked,
    Suspended,
}

impl GuestKeyState {
    /// The number in the API.
    pub const fn number(self) -> i32 {
        self as i32 + 1
    }

    /// Whether it opens something now, or will by itself.
    pub const fn is_live(self) -> bool {
        matches!(self, GuestKeyState::Scheduled | GuestKeyState::Active | GuestKeyState::Suspended)
    }
}

/// What decides about the state of a key.
#[derive(Clone, Copy, Debug)]
pub struct GuestKeyFacts {
    pub is_revoked: bool,
    pub is_active: bool,
    /// The giver is active, the project is licensed, and a rule of the key still counts.
    pub is_covered: bool,
    pub from: Option<OffsetDateTime>,
    pub to: Option<OffsetDateTime>,
    /// None for no limit.
    pub visits_left: Option<u32>,
    /// Until when a visit goes on that has begun.
    pub visit_ends: Option<OffsetDateTime>,
}

impl GuestKeyFacts {
    pub fn state(&self, now: OffsetDateTime) -> GuestKeyState {
        let is_visiting = self.visit_ends.is_some_and(|ends| now < ends);
        if self.is_revoked {
            GuestKeyState::Revoked
        } else if self.to.is_some_and(|to| to <= now) {
            GuestKeyState::Expired
        } else if self.visits_left == Some(0) && !is_visiting {
            GuestKeyState::UsedUp
        } else if !self.is_active || !self.is_covered {
            GuestKeyState::Suspended
        } else if self.from.is_some_and(|from| now < from) {
            GuestKeyState::Scheduled
        } else {
            GuestKeyState::Active
        }
    }
}

#[cfg(test)]
mod tests {
    use time::Duration;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

    fn facts() -> GuestKeyFacts {
        GuestKeyFacts { is_revoked: false, is_active: true, is_covered: true, from: None, to: None, visits_left: None, visit_ends: None }
    }

    #[test]
    fn a_key_that_is_used_up_stays_active_to_the_end_of_its_last_visit() {
        let last = GuestKeyFacts { visits_left: Some(0), visit_ends: Some(NOW + Duration::MINUTE), ..facts() };
        assert_eq!((last.state(NOW), last.state(NOW + Duration::MINUTE)), (GuestKeyState::Active, GuestKeyState::UsedUp));
    }

    #[test]
    fn what_is_for_good_is_said_before_what_comes_back_by_itself() {
        let lost = GuestKeyFacts { is_covered: false, ..facts() };
        assert_eq!(lost.state(NOW), GuestKeyState::Suspended);
        assert_eq!(GuestKeyFacts { to: Some(NOW), ..lost }.state(NOW), GuestKeyState::Expired);
        assert_eq!(GuestKeyFacts { is_revoked: true, to: Some(NOW), ..lost }.state(NOW), GuestKeyState::Revoked);
        assert_eq!(GuestKeyFacts { from: Some(NOW + Duration::SECOND), ..facts() }.state(NOW), GuestKeyState::Scheduled);
        assert_eq!(GuestKeyFacts { from: Some(NOW), ..facts() }.state(NOW), GuestKeyState::Active);
    }

    #[test]
    fn states_and_kinds_have_the_numbers_of_the_api() {
        use proto::vestibule::access::v1 as api;
        let states = [
            (GuestKeyState::Scheduled, api::GuestKeyState::Scheduled),
            (GuestKeyState::Active, api::GuestKeyState::Active),
            (GuestKeyState::Expired, api::GuestKeyState::Expired),
            (GuestKeyState::UsedUp, api::GuestKeyState::UsedUp),
            (GuestKeyState::Revoked, api::GuestKeyState::Revoked),
            (GuestKeyState::Suspended, api::GuestKeyState::Suspended),
        ];
        assert!(states.iter().all(|(state, api)| state.number() == i32::from(*api)));
        for kind in GuestKeyKind::ALL {
            assert_eq!(GuestKeyKind::from_number(kind.number().into()), Some(kind));
            let name = api::GuestKeyKind::try_from(i32::from(kind.number())).unwrap().as_str_name();
            assert_eq!(name, format!("GUEST_KEY_KIND_{}", kind.as_str().to_uppercase()));
        }
        assert_eq!(i32::from(GuestType::Courier.number()), i32::from(api::GuestType::Courier));
    }
}
