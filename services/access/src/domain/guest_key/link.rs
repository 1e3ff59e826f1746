//! What a guest holds in hand: the key of a link, and how long a code has to be.

use sha2::{Digest, Sha256};

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Digits of 128 bits to the base of 62.
const LENGTH: usize = 22;
/// The shortest and the longest code that is made.
const CODE_LENGTHS: std::ops::RangeInclusive<usize> = 6..=10;
/// A guess is right once in so many times.
const GUESSES: u64 = 1_000;

/// The key in the address of a guest's page: 128 random bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkKey(String);

impl LinkKey {
    pub fn new(random: u128) -> LinkKey {
        let mut digits = [b'0'; LENGTH];
        let mut rest = random;
        for digit in digits.iter_mut().rev() {
            *digit = ALPHABET[(rest % 62) as usize];
            rest /= 62;
        }
        LinkKey(digits.iter().map(|digit| char::from(*digit)).collect())
    }

    /// None for a text that is not the key of any link.
    pub fn parse(text: &str) -> Option<LinkKey> {
        let is_key = text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_key.then(|| LinkKey(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// By which it is found: the key itself is kept sealed.
    pub fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }
}

/// The fewest digits with which a guess at a keypad stays hopeless, beside so many codes that work.
pub fn least_code_length(live_codes: u64) -> usize {
    let is_enough = |length: &usize| live_codes.saturating_add(1).saturating_mul(GUESSES) <= 10u64.pow(*length as u32);
    CODE_LENGTHS.into_iter().find(is_enough).unwrap_or(*CODE_LENGTHS.end())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_code_grows_with_the_number_of_codes() {
        assert_eq!([0, 999, 1_000, 9_999, 10_000, u64::MAX].map(least_code_length), [6, 6, 7, 7, 8, 10]);
    }

    #[test]
    fn what_is_no_key_is_told_without_looking() {
        for text in ["", "abc", "0000000000000000000000/", "000000000000000000000", "00000000000000000000000", "000000000000000000000é"] {
            assert_eq!(LinkKey::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn keys_are_different_and_read_as_they_were_made(one in any::<u128>(), other in any::<u128>()) {
            let key = LinkKey::new(one);
            prop_assert_eq!(LinkKey::parse(key.as_str()), Some(key.clone()));
            prop_assert_eq!(key == LinkKey::new(other), one == other);
        }
    }
}
