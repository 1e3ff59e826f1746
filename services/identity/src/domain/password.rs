//! Which passwords are accepted: NIST SP 800-63B, 5.1.1.2, asks for a length and for a list of common ones, and for no rules of
//! composition.
use std::collections::HashSet;
use std::sync::LazyLock;

use kit::Fields;

pub const MIN_LENGTH: usize = 8;
pub const MAX_LENGTH: usize = 256;

/// In small letters. Their source: passwords/README.md.
static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| PUBLISHED.lines().chain(GUESSED.lines()).collect());
/// The most common leaked passwords of at least `MIN_LENGTH` characters, the most common first.
const PUBLISHED: &str = include_str!("passwords/common.txt");
/// Sequences, seasons, names of this product.
const GUESSED: &str = include_str!("passwords/guessed.txt");

/// Notes what is wrong with a new password.
pub fn check(fields: &mut Fields, path: &str, password: &str) {
    let length = password.chars().count();
    if password.is_empty() {
        fields.add(path, "required");
    } else if length < MIN_LENGTH {
        fields.add(path, format!("minimum length is {MIN_LENGTH}"));
    } else if length > MAX_LENGTH {
        fields.add(path, format!("maximum length is {MAX_LENGTH}"));
    } else if is_common(password) {
        fields.add(path, "password is too common");
    }
}

/// Whether it is guessed first: on the list, blanks only, or one or two characters again and again.
fn is_common(password: &str) -> bool {
    let distinct: HashSet<char> = password.chars().collect();
    distinct.len() <= 2 || password.trim().is_empty() || COMMON.contains(password.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_taken(password: &str) -> bool {
        let mut fields = Fields::new();
        check(&mut fields, "password", password);
        fields.is_empty()
    }

    #[test]
    fn a_password_has_8_to_256_characters() {
        assert!(!is_taken("") && !is_taken("1234567") && !is_taken(&"x".repeat(257)));
        assert!(is_taken("x7-Kd!w2") && is_taken(&"жук7".repeat(64)));
    }

    #[test]
    fn ten_thousand_published_passwords_are_known_that_could_otherwise_be_set() {
        let published: HashSet<&str> = PUBLISHED.lines().collect();
        assert_eq!(published.len(), 10_000);
        for password in PUBLISHED.lines().chain(GUESSED.lines()) {
            let length = password.chars().count();
            assert!((MIN_LENGTH..=MAX_LENGTH).contains(&length), "{password:?} is refused for its length already");
            assert_eq!(password, password.trim().to_lowercase(), "it would never be found");
        }
    }

    #[test]
    fn a_password_that_is_guessed_first_is_refused() {
        for password in ["12345678", "password", "Password1", "aaaaaaaa", "abababab", "            ", "QWERTYUIOP", " password "] {
            assert!(is_common(password), "{password:?}");
        }
        // The first, one from the middle and the last of the published list.
        for password in ["password", "iloveyou", PUBLISHED.lines().nth(5_000).unwrap(), PUBLISHED.lines().last().unwrap()] {
            assert!(!is_taken(&password.to_uppercase()), "{password:?}");
        }
        for password in ["correct horse", "battery staple", "x7-Kd!w2q"] {
            assert!(!is_common(password), "{password:?}");
        }
    }
}
