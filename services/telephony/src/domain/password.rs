//! Passwords of numbers: those that are password here, and those that are taken.
use kit::Fields;
use rand::Rng;
use rand::seq::SliceRandom;

const MIN_LENGTH: usize = 8;
/// What every panel takes.
const MAX_LENGTH: usize = 31;
/// Of a password one: 116 bits.
const GENERATED_LENGTH: usize = 20;

const DIGITS: &[u8] = b"23456789";
const LOWER: &[u8] = b"abcdefghijkmnopqrstuvwxyz";
const UPPER: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";

/// Digits, small and capital letters, without those that are mistaken for each other.
pub fn generate(random: &mut impl Rng) -> String {
    let any = [DIGITS, LOWER, UPPER].concat();
    let mut password: Vec<u8> = [DIGITS, LOWER, UPPER].iter().map(|kind| kind[random.random_range(0..kind.len())]).collect();
    password.extend((password.len()..GENERATED_LENGTH).map(|_| any[random.random_range(0..any.len())]));
    password.shuffle(random);
    password.into_iter().map(char::from).collect()
}

/// Letters and digits: at least one digit, one small and one capital letter.
pub fn validate(fields: &mut Fields, path: &str, password: &str) {
    let length = password.chars().count();
    if length < MIN_LENGTH {
        fields.add(path, format!("minimum length is {MIN_LENGTH}"));
    } else if length > MAX_LENGTH {
        fields.add(path, format!("maximum length is {MAX_LENGTH}"));
    }
    let has = |test: fn(&u8) -> bool| password.as_bytes().iter().any(test);
    let is_mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    fields.check(is_mixed, path, "must contain digits, lowercase and uppercase Latin letters");
    fields.check(password.bytes().all(|byte| byte.is_ascii_alphanumeric()), path, "contains characters that are not allowed");
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    fn is_taken(password: &str) -> bool {
        let mut fields = Fields::new();
        validate(&mut fields, "password", password);
        fields.is_empty()
    }

    #[test]
    fn a_password_has_digits_and_both_kinds_of_letters() {
        assert!(is_taken("Secret12") && is_taken(&"Aa1".repeat(10)));
        for bad in ["secret12", "SECRET12", "SecretSe", "Secret1", "Secret 12", "Sécret123", "Secret-12", &"Aa1x".repeat(8)] {
            assert!(!is_taken(bad), "{bad}");
        }
    }

    #[test]
    fn every_made_password_is_one_that_is_taken() {
        let mut random = SmallRng::seed_from_u64(7);
        let password: Vec<String> = (0..500).map(|_| generate(&mut random)).collect();
        assert!(password.iter().all(|password| is_taken(password)));
        assert_ne!(password[0], password[1]);
    }
}
