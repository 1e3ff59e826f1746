//! A secret among settings, as it is stored.
use std::fmt;

use kit::patch::{self, Secret};
use kit::seal::Sealer;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

#[derive(Clone, PartialEq, Eq)]
pub struct Sealed(Vec<u8>);

impl Sealed {
    /// What a request says of a secret, when it names it: unchanged (its mask, or null), cleared (an empty text), or a new
    /// one, which is sealed for `purpose`. Whether one is stored that was there before.
    pub fn merge(stored: &mut Option<Sealed>, is_named: bool, sent: Option<&str>, sealer: &Sealer, purpose: &str) -> bool {
        match patch::secret(is_named, sent) {
            Secret::Unchanged => return stored.is_some(),
            Secret::Cleared => *stored = None,
            Secret::Set(secret) => *stored = Some(Sealed(sealer.seal_for(purpose, secret))),
        }
        false
    }

    pub fn masked(stored: &Option<Sealed>) -> Option<String> {
        patch::masked(stored.is_some())
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Sealed {
    fn from(bytes: Vec<u8>) -> Self {
        Sealed(bytes)
    }
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealed")
    }
}

impl Serialize for Sealed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Sealed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        hex::decode(text).map(Sealed).map_err(de::Error::custom)
    }
}
