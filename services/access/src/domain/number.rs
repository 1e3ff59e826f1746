//! The numbers of identifiers: how they are entered, kept, compared and shown.

mod card;
mod error;

pub use card::{CardNumber, Format, Technology};
use device_protocol::canonical_plate;
pub use error::NumberError;
use uuid::Uuid;

use super::identifier::IdentifierType;

/// Longest access code, in digits.
const MAX_CODE: usize = 10;
/// Longest licence plate and longest name of a face, in characters.
const MAX_TEXT: usize = 100;

/// The number of an identifier, read and checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// Of a card, or of a key that reads as one.
    Card(CardNumber),
    /// 1 to 10 digits; zeros in front count.
    Code(String),
    Qr(Uuid),
    /// Letters and digits only, upper case; Cyrillic letters that look like Latin ones are these.
    Plate(String),
    /// What a face is called: up to 100 characters.
    Face(String),
}

impl Number {
    /// Reads what an operator typed. Cards are decimal when they are digits only, hexadecimal
    /// otherwise.
    pub fn parse(kind: IdentifierType, text: &str) -> Result<Number, NumberError> {
        let text = text.trim();
        if text.is_empty() && kind != IdentifierType::Face {
            return Err(NumberError::Required);
        }
        match kind {
            IdentifierType::Card | IdentifierType::Ukey | IdentifierType::Ukey2 => CardNumber::parse(text).map(Number::Card),
            IdentifierType::AccessCode => code(text),
            IdentifierType::Qr => Uuid::try_parse(text).map(Number::Qr).map_err(|_| NumberError::Uuid),
            IdentifierType::LicensePlate => plate(text),
            IdentifierType::Face => limited(text).map(|name| Number::Face(name.to_owned())),
        }
    }

    /// As a device wants it, and reports it: decimal for cards, pairs when there is no decimal form.
    pub fn for_device(&self) -> String {
        match self {
            Number::Card(card) => card.dec().unwrap_or_else(|| card.hex()),
            Number::Qr(uuid) => uuid.to_string(),
            Number::Code(text) | Number::Plate(text) | Number::Face(text) => text.clone(),
        }
    }

    /// As a person reads it. Only cards have more than one form.
    pub fn display(&self, format: Format) -> String {
        match (self, format) {
            (Number::Card(card), Format::Hex) => card.hex(),
            _ => self.for_device(),
        }
    }

    /// What two identifiers of one type may not share: the same for every way to write a number.
    pub fn unique_value(&self) -> String {
        match self {
            Number::Card(card) => card.unique_value(),
            _ => self.for_device(),
        }
    }
}

/// The cards that a text may mean, as their unique values: a number in decimal or hexadecimal, with its bytes in either order,
/// or `facility,number` as printed on the card.
pub fn card_readings(text: &str) -> Vec<String> {
    let text = text.trim();
    let read = [CardNumber::parse(text).ok(), CardNumber::from_hex(text).ok(), from_facility(text)];
    read.into_iter().flatten().flat_map(|card| [card.unique_value(), card.reversed().unique_value()]).collect()
}

fn from_facility(text: &str) -> Option<CardNumber> {
    let (facility, number) = text.split_once(',')?;
    let (facility, number): (u8, u16) = (facility.trim().parse().ok()?, number.trim().parse().ok()?);
    let [high, low] = number.to_be_bytes();
    CardNumber::from_bytes(&[facility, high, low], Technology::Unknown).ok()
}

fn code(text: &str) -> Result<Number, NumberError> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NumberError::Digits);
    }
    if text.len() > MAX_CODE {
        return Err(NumberError::CodeLength);
    }
    Ok(Number::Code(text.to_owned()))
}

fn plate(text: &str) -> Result<Number, NumberError> {
    let plate = canonical_plate(limited(text)?);
    if plate.is_empty() { Err(NumberError::Alphanumeric) } else { Ok(Number::Plate(plate)) }
}

fn limited(text: &str) -> Result<&str, NumberError> {
    if text.chars().count() > MAX_TEXT { Err(NumberError::TextLength) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(kind: IdentifierType, text: &str) -> Result<String, NumberError> {
        Number::parse(kind, text).map(|number| number.for_device())
    }

    #[test]
    fn a_card_goes_to_the_device_in_decimal_when_it_has_such_a_form() {
        assert_eq!(parse(IdentifierType::Card, "00-d5-07-d0").unwrap(), "0013961168");
        assert_eq!(parse(IdentifierType::Ukey, "04:A2:24:5B:9C:11:80").unwrap(), "04-A2-24-5B-9C-11-80");
    }

    #[test]
    fn every_way_to_write_a_card_reads_as_it() {
        for written in ["0013961168", "13961168", "00-D5-07-D0", "00d507d0", "D0:07:D5:00", "213,02000"] {
            assert!(card_readings(written).contains(&"00-D5-07-D0".to_owned()), "{written}: {:?}", card_readings(written));
        }
        assert!(card_readings("Anna").is_empty());
    }

    #[test]
    fn one_card_written_in_two_ways_is_not_unique() {
        let unique = |text| Number::parse(IdentifierType::Card, text).unwrap().unique_value();
        assert_eq!(unique("13961168"), unique("00-D5-07-D0"));
        assert_eq!(unique("0013961168"), unique("d5:07:d0"));
        assert_ne!(unique("13961168"), unique("13961169"));
    }

    #[test]
    fn dec_and_hex_are_two_ways_to_show_a_card() {
        let card = Number::parse(IdentifierType::Card, "13961168").unwrap();
        assert_eq!(card.display(Format::Dec), "0013961168");
        assert_eq!(card.display(Format::Hex), "00-D5-07-D0");
        let code = Number::parse(IdentifierType::AccessCode, "0042").unwrap();
        assert_eq!(code.display(Format::Hex), "0042");
    }

    #[test]
    fn a_code_is_one_to_ten_digits_and_keeps_its_zeros() {
        assert_eq!(parse(IdentifierType::AccessCode, " 0042 ").unwrap(), "0042");
        assert_eq!(parse(IdentifierType::AccessCode, "12345678901"), Err(NumberError::CodeLength));
        assert_eq!(parse(IdentifierType::AccessCode, "12a4"), Err(NumberError::Digits));
        assert_eq!(parse(IdentifierType::AccessCode, "١٢٣"), Err(NumberError::Digits));
        assert_eq!(parse(IdentifierType::AccessCode, " "), Err(NumberError::Required));
    }

    #[test]
    fn a_qr_is_a_uuid() {
        let uuid = "7F1C5C9A-9E0B-4C0E-8A55-0F0F0F0F0F0F";
        assert_eq!(parse(IdentifierType::Qr, uuid).unwrap(), uuid.to_lowercase());
        assert_eq!(parse(IdentifierType::Qr, "hello"), Err(NumberError::Uuid));
    }

    #[test]
    fn a_plate_is_letters_and_digits_in_upper_case() {
        assert_eq!(parse(IdentifierType::LicensePlate, "ab 123-cd").unwrap(), "AB123CD");
        assert_eq!(parse(IdentifierType::LicensePlate, "а123вс 77").unwrap(), "A123BC77", "Latin letters look the same");
        assert_eq!(parse(IdentifierType::LicensePlate, "АВЕКМНОРСТУХ"), parse(IdentifierType::LicensePlate, "ABEKMHOPCTYX"));
        assert_eq!(parse(IdentifierType::LicensePlate, "- -"), Err(NumberError::Alphanumeric));
        assert_eq!(parse(IdentifierType::LicensePlate, &"a".repeat(101)), Err(NumberError::TextLength));
        assert!(parse(IdentifierType::LicensePlate, &"я".repeat(100)).is_ok());
    }

    #[test]
    fn a_face_needs_no_number() {
        assert_eq!(parse(IdentifierType::Face, "").unwrap(), "");
        assert_eq!(parse(IdentifierType::Face, &"x".repeat(101)), Err(NumberError::TextLength));
    }
}
