//! Refresh tokens: 32 random bytes, base64url. Only their SHA-256 is kept: they are random, so that a slow hash
//! would add nothing.
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kit::{Error, Result};
use ring::rand::SecureRandom;
use sha2::{Digest, Sha256};

const BYTES: usize = 32;

/// A new token, as its holder gets it, and its hash.
pub fn generate(random: &dyn SecureRandom) -> Result<(String, [u8; 32])> {
    let mut bytes = [0; BYTES];
    random.fill(&mut bytes).map_err(|_| Error::internal(anyhow::anyhow!("no randomness")))?;
    Ok((URL_SAFE_NO_PAD.encode(bytes), Sha256::digest(bytes).into()))
}

/// The hash of a token that came back; None for what is no token.
pub fn hash(token: &str) -> Option<[u8; 32]> {
    if token.len() > BYTES * 2 {
        return None;
    }
    let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
    (bytes.len() == BYTES).then(|| Sha256::digest(bytes).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_256_bits_and_is_known_by_its_hash() {
        let random = ring::rand::SystemRandom::new();
        let (token, stored) = generate(&random).unwrap();
        assert_eq!(token.len(), 43);
        assert_eq!(hash(&token), Some(stored));
        assert_ne!(generate(&random).unwrap().0, token);
    }

    #[test]
    fn what_is_no_token_has_no_hash() {
        for text in ["", "abc", "!", &"A".repeat(1000)] {
            assert_eq!(hash(text), None);
        }
    }
}
