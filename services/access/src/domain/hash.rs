//! Hashes of desired items, to compare with what a device has acknowledged.

use std::fmt;

use serde::Serialize;
use sha2::{Digest, Sha256};

/// The first half of a SHA-256. Written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash([u8; 16]);

impl ContentHash {
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// Takes values one after the other. Every value is preceded by its length or has a fixed one, so
/// that no two different lists of values read the same.
pub(crate) struct Hasher(Sha256);

impl Hasher {
    pub fn new() -> Hasher {
        Hasher(Sha256::new())
    }

    #[must_use]
    pub fn bytes(mut self, bytes: &[u8]) -> Hasher {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    #[must_use]
    pub fn text(self, text: &str) -> Hasher {
        self.bytes(text.as_bytes())
    }

    #[must_use]
    pub fn number(mut self, number: i64) -> Hasher {
        self.0.update(number.to_le_bytes());
        self
    }

    /// A number that may be absent.
    #[must_use]
    pub fn maybe(mut self, number: Option<i64>) -> Hasher {
        self.0.update([u8::from(number.is_some())]);
        self.number(number.unwrap_or_default())
    }

    /// Anything that has a JSON form; its fields keep their order.
    #[must_use]
    pub fn value(self, value: &impl Serialize) -> Hasher {
        // Plain structs of numbers, dates and words always have one.
        let json = serde_json::to_vec(value).unwrap_or_default();
        self.bytes(&json)
    }

    pub fn finish(self) -> ContentHash {
        let digest = self.0.finalize();
        let mut half = [0; 16];
        half.copy_from_slice(&digest[..16]);
        ContentHash(half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_values_give_the_same_hash_in_every_release() {
        let hash = Hasher::new().text("card").number(7).maybe(None).finish();
        assert_eq!(hash.to_string(), "e343f902d5109782f73b423f7bf3f077");
    }

    #[test]
    fn values_do_not_run_into_each_other() {
        let hash = |a: &str, b: &str| Hasher::new().text(a).text(b).finish();
        assert_ne!(hash("ab", "c"), hash("a", "bc"));
        assert_ne!(Hasher::new().maybe(None).finish(), Hasher::new().maybe(Some(0)).finish());
    }
}
