//! Licence files: what they say, and whether it is said by somebody who may. A file is
//! `{"payload": base64url, "signatures": [{"key_id", "signature"}]}`; signed is the decoded payload after a prefix, by Ed25519.
use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::counts::{Counts, exceeds};
use super::license::Plan;

/// What is signed begins with it, so that a signature of something else is none of a licence.
pub const PREFIX: &[u8] = b"vestibule-license-v1\n";
/// Bytes of a file.
pub const MAX_BYTES: usize = 256 << 10;
/// The version of the payload.
const VERSION: u32 = 1;
const MAX_SIGNATURES: usize = 8;
const MAX_SUPERSEDED: usize = 100;
const MAX_COUNT: i64 = 1_000_000_000;
/// Between the vendor's clock and this one. A clock that was set back further would prolong licences.
const MAX_CLOCK_DIFFERENCE: Duration = Duration::DAY;

/// Why a file is refused; the texts are the catalogue's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("wrong file body")]
    NoLicense,
    #[error("licence has a bad signature")]
    BadSignature,
    #[error("licence cannot be applied")]
    NotApplicable,
    #[error("licence expired")]
    Expired,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope {
    payload: String,
    signatures: Vec<Signature>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Signature {
    key_id: String,
    signature: String,
}

/// By which way a licence comes. A file of one way is none of the other: what the licence server gives ends with its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    Cloud,
    Offline,
}

/// What a file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payload {
    pub v: u32,
    pub id: Uuid,
    pub plan: Plan,
    #[serde(with = "time::serde::rfc3339")]
    pub issued_at: OffsetDateTime,
    pub customer: String,
    pub way: Way,
    /// For one project, or for every project of one installation, or, by the licence server, for one project of one installation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project_uid: Option<Uuid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance_id: Option<Uuid>,
    #[serde(with = "time::serde::rfc3339")]
    pub valid_from: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub valid_to: Option<OffsetDateTime>,
    pub features: Vec<String>,
    pub counts: Counts,
    pub per_user: Counts,
    pub supersedes: Vec<Uuid>,
}

/// For whom a file must be.
#[derive(Clone, Copy, Debug)]
pub struct Holder {
    pub project_uid: Option<Uuid>,
    pub instance_id: Uuid,
    pub way: Way,
}

impl Payload {
    /// Whether it may be applied there now.
    pub fn check(&self, holder: &Holder, now: OffsetDateTime) -> Result<(), Refusal> {
        self.check_holder(holder, now)?;
        if self.valid_to.is_some_and(|to| to <= now) { Err(Refusal::Expired) } else { Ok(()) }
    }

    /// Whether it is for them, also when it has ended.
    pub fn check_holder(&self, holder: &Holder, now: OffsetDateTime) -> Result<(), Refusal> {
        let is_of_project = self.project_uid.is_none_or(|project| holder.project_uid == Some(project));
        let is_of_instance = self.instance_id.is_none_or(|instance| holder.instance_id == instance);
        let names_enough = match self.way {
            Way::Cloud => self.project_uid.is_some() && self.instance_id.is_some(),
            Way::Offline => self.project_uid.is_some() || self.instance_id.is_some(),
        };
        let is_for = self.way == holder.way && names_enough && is_of_project && is_of_instance;
        let counts = [self.counts, self.per_user];
        let is_sound = self.v == VERSION
            && self.issued_at <= now + MAX_CLOCK_DIFFERENCE
            && self.valid_to.is_none_or(|to| to > self.valid_from)
            && !exceeds(self.counts.mobile_app, self.counts.sip)
            && counts.iter().all(|counts| [counts.sip, counts.mobile_app, counts.ukey2].into_iter().flatten().all(|n| (0..=MAX_COUNT).contains(&n)))
            && self.supersedes.len() <= MAX_SUPERSEDED
            && self.customer.chars().count() <= 200;
        if is_for && is_sound { Ok(()) } else { Err(Refusal::NotApplicable) }
    }
}

/// Public keys that licences are signed by, by their ids. Several: one may be replaced by another.
#[derive(Clone, Debug, Default)]
pub struct TrustedKeys(BTreeMap<String, [u8; 32]>);

impl TrustedKeys {
    /// Of keys of 32 bytes, base64url.
    pub fn parse<'a>(keys: impl IntoIterator<Item = &'a str>) -> anyhow::Result<Self> {
        let parse = |text: &str| {
            let key: [u8; 32] =
                URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| anyhow::anyhow!("32 bytes, base64url"))?;
            Ok((key_id(&key), key))
        };
        Ok(TrustedKeys(keys.into_iter().map(str::trim).filter(|text| !text.is_empty()).map(parse).collect::<anyhow::Result<_>>()?))
    }

    pub fn with(mut self, other: TrustedKeys) -> Self {
        self.0.extend(other.0);
        self
    }

    /// What a file says, when one of these keys has signed it. Every signature by one of them must be right.
    pub fn open(&self, file: &[u8]) -> Result<Payload, Refusal> {
        let envelope: Envelope = serde_json::from_slice(file).map_err(|_| Refusal::NoLicense)?;
        let payload = URL_SAFE_NO_PAD.decode(&envelope.payload).map_err(|_| Refusal::BadSignature)?;
        let signed = [PREFIX, &payload].concat();
        let mut is_signed = false;
        for Signature { key_id, signature } in envelope.signatures.iter().take(MAX_SIGNATURES) {
            let Some(key) = self.0.get(key_id) else { continue };
            let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| Refusal::BadSignature)?;
            UnparsedPublicKey::new(&ED25519, key).verify(&signed, &signature).map_err(|_| Refusal::BadSignature)?;
            is_signed = true;
        }
        if !is_signed {
            return Err(Refusal::BadSignature);
        }
        serde_json::from_slice(&payload).map_err(|_| Refusal::NotApplicable)
    }
}

/// The file of a payload, signed by these keys: what the licence server writes.
pub fn sign(payload: &Payload, keys: &[Ed25519KeyPair]) -> serde_json::Result<Vec<u8>> {
    let bytes = serde_json::to_vec(payload)?;
    let signed = [PREFIX, &bytes].concat();
    let sign = |key: &Ed25519KeyPair| Signature { key_id: key_id(key.public_key().as_ref()), signature: URL_SAFE_NO_PAD.encode(key.sign(&signed)) };
    serde_json::to_vec(&Envelope { payload: URL_SAFE_NO_PAD.encode(&bytes), signatures: keys.iter().map(sign).collect() })
}

/// The name of a key: the beginning of its digest.
pub fn key_id(key: &[u8]) -> String {
    hex::encode(&Sha256::digest(key)[..8])
}

#[cfg(test)]
mod tests;
