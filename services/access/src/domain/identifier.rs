//! What a person shows to a door, and the facts that decide whether it counts.

mod code_length;
mod draft;
mod origin;

pub use code_length::CodeLength;
pub use draft::{CONTROL_CHARACTERS, IdentifierDraft, PERIOD_ORDER, UKEY2_IS_ISSUED, audited_value};
pub use origin::Origin;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::guest_key::KeyHours;
use super::ids::{IdentifierId, UserId};

/// The kinds of identifiers, in the API's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IdentifierType {
    Card,
    Ukey,
    Ukey2,
    AccessCode,
    Qr,
    Face,
    LicensePlate,
}

impl IdentifierType {
    pub const ALL: [IdentifierType; 7] = {
        use IdentifierType::{AccessCode, Card, Face, LicensePlate, Qr, Ukey, Ukey2};
        [Card, Ukey, Ukey2, AccessCode, Qr, Face, LicensePlate]
    };

    /// The word of the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            IdentifierType::Card => "card",
            IdentifierType::Ukey => "ukey",
            IdentifierType::Ukey2 => "ukey2",
            IdentifierType::AccessCode => "access_code",
            IdentifierType::Qr => "qr",
            IdentifierType::Face => "face",
            IdentifierType::LicensePlate => "license_plate",
        }
    }

    /// As the lists of devices have it: devices know no keys of applications, and read them as ukeys.
    pub const fn device_word(self) -> &'static str {
        match self {
            IdentifierType::Ukey2 => IdentifierType::Ukey.as_str(),
            kind => kind.as_str(),
        }
    }

    /// Whether its number alone opens doors: it is typed, or shown on a picture.
    pub const fn is_secret(self) -> bool {
        matches!(self, IdentifierType::AccessCode | IdentifierType::Qr)
    }

    /// The number of the type in tables and in the API.
    pub const fn number(self) -> i16 {
        self as i16 + 1
    }

    /// By its number in tables and in the API.
    pub fn from_number(number: i32) -> Option<IdentifierType> {
        let position = usize::try_from(number.checked_sub(1)?).ok()?;
        Self::ALL.get(position).copied()
    }

    /// Reads the word of the API.
    pub fn parse(word: &str) -> Option<IdentifierType> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// A set of identifier types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdentifierTypes(u8);

impl IdentifierTypes {
    pub fn all() -> IdentifierTypes {
        IdentifierType::ALL.into_iter().collect()
    }

    pub fn contains(self, kind: IdentifierType) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    #[must_use]
    pub fn shared_with(self, other: IdentifierTypes) -> IdentifierTypes {
        IdentifierTypes(self.0 & other.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<IdentifierType> for IdentifierTypes {
    fn from_iter<I: IntoIterator<Item = IdentifierType>>(kinds: I) -> Self {
        IdentifierTypes(kinds.into_iter().fold(0, |set, kind| set | 1 << kind as u8))
    }
}

/// Whose identifier it is: the owner's own, or a key that the owner gave to a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnerType {
    Owner,
    Guest,
}

impl OwnerType {
    /// The number of the type in tables and in the API.
    pub const fn number(self) -> i16 {
        self as i16 + 1
    }

    /// By its number in tables and in the API; without one it is the owner's own.
    pub fn from_number(number: i32) -> OwnerType {
        if number == i32::from(OwnerType::Guest.number()) { OwnerType::Guest } else { OwnerType::Owner }
    }
}

/// How often an identifier may open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Passes {
    /// 1 to 99999.
    pub max: u32,
    pub used: u32,
}

impl Passes {
    pub fn left(self) -> u32 {
        self.max.saturating_sub(self.used)
    }
}

#[derive(Clone, Debug)]
pub struct Identifier {
    pub id: IdentifierId,
    /// Under which devices hold it.
    pub link_id: Uuid,
    pub kind: IdentifierType,
    /// As a device wants it: see [`Number::for_device`](super::number::Number::for_device).
    pub number: String,
    pub name: String,
    pub owner: Option<UserId>,
    pub owner_type: OwnerType,
    /// A key that its owner, the giver, handed to a guest.
    pub is_guest_key: bool,
    /// Of the reservation of an amenity, which is what needed a licence.
    pub is_reservation: bool,
    /// All groups of its owner, or its own where it has no owner, are outside of their licence period, and the grace after it is over.
    pub is_owner_off: bool,
    /// Opens by its link alone: no device holds it.
    pub is_link_only: bool,
    pub is_active: bool,
    pub is_revoked: bool,
    /// Counts from this instant on.
    pub valid_from: Option<Timestamp>,
    /// Counts up to, and without, this instant.
    pub valid_to: Option<Timestamp>,
    pub passes: Option<Passes>,
    /// Digest of the photo that a device learns the face from; a face without one is on no list.
    pub face: Option<String>,
    /// Of a recurring guest key: it opens only then.
    pub hours: Option<KeyHours>,
    /// A guest key whose passes are counted by the platform alone.
    pub is_counted_exactly: bool,
}

impl Identifier {
    fn is_guests(&self) -> bool {
        self.owner_type == OwnerType::Guest && !self.is_reservation
    }

    /// Whether its licence has ended for the groups of its owner. Cards, codes and owners' QR codes need none.
    pub fn is_ended_for_owner(&self) -> bool {
        let is_licensed_kind = matches!(self.kind, IdentifierType::Face | IdentifierType::LicensePlate | IdentifierType::Ukey2);
        self.is_owner_off && (is_licensed_kind || self.is_guests())
    }
}

/// What the licence lets identifiers be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LicenseGate {
    pub types: IdentifierTypes,
    pub guests: bool,
}

impl LicenseGate {
    pub fn allows(&self, identifier: &Identifier) -> bool {
        let guest_allowed = self.guests || !identifier.is_guests();
        guest_allowed && self.types.contains(identifier.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_one_word() {
        for kind in IdentifierType::ALL {
            assert_eq!(IdentifierType::parse(kind.as_str()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
        assert_eq!(IdentifierType::parse("retina"), None);
    }

    #[test]
    fn every_type_has_one_number() {
        for (kind, number) in IdentifierType::ALL.into_iter().zip(1..) {
            assert_eq!((kind.number(), IdentifierType::from_number(i32::from(number))), (number, Some(kind)));
        }
        assert_eq!((IdentifierType::from_number(0), IdentifierType::from_number(8)), (None, None));
    }

    #[test]
    fn a_set_of_types_holds_what_was_put_in() {
        let set = IdentifierTypes::from_iter([IdentifierType::Card, IdentifierType::Qr]);
        let held: Vec<_> = IdentifierType::ALL.into_iter().filter(|kind| set.contains(*kind)).collect();
        assert_eq!(held, [IdentifierType::Card, IdentifierType::Qr]);
    }

    #[test]
    fn passes_left_never_underflow() {
        assert_eq!(Passes { max: 1, used: 3 }.left(), 0);
    }
}
