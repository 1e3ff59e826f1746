//! Secrets at rest: ChaCha20-Poly1305 with a key from the environment.
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};

/// Seals and opens. A sealed secret is its nonce, the cipher text and the tag.
#[derive(Clone)]
pub struct Sealer(std::sync::Arc<LessSafeKey>);

#[derive(Debug, thiserror::Error)]
#[error("the secret cannot be opened with this key")]
pub struct Unsealable;

impl Sealer {
    /// `key`: 32 bytes.
    pub fn new(key: &[u8]) -> anyhow::Result<Self> {
        let key = UnboundKey::new(&CHACHA20_POLY1305, key).map_err(|_| anyhow::anyhow!("the seal key must have 32 bytes"))?;
        Ok(Sealer(std::sync::Arc::new(LessSafeKey::new(key))))
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
        self.0.seal_in_place_append_tag(unique, Aad::from(purpose), &mut text).expect("a secret is shorter than 2^36 bytes");
        [&nonce[..], &text].concat()
    }

    pub fn open_for(&self, purpose: &str, sealed: &[u8]) -> Result<String, Unsealable> {
        let (nonce, text) = sealed.split_at_checked(NONCE_LEN).ok_or(Unsealable)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| Unsealable)?;
        let mut text = text.to_vec();
        let secret = self.0.open_in_place(nonce, Aad::from(purpose), &mut text).map_err(|_| Unsealable)?;
        String::from_utf8(secret.to_vec()).map_err(|_| Unsealable)
    }
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
    fn what_is_sealed_for_a_purpose_opens_for_no_other() {
        let sealer = Sealer::new(&[7; 32]).unwrap();
        let sealed = sealer.seal_for("domains.mail.password", "hunter2");
        assert_eq!(sealer.open_for("domains.mail.password", &sealed).unwrap(), "hunter2");
        assert!(sealer.open_for("domains.sip.turn_password", &sealed).is_err() && sealer.open(&sealed).is_err());
    }
}
