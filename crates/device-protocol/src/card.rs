//! Numbers of cards and fobs: one value, several ways to write it.
//!
//! The bytes are the value. Decimal (`0013961168`), hexadecimal (`00-D5-07-D0`) and Wiegand
//! facility and number (`213,02000`) are display.

use std::fmt;
use std::str::FromStr;

/// The longest number that a reader reports: a ten-byte contactless UID, with room to spare.
const MAX_BYTES: usize = 16;

/// Shortest stored form: a four-byte card. Shorter numbers are padded with zeros in front, so
/// that `D5-07-D0` and `00-D5-07-D0` are the same card.
const MIN_BYTES: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardNumber(Vec<u8>);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a card number is 1 to 10 digits, or hexadecimal byte pairs joined by - or :")]
pub struct CardError;

impl CardNumber {
    /// Bytes as a reader reports them, most significant first.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CardError> {
        let significant: Vec<u8> = bytes.iter().copied().skip_while(|byte| *byte == 0).collect();
        if bytes.is_empty() || significant.len() > MAX_BYTES {
            return Err(CardError);
        }
        let mut padded = vec![0; MIN_BYTES.saturating_sub(significant.len())];
        padded.extend(significant);
        Ok(Self(padded))
    }

    /// `0013961168`, or shorter without the zeros in front: 1 to 10 digits.
    pub fn from_dec(text: &str) -> Result<Self, CardError> {
        let digits = !text.is_empty() && text.len() <= 10 && text.bytes().all(|b| b.is_ascii_digit());
        if !digits {
            return Err(CardError);
        }
        let value: u64 = text.parse().map_err(|_| CardError)?;
        Self::from_bytes(&value.to_be_bytes())
    }

    /// `00-D5-07-D0` or `00:d5:07:d0`: pairs, one kind of separator.
    pub fn from_hex(text: &str) -> Result<Self, CardError> {
        let separator = if text.contains(':') { ':' } else { '-' };
        let pair = |pair: &str| match pair.len() {
            2 if pair.bytes().all(|b| b.is_ascii_hexdigit()) => u8::from_str_radix(pair, 16).ok(),
            _ => None,
        };
        let bytes: Option<Vec<u8>> = text.split(separator).map(pair).collect();
        Self::from_bytes(&bytes.ok_or(CardError)?)
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// `00-D5-07-D0`.
    pub fn hex(&self) -> String {
        let pairs: Vec<String> = self.0.iter().map(|byte| format!("{byte:02X}")).collect();
        pairs.join("-")
    }

    /// `0013961168`; none when the number needs more than ten digits.
    pub fn dec(&self) -> Option<String> {
        let value = self.0.iter().try_fold(0_u64, |sum, byte| sum.checked_mul(256)?.checked_add(u64::from(*byte)))?;
        (value <= 9_999_999_999).then(|| format!("{value:010}"))
    }

    /// What a 26-bit Wiegand reader makes of the card: it drops all but the lowest three bytes.
    #[must_use]
    pub fn wiegand_26(&self) -> Self {
        let low = &self.0[self.0.len() - 3..];
        Self(vec![0, low[0], low[1], low[2]])
    }

    /// `213,02000`: facility and number, as printed on many cards.
    pub fn facility(&self) -> String {
        let low = &self.0[self.0.len() - 3..];
        format!("{:03},{:05}", low[0], u16::from_be_bytes([low[1], low[2]]))
    }
}

impl FromStr for CardNumber {
    type Err = CardError;

    /// Decimal when there are only digits, hexadecimal pairs otherwise.
    fn from_str(text: &str) -> Result<Self, CardError> {
        let text = text.trim();
        Self::from_dec(text).or_else(|_| Self::from_hex(text))
    }
}

impl fmt::Display for CardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.dec().unwrap_or_else(|| self.hex()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_card_reads_the_same_in_every_notation() {
        let card: CardNumber = "0013961168".parse().unwrap();
        for text in ["13961168", "00-D5-07-D0", "00:d5:07:d0", "D5-07-D0"] {
            assert_eq!(text.parse::<CardNumber>().unwrap(), card, "{text}");
        }
        assert_eq!(card.hex(), "00-D5-07-D0");
        assert_eq!(card.dec().as_deref(), Some("0013961168"));
        assert_eq!(card.facility(), "213,02000");
    }

    #[test]
    fn a_26_bit_reader_drops_the_top_byte() {
        let card: CardNumber = "1A-D5-07-D0".parse().unwrap();
        assert_eq!(card.wiegand_26().hex(), "00-D5-07-D0");
    }

    #[test]
    fn a_long_uid_has_no_decimal_form() {
        let card: CardNumber = "04-A2-24-5B-9C-11-80".parse().unwrap();
        assert_eq!(card.dec(), None);
        assert_eq!(card.to_string(), "04-A2-24-5B-9C-11-80");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for bad in ["", "12345678901", "00-D5-7-D0", "00-D5:07", "xx-yy", "-", "00--D5", "+1"] {
            assert_eq!(bad.parse::<CardNumber>(), Err(CardError), "{bad}");
        }
    }
}
