//! What a person signs in with at a device's own page.

use std::fmt;

use md5::{Digest, Md5};

/// Hexadecimal digits of a hashed password.
const DIGITS: usize = 32;

/// Of `GET /api/v1/login`. The password never travels: the device asks for its MD5, in lower-case hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    pub username: String,
    password: String,
}

impl Credentials {
    pub fn new(username: impl Into<String>, password: &str) -> Self {
        Self { username: username.into(), password: hex::encode(Md5::digest(password)) }
    }

    /// From a request to a device; None when the password is not a hash.
    pub(crate) fn received(username: &str, hash: &str) -> Option<Self> {
        let is_hash = hash.len() == DIGITS && hash.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_hash.then(|| Self { username: username.to_owned(), password: hash.to_ascii_lowercase() })
    }

    pub(crate) fn hash(&self) -> &str {
        &self.password
    }
}

// Secrets must not reach a log by way of `{:?}`, and an MD5 is as good as its password.
impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Credentials({})", self.username)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_travels_as_its_hash_and_prints_as_nothing() {
        let credentials = Credentials::new("admin", "123456");
        assert_eq!(credentials.hash(), "e10adc3949ba59abbe56e057f20f883e");
        assert_eq!(format!("{credentials:?}"), "Credentials(admin)");
    }

    #[test]
    fn a_password_in_clear_is_no_hash() {
        assert_eq!(Credentials::received("admin", "123456"), None);
        assert_eq!(Credentials::received("admin", "E10ADC3949BA59ABBE56E057F20F883E"), Some(Credentials::new("admin", "123456")));
    }
}
