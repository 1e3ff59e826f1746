//! Recovery codes, for users who have lost their phone or key. Each is valid once.
use kit::{Error, Result};
use ring::rand::SecureRandom;
use sha2::{Digest, Sha256};

pub const COUNT: usize = 10;
/// Without 0, 1, l and o, which people mix up. 32 of them: five bits each.
const ALPHABET: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";
/// 80 bits: a fast hash is enough.
const LENGTH: usize = 16;
const GROUP: usize = 4;

/// Ten new ones, as they are shown, in groups of four.
pub fn generate(random: &dyn SecureRandom) -> Result<Vec<String>> {
    (0..COUNT).map(|_| one(random)).collect()
}

fn one(random: &dyn SecureRandom) -> Result<String> {
    let mut bytes = [0; LENGTH];
    random.fill(&mut bytes).map_err(|_| Error::internal(anyhow::anyhow!("no randomness")))?;
    let letters: Vec<char> = bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect();
    Ok(letters.chunks(GROUP).map(String::from_iter).collect::<Vec<_>>().join("-"))
}

/// The hash of a code as somebody types it, with or without dashes; None for what is no recovery code.
pub fn hash(code: &str) -> Option<[u8; 32]> {
    let code: String = code.chars().filter(|c| !matches!(c, '-' | ' ')).map(|c| c.to_ascii_lowercase()).collect();
    (code.len() == LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte))).then(|| Sha256::digest(code).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_different_codes_of_80_bits() {
        let codes = generate(&ring::rand::SystemRandom::new()).unwrap();
        let hashes: std::collections::BTreeSet<_> = codes.iter().map(|code| hash(code).unwrap()).collect();
        assert_eq!((codes.len(), hashes.len()), (10, 10));
        assert_eq!(codes[0].len(), 19);
    }

    #[test]
    fn a_code_is_known_however_it_is_typed() {
        let code = "2345-6789-abcd-efgh";
        assert_eq!(hash(code), hash("23456789ABCDEFGH"));
        assert_eq!(hash(code), hash(" 2345 6789 abcd efgh "));
        for wrong in ["", "123456", "2345-6789-abcd-efg", "2345-6789-abcd-efg0"] {
            assert_eq!(hash(wrong), None, "{wrong}");
        }
    }
}
