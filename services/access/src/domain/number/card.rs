//! The number of a card: bytes. Decimal, hexadecimal and facility code are ways to show them.

use serde::{Deserialize, Serialize};

use super::NumberError;

/// The longest number of a reader: a ten-byte contactless id, with room to spare.
const MAX_BYTES: usize = 16;
/// Cards are compared as at least this many bytes: that of the common 32-bit readers.
const COMPARED_BYTES: usize = 4;
/// Four hexadecimal digits are the fewest that are written.
const MIN_SHOWN_BYTES: usize = 2;
/// The most decimal digits.
const MAX_DIGITS: usize = 10;

/// How a person prefers to read card numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    #[default]
    Dec,
    Hex,
}

/// What kind of card it is, where known. It does not change the number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Technology {
    /// Typed in by hand.
    #[default]
    Unknown,
    /// 125 kHz.
    EmMarin,
    /// 13.56 MHz.
    Mifare,
}

/// The number of a card. Two are the same card when their [`unique_value`](Self::unique_value) is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CardNumber {
    /// Most significant first; as many as the bit length needs.
    bytes: Vec<u8>,
    bits: u16,
    technology: Technology,
}

impl CardNumber {
    /// Bytes as a reader reports them, most significant first: 1 to 16.
    pub fn from_bytes(bytes: &[u8], technology: Technology) -> Result<CardNumber, NumberError> {
        if bytes.is_empty() || bytes.len() > MAX_BYTES {
            return Err(NumberError::HexLength);
        }
        let mut padded = vec![0; MIN_SHOWN_BYTES.saturating_sub(bytes.len())];
        padded.extend_from_slice(bytes);
        Ok(CardNumber { bits: padded.len() as u16 * 8, bytes: padded, technology })
    }

    /// Decimal when there are only digits, hexadecimal otherwise.
    pub fn parse(text: &str) -> Result<CardNumber, NumberError> {
        if text.bytes().all(|byte| byte.is_ascii_digit()) { CardNumber::from_dec(text) } else { CardNumber::from_hex(text) }
    }

    /// 1 to 10 digits: a number of 32 bits, or of 40 when it needs them.
    pub fn from_dec(text: &str) -> Result<CardNumber, NumberError> {
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NumberError::NumberOrHex);
        }
        if text.is_empty() || text.len() > MAX_DIGITS {
            return Err(NumberError::DecLength);
        }
        let value: u64 = text.parse().map_err(|_| NumberError::DecLength)?;
        let unused = if value > u64::from(u32::MAX) { 3 } else { 4 };
        CardNumber::from_bytes(&value.to_be_bytes()[unused..], Technology::Unknown)
    }

    /// Byte pairs joined by `-` or `:` (not both), or digits without any, of which an odd number
    /// gets a zero in front.
    pub fn from_hex(text: &str) -> Result<CardNumber, NumberError> {
        let pairs: Vec<&str> = match (text.contains('-'), text.contains(':')) {
            (true, true) => return Err(NumberError::NumberOrHex),
            (true, false) => text.split('-').collect(),
            (false, true) => text.split(':').collect(),
            (false, false) => return CardNumber::from_bare_hex(text),
        };
        if pairs.iter().any(|pair| pair.len() != 2) {
            return Err(NumberError::NumberOrHex);
        }
        CardNumber::from_bare_hex(&pairs.concat())
    }

    fn from_bare_hex(digits: &str) -> Result<CardNumber, NumberError> {
        let even = if digits.len().is_multiple_of(2) { digits.to_owned() } else { format!("0{digits}") };
        let bytes = hex::decode(even).map_err(|_| NumberError::NumberOrHex)?;
        CardNumber::from_bytes(&bytes, Technology::Unknown)
    }

    #[must_use]
    pub fn of_technology(self, technology: Technology) -> CardNumber {
        CardNumber { technology, ..self }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn bits(&self) -> u16 {
        self.bits
    }

    pub fn technology(&self) -> Technology {
        self.technology
    }

    /// `00-D5-07-D0`: every byte, at least two.
    pub fn hex(&self) -> String {
        joined(&self.bytes)
    }

    /// `0013961168`: ten digits; none when the number has more.
    pub fn dec(&self) -> Option<String> {
        let value = self.bytes.iter().try_fold(0_u64, |sum, byte| sum.checked_mul(256)?.checked_add(u64::from(*byte)))?;
        (value <= 9_999_999_999).then(|| format!("{value:010}"))
    }

    /// `213,02000`: facility and number, as printed on many cards.
    pub fn facility(&self) -> String {
        let [.., facility, high, low] = *self.widened(3) else { return String::new() };
        format!("{facility:03},{:05}", u16::from_be_bytes([high, low]))
    }

    /// What a 26-bit reader makes of the card: it knows the lowest three bytes only.
    #[must_use]
    pub fn read_as_26_bits(&self) -> CardNumber {
        let bytes = self.widened(3);
        CardNumber { bytes: bytes[bytes.len() - 3..].to_vec(), bits: 24, technology: self.technology }
    }

    /// Byte pairs without leading zero bytes, but four at least: equal for every way to write the
    /// number.
    pub fn unique_value(&self) -> String {
        let bytes = self.widened(COMPARED_BYTES);
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        joined(&bytes[zeros.min(bytes.len() - COMPARED_BYTES)..])
    }

    /// The same bytes from the other end, as some readers report them.
    #[must_use]
    pub fn reversed(&self) -> CardNumber {
        CardNumber { bytes: self.bytes.iter().rev().copied().collect(), ..*self }
    }

    /// The bytes, with zeros in front up to a number of them.
    fn widened(&self, least: usize) -> Box<[u8]> {
        let mut bytes = vec![0; least.saturating_sub(self.bytes.len())];
        bytes.extend_from_slice(&self.bytes);
        bytes.into_boxed_slice()
    }
}

fn joined(bytes: &[u8]) -> String {
    let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    pairs.join("-")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_card_in_its_three_notations() {
        let card = CardNumber::parse("0013961168").unwrap();
        assert_eq!(card.hex(), "00-D5-07-D0");
        assert_eq!(card.dec().as_deref(), Some("0013961168"));
        assert_eq!(card.facility(), "213,02000");
        assert_eq!((card.bytes(), card.bits()), ([0x00, 0xD5, 0x07, 0xD0].as_slice(), 32));
    }

    #[test]
    fn hex_is_shown_in_upper_case_pairs_of_even_length_and_at_least_four_digits() {
        let written = |text| CardNumber::from_hex(text).unwrap().hex();
        assert_eq!(written("d507d0"), "D5-07-D0");
        assert_eq!(written("5d507"), "05-D5-07");
        assert_eq!(written("a"), "00-0A");
        assert_eq!(written("a1:b2:c3"), "A1-B2-C3");
    }

    #[test]
    fn a_reading_of_26_bits_drops_the_top_byte() {
        let card = CardNumber::from_hex("1A-D5-07-D0").unwrap();
        let read = card.read_as_26_bits();
        assert_eq!((read.hex().as_str(), read.bits()), ("D5-07-D0", 24));
        assert_eq!(read.facility(), card.facility());
        assert_eq!(read.unique_value(), CardNumber::parse("13961168").unwrap().unique_value());
    }

    #[test]
    fn the_longest_decimal_number_needs_five_bytes() {
        let card = CardNumber::parse("9999999999").unwrap();
        assert_eq!(card.bits(), 40);
        assert_eq!(card.dec().as_deref(), Some("9999999999"));
    }

    #[test]
    fn a_long_id_has_no_decimal_form() {
        let card = CardNumber::parse("04-A2-24-5B-9C-11-80").unwrap().of_technology(Technology::Mifare);
        assert_eq!(card.dec(), None);
        assert_eq!(card.hex(), "04-A2-24-5B-9C-11-80");
        assert_eq!(card.technology(), Technology::Mifare);
    }

    #[test]
    fn what_is_no_number_is_refused() {
        use NumberError::{DecLength, HexLength, NumberOrHex};
        let refused = [
            ("12345678901", DecLength),
            ("00-D5-7-D0", NumberOrHex),
            ("00-D5:07", NumberOrHex),
            ("xx-yy", NumberOrHex),
            ("-", NumberOrHex),
            ("00--D5", NumberOrHex),
            ("+1", NumberOrHex),
            ("éé", NumberOrHex),
            ("00-11-22-33-44-55-66-77-88-99-AA-BB-CC-DD-EE-FF-00", HexLength),
        ];
        for (text, error) in refused {
            assert_eq!(CardNumber::parse(text), Err(error), "{text}");
        }
        assert_eq!(CardNumber::from_dec(""), Err(DecLength));
        assert_eq!(CardNumber::from_hex(""), Err(HexLength));
    }

    proptest! {
        #[test]
        fn what_is_shown_reads_back_as_the_same_card(bytes in proptest::collection::vec(any::<u8>(), 1..=MAX_BYTES)) {
            let card = CardNumber::from_bytes(&bytes, Technology::Unknown).unwrap();
            prop_assert_eq!(&CardNumber::from_hex(&card.hex()).unwrap(), &card);
            if let Some(dec) = card.dec() {
                prop_assert_eq!(CardNumber::from_dec(&dec).unwrap().unique_value(), card.unique_value());
            }
        }

        #[test]
        fn leading_zeros_make_no_other_card(bytes in proptest::collection::vec(any::<u8>(), 1..=8), zeros in 0..8usize) {
            let longer = [vec![0; zeros], bytes.clone()].concat();
            let card = |bytes: &[u8]| CardNumber::from_bytes(bytes, Technology::Unknown).unwrap().unique_value();
            prop_assert_eq!(card(&longer), card(&bytes));
        }

        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,40}") {
            let _ = CardNumber::parse(&text);
        }
    }
}
