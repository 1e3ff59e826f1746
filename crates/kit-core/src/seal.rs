//! Secrets at rest: ChaCha20-Poly1305 with keys from the environment.
use std::sync::Arc;

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};

/// Seals and opens. A sealed secret is its nonce, the cipher text and the tag.
#[derive(Clone)]
pub struct Sealer {
    key: Arc<LessSafeKey>,
    /// Former keys, which open what they have sealed.
    former: Arc<[LessSafeKey]>,
}

#[derive(Debug, thiserror::Error)]
#[error("the secret cannot be opened with this key")]
pub struct Unsealable;

impl Sealer {
    /// `key`: 32 bytes.
    pub fn new(key: &[u8]) -> anyhow::Result<Self> {
        Self::with_former(key, &[])
    }

    /// While the key is changed: `key` seals, all of them open.
    pub fn with_former(key: &[u8], former: &[Vec<u8>]) -> anyhow::Result<Self> {
        let former = former.iter().map(|key| cipher(key)).collect::<anyhow::Result<_>>()?;
        Ok(Sealer { key: Arc::new(cipher(key)?), former })
    }

    pub fn seal(&self, secret: &str) -> Vec<u8> {
        self.seal_for("", secret)
    }

    pub fn open(&self, sealed: &[u8]) -> Result<String, Unsealable> {
        self.open_for("", sealed)
    }

    /// For one purpose, as `domains.mail.password`: what is sealed for one opens for no other, so that a secret that
    /// somebody moves elsewhere stays shut.
    pub fn seal_for(&self, purpose: &str, secret: &str) -> Vec<u8> {
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).expect("the system gives random bytes");
        let mut text = secret.as_bytes().to_vec();
        let unique = Nonce::assume_unique_for_key(nonce);
        self.key.seal_in_place_append_tag(unique, Aad::from(purpose), &mut text).expect("a secret is shorter than 2^36 bytes");
        [&nonce[..], &text].concat()
    }

    pub fn open_for(&self, purpose: &str, sealed: &[u8]) -> Result<String, Unsealable> {
        let (nonce, text) = sealed.split_at_checked(NONCE_LEN).ok_or(Unsealable)?;
        let keys = std::iter::once(&*self.key).chain(&*self.former);
        keys.into_iter().find_map(|key| open(key, nonce, purpose, text)).ok_or(Unsealable)
    }
}

fn cipher(key: &[u8]) -> anyhow::Result<LessSafeKey> {
    let key = UnboundKey::new(&CHACHA20_POLY1305, key).map_err(|_| anyhow::anyhow!("a seal key must have 32 bytes"))?;
    Ok(LessSafeKey::new(key))
}

/// None for another key: the tag does not fit.
fn open(key: &LessSafeKey, nonce: &[u8], purpose: &str, text: &[u8]) -> Option<String> {
    let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
    let mut text = text.to_vec();
    let secret = key.open_in_place(nonce, Aad::from(purpose), &mut text).ok()?;
    String::from_utf8(secret.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_secret_opens_with_its_key_only() {
        let sealer = Sealer::new(&[7; 32]).unwrap();
        let sealed = sealer.seal("hunter2");
        assert_eq!(sealer.open(&sealed).unwrap(), "hunter2");
        assert!(Sealer::new(&[8; 32]).unwrap().open(&sealed).is_err());
        assert!(sealer.open(&sealed[..5]).is_err());
        assert!(!sealed.windows(7).any(|window| window == b"hunter2"));
    }

    #[test]
    fn a_former_key_opens_what_it_sealed_and_seals_nothing_new() {
        let (old, new) = (Sealer::new(&[7; 32]).unwrap(), Sealer::with_former(&[8; 32], &[vec![7; 32]]).unwrap());
        assert_eq!(new.open_for("a", &old.seal_for("a", "hunter2")).unwrap(), "hunter2");
        let sealed = new.seal_for("a", "hunter2");
        assert!(old.open_for("a", &sealed).is_err());
        assert_eq!(Sealer::new(&[8; 32]).unwrap().open_for("a", &sealed).unwrap(), "hunter2");
    }

    #[test]
    fn what_is_sealed_for_a_purpose_opens_for_no_other() {
        let sealer = Sealer::new(&[7; 32]).unwrap();
        let sealed = sealer.seal_for("domains.mail.password", "hunter2");
        assert_eq!(sealer.open_for("domains.mail.password", &sealed).unwrap(), "hunter2");
        assert!(sealer.open_for("domains.sip.turn_password", &sealed).is_err() && sealer.open(&sealed).is_err());
    }
}
