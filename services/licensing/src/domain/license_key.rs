//! Keys by which a licence is fetched from the licence server: 100 bits and a check of 25, base32 without letters that look
//! like digits, in groups of five.
use kit::seal::Sealer;
use sha2::{Digest, Sha256};

/// What it is sealed for.
const PURPOSE: &str = "licensing.license_key";
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of 5 bits.
const RANDOM: usize = 20;
const CHECK: usize = 5;

/// A key with a right check, as it is sent: upper case, in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LicenseKey(String);

impl LicenseKey {
    /// Of 20 random values below 32.
    pub fn new(random: [u8; RANDOM]) -> Self {
        let text: String = random.iter().map(|value| char::from(ALPHABET[usize::from(value % 32)])).collect();
        let whole = format!("{text}{}", check(&text));
        let groups: Vec<&str> = (0..RANDOM + CHECK).step_by(5).map(|at| &whole[at..at + 5]).collect();
        LicenseKey(groups.join("-"))
    }

    /// However it was typed: case, spaces and dashes do not matter, nor O for 0 and I or L for 1.
    pub fn parse(text: &str) -> Option<Self> {
        let mut values = Vec::new();
        for character in text.chars().filter(|character| !character.is_whitespace() && *character != '-') {
            let character = match character.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                character => character,
            };
            values.push(ALPHABET.iter().position(|known| char::from(*known) == character)? as u8);
        }
        let random: [u8; RANDOM] = values.get(..RANDOM)?.try_into().ok()?;
        let key = LicenseKey::new(random);
        let typed: String = values.iter().map(|value| char::from(ALPHABET[usize::from(*value)])).collect();
        (key.0.replace('-', "") == typed).then_some(key)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn seal(&self, sealer: &Sealer) -> Vec<u8> {
        sealer.seal_for(PURPOSE, &self.0)
    }

    /// None for one that was sealed by a key that is gone.
    pub fn open(sealer: &Sealer, sealed: &[u8]) -> Option<Self> {
        sealer.open_for(PURPOSE, sealed).ok().map(LicenseKey)
    }
}

fn check(text: &str) -> String {
    let digest = Sha256::digest(format!("vestibule licence key {text}"));
    digest.iter().take(CHECK).map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_key_is_read_however_it_is_typed(random in prop::array::uniform20(0..32u8)) {
            let key = LicenseKey::new(random);
            prop_assert_eq!(LicenseKey::parse(&key.as_str().to_lowercase().replace('-', " ")), Some(key.clone()));
            prop_assert_eq!(LicenseKey::parse(&key.as_str().replace('0', "o").replace('1', "L")), Some(key));
        }

        #[test]
        fn a_key_with_a_wrong_letter_is_none(random in prop::array::uniform20(0..32u8), at in 0..25usize, by in 1..32usize) {
            let key = LicenseKey::new(random).as_str().replace('-', "");
            let mut letters: Vec<u8> = key.into_bytes();
            let value = ALPHABET.iter().position(|known| *known == letters[at]).unwrap();
            letters[at] = ALPHABET[(value + by) % 32];
            // 25 bits of check: one wrong letter in the random part passes once in 33 million times.
            prop_assert_eq!(LicenseKey::parse(std::str::from_utf8(&letters).unwrap()), None);
        }
    }

    #[test]
    fn other_texts_are_no_keys() {
        for text in ["", "abc", "UUUUU-UUUUU-UUUUU-UUUUU-UUUUU", "00000-00000-00000-00000-0000", "ключ"] {
            assert_eq!(LicenseKey::parse(text), None, "{text}");
        }
    }
}
