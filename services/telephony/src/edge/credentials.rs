//! What the web phone signs in with at the edge, in place of its number's password.
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;

/// The user name and password that are good for one number of one project until `expiry` (seconds since 1970). The
/// edge compares both with the number that registers or calls, so that they open no other.
pub fn credentials(secret: &str, realm: &str, number: &str, expiry: i64) -> (String, String) {
    let user = format!("{expiry}:{number}@{realm}");
    // SHA-1 is what Kamailio's auth_ephemeral checks; as an HMAC it is unbroken.
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret.as_bytes());
    let password = STANDARD.encode(hmac::sign(&key, user.as_bytes()));
    (user, password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_name_when_they_end_and_whose_they_are_and_are_signed() {
        let (user, password) = credentials("shh", "p7.sip.test", "1002", 1_700_000_000);
        assert_eq!(user, "1700000000:1002@p7.sip.test");
        assert_eq!(password, "lV/+QSH0NCIVmcsU11xN9CfXdac=");
        assert_ne!(password, credentials("shh", "p8.sip.test", "1002", 1_700_000_000).1);
        assert_ne!(password, credentials("else", "p7.sip.test", "1002", 1_700_000_000).1);
    }
}
