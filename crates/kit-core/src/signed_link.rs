//! Links that carry their own right, until they expire: for images in `<img>`, audio that devices fetch, downloads. Whoever has the
//! link may read what it names, so its life is short. The signature covers purpose, path, subject and expiry, each with its
//! length, and every purpose has a key of its own, derived from the service key: a link for one purpose is worth nothing for another.
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use time::{Duration, OffsetDateTime};

use crate::{Clock, Error, Result};

/// What a link allows, as `device_gateway.event_image`. A constant of the module that signs and verifies.
pub type Purpose = &'static str;

#[derive(Clone)]
pub struct LinkSigner {
    /// The first one signs, all of them are accepted.
    keys: Arc<[Vec<u8>]>,
    clock: Clock,
}

/// What is put into the query of a link: `expires` (seconds since 1970) and `signature` (base64url).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkSignature {
    pub expires: i64,
    pub signature: String,
}

impl LinkSigner {
    /// `keys`: at least one.
    pub fn new(keys: &[Vec<u8>], clock: Clock) -> Self {
        LinkSigner { keys: keys.into(), clock }
    }

    /// `subject`: whom or what the link is for, as `session:7` or `device:12`; empty where the path says it all.
    pub fn sign(&self, purpose: Purpose, path: &str, subject: &str, ttl: Duration) -> LinkSignature {
        self.sign_until(purpose, path, subject, self.clock.now() + ttl)
    }

    /// As `sign`, up to a moment: links that are made twice are then the same, so that a browser's cache knows them.
    pub fn sign_until(&self, purpose: Purpose, path: &str, subject: &str, at: OffsetDateTime) -> LinkSignature {
        let expires = at.unix_timestamp();
        let mac = mac(&self.keys[0], purpose, path, subject, expires).finalize().into_bytes();
        LinkSignature { expires, signature: URL_SAFE_NO_PAD.encode(mac) }
    }

    /// `NotFound` for a link that was not signed here, for another purpose, path or subject, or that has expired: one answer for all.
    pub fn verify(&self, purpose: Purpose, path: &str, subject: &str, link: &LinkSignature) -> Result<()> {
        let signature = URL_SAFE_NO_PAD.decode(&link.signature).map_err(|_| Error::NotFound)?;
        // In constant time for each key.
        let is_signed = self.keys.iter().any(|key| mac(key, purpose, path, subject, link.expires).verify_slice(&signature).is_ok());
        if is_signed && link.expires > self.clock.now().unix_timestamp() { Ok(()) } else { Err(Error::NotFound) }
    }
}

fn mac(key: &[u8], purpose: &str, path: &str, subject: &str, expires: i64) -> Hmac<Sha256> {
    let mut derived = hmac(key);
    derived.update(b"vestibule-signed-link-v1\n");
    derived.update(purpose.as_bytes());
    let mut mac = hmac(&derived.finalize().into_bytes());
    for part in [path, subject] {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part.as_bytes());
    }
    mac.update(&expires.to_be_bytes());
    mac
}

fn hmac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes a key of any length")
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMAGE: Purpose = "test.image";

    fn signer(keys: &[u8], clock: &Clock) -> LinkSigner {
        LinkSigner::new(&keys.iter().map(|key| vec![*key; 32]).collect::<Vec<_>>(), clock.clone())
    }

    fn clock() -> Clock {
        Clock::fixed(time::macros::datetime!(2026-03-01 12:00 UTC))
    }

    #[test]
    fn a_link_is_good_for_its_purpose_path_and_subject_only() {
        let links = signer(&[1], &clock());
        let link = links.sign(IMAGE, "/a/b", "session:1", Duration::minutes(10));
        links.verify(IMAGE, "/a/b", "session:1", &link).unwrap();
        for (purpose, path, subject) in
            [("test.audio", "/a/b", "session:1"), (IMAGE, "/a/c", "session:1"), (IMAGE, "/a/b", "session:2"), (IMAGE, "/a/bs", "ession:1")]
        {
            assert!(matches!(links.verify(purpose, path, subject, &link), Err(Error::NotFound)), "{purpose} {path} {subject}");
        }
    }

    #[test]
    fn a_link_ends_at_its_expiry_and_cannot_be_given_a_later_one() {
        let clock = clock();
        let links = signer(&[1], &clock);
        let link = links.sign(IMAGE, "/a", "", Duration::minutes(10));
        let later = LinkSignature { expires: link.expires + 60, ..link.clone() };
        assert!(links.verify(IMAGE, "/a", "", &later).is_err());
        clock.advance(Duration::minutes(10));
        assert!(links.verify(IMAGE, "/a", "", &link).is_err());
    }

    #[test]
    fn a_link_of_the_former_key_is_accepted_while_the_key_is_listed() {
        let clock = clock();
        let link = signer(&[1], &clock).sign(IMAGE, "/a", "", Duration::minutes(1));
        signer(&[2, 1], &clock).verify(IMAGE, "/a", "", &link).unwrap();
        assert!(signer(&[2], &clock).verify(IMAGE, "/a", "", &link).is_err());
    }

    #[test]
    fn any_other_signature_is_refused() {
        let links = signer(&[1], &clock());
        let link = links.sign(IMAGE, "/a", "", Duration::minutes(1));
        for signature in [String::new(), "*".into(), link.signature[1..].into(), format!("{}A", link.signature)] {
            assert!(links.verify(IMAGE, "/a", "", &LinkSignature { signature, ..link.clone() }).is_err());
        }
    }
}
