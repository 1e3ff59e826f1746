//! An identifier as a device holds it: what opens a door, for whom, until when, how often.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::bounds::{self, BoundsError};
use crate::card::CardNumber;
use crate::link::LinkIds;
use crate::lock::LockChoice;

/// Longest name of an owner, in characters.
pub const MAX_NAME: usize = 100;
/// Passes of a limited identifier: 1 to this.
pub const MAX_PASSES: u32 = 99_999;
/// Longest licence plate, in characters.
pub const MAX_PLATE: usize = 100;
/// Longest face image in base64. *Ours*: what fits a message beside other items.
pub const MAX_FACE_IMAGE: usize = 512 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum IdentifierType {
    #[serde(rename = "card")]
    Card,
    #[serde(rename = "ukey")]
    Ukey,
    #[serde(rename = "inputCode")]
    InputCode,
    #[serde(rename = "face_id")]
    FaceId,
    #[serde(rename = "qr")]
    Qr,
    #[serde(rename = "license_plate")]
    LicensePlate,
}

impl IdentifierType {
    pub const ALL: [IdentifierType; 6] = [
        IdentifierType::Card,
        IdentifierType::Ukey,
        IdentifierType::InputCode,
        IdentifierType::FaceId,
        IdentifierType::Qr,
        IdentifierType::LicensePlate,
    ];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            IdentifierType::Card => "card",
            IdentifierType::Ukey => "ukey",
            IdentifierType::InputCode => "inputCode",
            IdentifierType::FaceId => "face_id",
            IdentifierType::Qr => "qr",
            IdentifierType::LicensePlate => "license_plate",
        }
    }

    /// Parses the name on the wire.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    /// The form in which two numbers of this type are compared, or none when the number is not
    /// one: `13961168` and `00-D5-07-D0` are one card, `ab 123` and `AB123` one plate.
    pub fn canonical(self, number: &str) -> Option<String> {
        let number = number.trim();
        match self {
            IdentifierType::Card | IdentifierType::Ukey => Some(number.parse::<CardNumber>().ok()?.hex()),
            IdentifierType::InputCode => {
                let code = (1..=10).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
                code.then(|| number.to_owned())
            }
            IdentifierType::Qr => Some(Uuid::try_parse(number).ok()?.to_string()),
            IdentifierType::FaceId => (number.chars().count() <= MAX_NAME).then(|| number.to_owned()),
            IdentifierType::LicensePlate => {
                let plate = (1..=MAX_PLATE).contains(&number.chars().count());
                plate.then(|| canonical_plate(number))
            }
        }
    }
}

/// Cyrillic letters of number plates, each with the Latin one that looks like it: cameras report either.
const LOOK_ALIKES: [(char, char); 13] = [
    ('А', 'A'),
    ('В', 'B'),
    ('Е', 'E'),
    ('К', 'K'),
    ('М', 'M'),
    ('Н', 'H'),
    ('О', 'O'),
    ('Р', 'P'),
    ('С', 'C'),
    ('Т', 'T'),
    ('У', 'Y'),
    ('Х', 'X'),
    // Of Ukrainian and Belarusian plates.
    ('І', 'I'),
];

/// Letters and digits of a plate in upper case, letters that look alike as the Latin ones. Empty where it has none.
pub fn canonical_plate(text: &str) -> String {
    let latin = |character: char| LOOK_ALIKES.iter().find(|(cyrillic, _)| *cyrillic == character).map_or(character, |(_, latin)| *latin);
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).map(latin).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OwnerType {
    Owner,
    Guest,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// 0 to 100 characters; shown in the device's own log.
    pub name: String,
    #[serde(rename = "type")]
    pub kind: OwnerType,
}

/// When an identifier is valid. Times are Unix seconds on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidTime {
    /// Always valid: `from` and `to` mean nothing then.
    pub is_permanent: bool,
    #[serde(default, with = "time::serde::timestamp::option", skip_serializing_if = "Option::is_none")]
    pub from: Option<OffsetDateTime>,
    #[serde(default, with = "time::serde::timestamp::option", skip_serializing_if = "Option::is_none")]
    pub to: Option<OffsetDateTime>,
}

/// How often an identifier opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValidPasses {
    /// Any number of times: `max_passes` means nothing then.
    pub is_permanent: bool,
    /// 1 to 99,999. *Ours*: counted from the write that says it, so that it is how many are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_passes: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Valid {
    pub time: ValidTime,
    pub passes: ValidPasses,
}

impl Valid {
    /// No limit in time or number.
    pub const ALWAYS: Valid =
        Valid { time: ValidTime { is_permanent: true, from: None, to: None }, passes: ValidPasses { is_permanent: true, max_passes: None } };
}

/// One identifier, known by the server's id (`link_id`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentifierItem {
    pub link_id: Uuid,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apartment_link_id: Option<Uuid>,
    pub identifier_owner: Owner,
    pub identifier_type: IdentifierType,
    /// A secret: never written to a log in full.
    pub identifier_number: String,
    pub lock: LockChoice,
    pub valid: Valid,
    /// Base64 of a JPEG, for `face_id` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face_image: Option<String>,
    /// Schedules that must all exist on the device; with none, any time is good, with several,
    /// one that matches is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_profiles: Option<LinkIds>,
}

/// What stands in for a photo where it is compared, and where a device lists what it holds (*ours*).
const IMAGE_DIGEST: &str = "sha256:";

/// As it stands in for a photo with this SHA-256, in hex.
pub fn image_digest(sha256: &str) -> String {
    format!("{IMAGE_DIGEST}{sha256}")
}

impl IdentifierItem {
    /// The hash of the photo, in hex, where it stands in for the photo.
    pub fn image_hash(&self) -> Option<&str> {
        self.face_image.as_deref()?.strip_prefix(IMAGE_DIGEST)
    }

    /// With the hash of the photo in its place: a list of faces would be too large for a message otherwise. What is no base64 stays.
    #[must_use]
    pub fn with_image_digest(mut self) -> Self {
        if let Some(image) = self.face_image.as_deref().filter(|text| !text.starts_with(IMAGE_DIGEST))
            && let Ok(bytes) = STANDARD.decode(image)
        {
            self.face_image = Some(image_digest(&hex::encode(Sha256::digest(bytes))));
        }
        self
    }

    /// Checks the bounds of every field.
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::text("identifier_owner.name", &self.identifier_owner.name, 0, MAX_NAME)?;
        self.check_number()?;
        self.check_valid()?;
        let image = self.face_image.as_ref().map_or(0, String::len);
        bounds::number("face_image", image as i64, 0, MAX_FACE_IMAGE as i64)?;
        let profiles = self.time_profiles.as_ref().map_or(0, |ids| ids.link_ids.len());
        bounds::count("time_profiles.link_ids", profiles, crate::link::MAX_BULK)
    }

    fn check_number(&self) -> Result<(), BoundsError> {
        let problem = match self.identifier_type {
            IdentifierType::Card | IdentifierType::Ukey => "must be 1 to 10 digits, or hexadecimal byte pairs joined by - or :",
            IdentifierType::InputCode => "must be 1 to 10 digits",
            IdentifierType::Qr => "must be a UUID",
            IdentifierType::FaceId => "must have at most 100 characters",
            IdentifierType::LicensePlate => "must have 1 to 100 characters",
        };
        match self.identifier_type.canonical(&self.identifier_number) {
            Some(_) => Ok(()),
            None => Err(BoundsError::new("identifier_number", problem)),
        }
    }

    fn check_valid(&self) -> Result<(), BoundsError> {
        let Valid { time, passes } = &self.valid;
        if !passes.is_permanent {
            let max = passes.max_passes.unwrap_or(0);
            bounds::number("valid.passes.max_passes", max.into(), 1, MAX_PASSES.into())?;
        }
        match (time.is_permanent, time.from, time.to) {
            (false, None, None) => Err(BoundsError::new("valid.time", "needs a beginning or an end")),
            (false, Some(from), Some(to)) if from >= to => Err(BoundsError::new("valid.time.to", "must be after the beginning")),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;

    pub(crate) fn card() -> IdentifierItem {
        IdentifierItem {
            link_id: Uuid::from_u128(1),
            apartment_link_id: None,
            identifier_owner: Owner { name: "Ann".into(), kind: OwnerType::Owner },
            identifier_type: IdentifierType::Card,
            identifier_number: "0013961168".into(),
            lock: LockChoice::First,
            valid: Valid::ALWAYS,
            face_image: None,
            time_profiles: Some(LinkIds { link_ids: vec![Uuid::from_u128(2)] }),
        }
    }

    #[test]
    fn an_identifier_has_the_vendors_shape() {
        let golden = json!({
            "link_id": "00000000-0000-0000-0000-000000000001",
            "identifier_owner": {"name": "Ann", "type": "owner"},
            "identifier_type": "card",
            "identifier_number": "0013961168",
            "lock": "first",
            "valid": {"time": {"is_permanent": true}, "passes": {"is_permanent": true}},
            "time_profiles": {"link_ids": ["00000000-0000-0000-0000-000000000002"]}
        });
        assert_eq!(serde_json::to_value(card()).unwrap(), golden);
        assert_eq!(serde_json::from_value::<IdentifierItem>(golden).unwrap(), card());
    }

    #[test]
    fn times_are_unix_seconds_on_the_wire() {
        let text = r#"{"is_permanent":false,"from":1540819272,"to":1540905672}"#;
        let time: ValidTime = serde_json::from_str(text).unwrap();
        assert_eq!(time.from.unwrap().unix_timestamp(), 1_540_819_272);
        assert_eq!(serde_json::to_string(&time).unwrap(), text);
    }

    #[test]
    fn every_type_has_one_word() {
        for kind in IdentifierType::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), json!(kind.as_str()));
            assert_eq!(IdentifierType::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(IdentifierType::parse("retina"), None);
    }

    #[test]
    fn numbers_of_one_thing_compare_equal() {
        let same = |kind: IdentifierType, a, b| assert_eq!(kind.canonical(a), kind.canonical(b));
        same(IdentifierType::Card, "13961168", "00-D5-07-D0");
        same(IdentifierType::LicensePlate, "ab 123-cd", "AB123CD");
        same(IdentifierType::LicensePlate, "АВЕКМНОРСТУХ авекмнорстух І", "ABEKMHOPCTYXABEKMHOPCTYXI");
        same(IdentifierType::LicensePlate, "Щ 123", "Щ123");
        assert_eq!(IdentifierType::Qr.canonical("hello"), None);
        assert_eq!(IdentifierType::InputCode.canonical("12345678901"), None);
    }

    #[test]
    fn the_number_must_suit_the_type() {
        let qr = IdentifierItem { identifier_type: IdentifierType::Qr, ..card() };
        assert_eq!(qr.check().unwrap_err().to_string(), "identifier_number: must be a UUID");
        let long = IdentifierItem { identifier_number: "12345678901".into(), ..card() };
        assert!(long.check().is_err());
    }

    #[test]
    fn a_name_has_at_most_100_characters() {
        let mut item = card();
        item.identifier_owner.name = "a".repeat(100);
        assert!(item.check().is_ok());
        item.identifier_owner.name.push('a');
        assert_eq!(item.check().unwrap_err().field, "identifier_owner.name");
    }

    #[test]
    fn limited_passes_are_1_to_99999() {
        let with = |max_passes| {
            let mut item = card();
            item.valid.passes = ValidPasses { is_permanent: false, max_passes };
            item.check().is_ok()
        };
        assert!(with(Some(1)) && with(Some(99_999)));
        assert!(!with(Some(0)) && !with(Some(100_000)) && !with(None));
    }

    #[test]
    fn a_period_that_ends_before_it_starts_is_refused() {
        let mut item = card();
        let at = |seconds| Some(OffsetDateTime::from_unix_timestamp(seconds).unwrap());
        item.valid.time = ValidTime { is_permanent: false, from: at(200), to: at(100) };
        assert_eq!(item.check().unwrap_err().field, "valid.time.to");
        item.valid.time = ValidTime { is_permanent: false, from: None, to: None };
        assert_eq!(item.check().unwrap_err().field, "valid.time");
    }
}
