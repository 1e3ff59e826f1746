//! Which passwords are taken.
use kit::Fields;

pub const MIN_LENGTH: usize = 8;
pub const MAX_LENGTH: usize = 256;

/// Notes what is wrong with a new password.
pub fn check(fields: &mut Fields, path: &str, password: &str) {
    let length = password.chars().count();
    if password.is_empty() {
        fields.add(path, "required");
    } else if length < MIN_LENGTH {
        fields.add(path, format!("minimum length is {MIN_LENGTH}"));
    } else if length > MAX_LENGTH {
        fields.add(path, format!("maximum length is {MAX_LENGTH}"));
    }
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
        assert!(is_taken("12345678") && is_taken(&"ж".repeat(256)));
    }
}
