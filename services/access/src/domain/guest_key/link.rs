//! What a guest holds in hand: the key of a link.

use sha2::{Digest, Sha256};

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Digits of 128 bits to the base of 62.
const LENGTH: usize = 22;

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
