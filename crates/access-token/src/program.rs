//! Tokens for programs: `vst_` and 32 random bytes in base64url. They say nothing of themselves: identity knows them by their
//! hash. As they are random, a slow hash would add nothing.
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::SecureRandom;

/// By it a token is told from an access token, and found by scanners of source code.
pub const PROGRAM_TOKEN_PREFIX: &str = "vst_";
const BYTES: usize = 32;
/// Of a token's text: the prefix and 43 characters of base64url.
const LENGTH: usize = 47;

/// SHA-256 of a token's text.
pub type ProgramTokenHash = [u8; 32];

/// A new token, as its holder gets it, and its hash. None without randomness.
pub fn generate(random: &dyn SecureRandom) -> Option<(String, ProgramTokenHash)> {
    let mut bytes = [0; BYTES];
    random.fill(&mut bytes).ok()?;
    let token = format!("{PROGRAM_TOKEN_PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes));
    let hash = hash_of(&token);
    Some((token, hash))
}

/// The hash of what has the form of a token; None for everything else.
pub fn hash(token: &str) -> Option<ProgramTokenHash> {
    (token.len() == LENGTH && token.starts_with(PROGRAM_TOKEN_PREFIX)).then(|| hash_of(token))
}

fn hash_of(token: &str) -> ProgramTokenHash {
    digest(&SHA256, token.as_bytes()).as_ref().try_into().expect("32 bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_256_bits_and_is_known_by_its_hash() {
        let random = ring::rand::SystemRandom::new();
        let (token, stored) = generate(&random).unwrap();
        assert_eq!(token.len(), LENGTH);
        assert_eq!(hash(&token), Some(stored));
        assert_ne!(generate(&random).unwrap().0, token);
    }

    #[test]
    fn what_is_no_token_has_no_hash() {
        for text in ["", "vst_", "vst_abc", &"A".repeat(47), &format!("vst_{}", "A".repeat(44)), &"vst_".repeat(1000)] {
            assert_eq!(hash(text), None);
        }
    }
}
