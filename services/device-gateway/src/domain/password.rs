//! Passwords that the platform generates, and rules for those that people enter.
use kit::Fields;
use rand::Rng;

/// Characters of a generated password; devices accept at most 32.
pub const MADE_LENGTH: usize = 24;

/// A password of letters and digits, without those that are easily confused.
pub fn generate(random: &mut impl Rng) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    (0..MADE_LENGTH).map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())])).collect()
}

/// A device's password at the broker: 8 to 32 printable characters.
pub fn check_mqtt(fields: &mut Fields, path: &str, password: &str) {
    check_length(fields, path, password, 8, 32);
    fields.check(password.chars().all(|c| c.is_ascii_graphic()), path, "only Latin letters, digits and signs");
}

/// A device's SIP password: 6 to 31 characters with a digit, a lower-case and an upper-case letter.
pub fn check_sip(fields: &mut Fields, path: &str, password: &str) {
    check_length(fields, path, password, 6, 31);
    let has = |test: fn(&u8) -> bool| password.as_bytes().iter().any(test);
    let mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    fields.check(mixed, path, "must contain digits, lowercase and uppercase Latin letters");
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.!~*()+$=".contains(c);
    fields.check(password.chars().all(allowed), path, "contains characters that are not allowed");
}

fn check_length(fields: &mut Fields, path: &str, password: &str, min: usize, max: usize) {
    let length = password.chars().count();
    if length < min {
        fields.add(path, format!("minimum length is {min}"));
    } else if length > max {
        fields.add(path, format!("maximum length is {max}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    fn taken(check: fn(&mut Fields, &str, &str), password: &str) -> bool {
        let mut fields = Fields::new();
        check(&mut fields, "password", password);
        fields.is_empty()
    }

    #[test]
    fn a_made_password_is_taken_by_the_broker() {
        let mut random = SmallRng::seed_from_u64(7);
        let (first, second) = (generate(&mut random), generate(&mut random));
        assert!(taken(check_mqtt, &first));
        assert_ne!(first, second);
    }

    #[test]
    fn a_sip_password_has_digits_and_both_kinds_of_letters() {
        assert!(taken(check_sip, "Secret1"));
        for bad in ["secret1", "SECRET1", "Secrets", "Sec1", "Secret 1", "Sécret1", &"Aa1".repeat(11)] {
            assert!(!taken(check_sip, bad), "{bad}");
        }
    }

    #[test]
    fn a_broker_password_has_8_to_32_characters() {
        assert!(taken(check_mqtt, "12345678") && taken(check_mqtt, &"x".repeat(32)));
        assert!(!taken(check_mqtt, "1234567") && !taken(check_mqtt, &"x".repeat(33)) && !taken(check_mqtt, "with space"));
    }
}
