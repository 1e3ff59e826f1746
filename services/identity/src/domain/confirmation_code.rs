//! Codes of six digits, which prove an e-mail.
use kit::{Error, Result};
use ring::rand::SecureRandom;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

const CODES: u32 = 1_000_000;
/// Random numbers from here on would make small codes likelier.
const FAIR: u32 = u32::MAX - u32::MAX % CODES;

pub fn generate(random: &dyn SecureRandom) -> Result<String> {
    loop {
        let mut bytes = [0; 4];
        random.fill(&mut bytes).map_err(|_| Error::internal(anyhow::anyhow!("no randomness")))?;
        let number = u32::from_be_bytes(bytes);
        if number < FAIR {
            return Ok(format!("{:06}", number % CODES));
        }
    }
}

/// With what names the registration, of which only a hash is kept as well: from the two hashes nobody finds a code,
/// though there are but a million.
pub fn hash(code: &str, registration: &str) -> [u8; 32] {
    Sha256::digest(format!("{registration}:{code}")).into()
}

pub fn matches(code: &str, registration: &str, stored: Option<&[u8]>) -> bool {
    stored.is_some_and(|stored| hash(code, registration).ct_eq(stored).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_six_digits() {
        let random = ring::rand::SystemRandom::new();
        let codes: Vec<String> = (0..100).map(|_| generate(&random).unwrap()).collect();
        assert!(codes.iter().all(|code| code.len() == 6 && code.bytes().all(|b| b.is_ascii_digit())));
        assert!(codes.iter().any(|code| code != &codes[0]));
    }

    #[test]
    fn a_code_is_good_for_its_registration_only() {
        let stored = hash("012345", "a");
        assert!(matches("012345", "a", Some(&stored)));
        assert!(!matches("012345", "b", Some(&stored)) && !matches("012346", "a", Some(&stored)));
    }

    #[test]
    fn without_a_stored_code_none_is_right() {
        assert!(!matches("", "a", None) && !matches("000000", "a", None));
    }
}
