//! Codes of authenticator applications: SHA-1, six digits, 30 seconds, which every application knows.
use kit::{Error, Result};
use ring::rand::SecureRandom;
use time::OffsetDateTime;
use totp_rs::{Algorithm, Builder, Secret, Totp};

const ISSUER: &str = "Vestibule";
const SECRET_BYTES: usize = 20;
const DIGITS: u8 = 6;
const STEP_SECONDS: u64 = 30;
/// Steps that the clock of a telephone may be off.
const TOLERANCE: u16 = 1;

/// A new secret, in base32.
pub fn generate(random: &dyn SecureRandom) -> Result<String> {
    let mut bytes = [0; SECRET_BYTES];
    random.fill(&mut bytes).map_err(|_| Error::internal(anyhow::anyhow!("no randomness")))?;
    Ok(Secret::from(bytes.as_slice()).to_base32())
}

/// The address that an application reads from a QR code; `name` tells the person's accounts apart.
pub fn url(secret: &str, name: &str) -> Result<String> {
    totp(secret, name)?.to_url().map_err(|error| Error::internal(anyhow::anyhow!("TOTP: {error}")))
}

/// The time step of a code that is right now; None for a wrong one.
pub fn step(secret: &str, code: &str, now: OffsetDateTime) -> Result<Option<i64>> {
    let seconds = u64::try_from(now.unix_timestamp()).map_err(Error::internal)?;
    let is_code = code.len() == usize::from(DIGITS) && code.bytes().all(|byte| byte.is_ascii_digit());
    Ok(if is_code { totp(secret, "account")?.check(code, seconds).map(|step| step as i64) } else { None })
}

fn totp(secret: &str, name: &str) -> Result<Totp> {
    let secret = Secret::try_from_base32(secret).map_err(|error| Error::internal(anyhow::anyhow!("a secret in base32: {error}")))?;
    let builder = Builder::new().with_algorithm(Algorithm::SHA1).with_digits(DIGITS).with_step_duration(STEP_SECONDS).with_skew(TOLERANCE);
    // A colon separates issuer and name in the address.
    let builder = builder.with_secret(secret).with_issuer(Some(ISSUER)).with_account_name(name.replace(':', " "));
    builder.build().map_err(|error| Error::internal(anyhow::anyhow!("TOTP: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    /// RFC 6238, appendix B: "12345678901234567890" in base32.
    const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    #[test]
    fn codes_are_those_of_rfc_6238() {
        let at = |seconds| OffsetDateTime::from_unix_timestamp(seconds).unwrap();
        assert_eq!(step(SECRET, "287082", at(59)).unwrap(), Some(1));
        assert_eq!(step(SECRET, "081804", at(1_111_111_109)).unwrap(), Some(37_037_036));
        assert_eq!(step(SECRET, "081805", at(1_111_111_109)).unwrap(), None);
    }

    #[test]
    fn one_step_of_tolerance_on_each_side() {
        let at = datetime!(2005-03-18 01:58:29 UTC);
        let is_right = |seconds| step(SECRET, "081804", at + time::Duration::seconds(seconds)).unwrap().is_some();
        assert!(is_right(-30) && is_right(0) && is_right(30));
        assert!(!is_right(-60) && !is_right(31));
    }

    #[test]
    fn what_is_no_code_is_wrong() {
        for code in ["", "28708", "2870820", "28708a", "287 82", "٢٨٧٠٨٢"] {
            assert_eq!(step(SECRET, code, datetime!(1970-01-01 00:00:59 UTC)).unwrap(), None, "{code}");
        }
    }

    #[test]
    fn a_secret_has_160_bits_and_an_address_names_issuer_and_account() {
        let secret = generate(&ring::rand::SystemRandom::new()).unwrap();
        assert_eq!(secret.len(), 32);
        let url = url(&secret, "a:b@site.test").unwrap();
        assert!(url.starts_with("otpauth://totp/Vestibule:a%20b%40site.test?"), "{url}");
        assert!(url.contains(&format!("secret={secret}")) && url.contains("issuer=Vestibule"), "{url}");
    }
}
