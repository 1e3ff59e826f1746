//! Who pushes: an assertion that a push service verifies by the installation's key (VAPID, RFC 8292).
use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;
use time::{Duration, OffsetDateTime};
use url::Url;

/// Push services take at most a day.
const ASSERTION_TTL: Duration = Duration::hours(12);

/// The private key of the installation. Browsers subscribe to its public key: another one needs them to subscribe again.
#[derive(Clone)]
pub struct PushKey {
    key: SigningKey,
    /// Where a push service complains, as mailto: or https:.
    contact: String,
}

impl std::fmt::Debug for PushKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PushKey")
    }
}

impl PushKey {
    /// 32 bytes, in hex or base64.
    pub fn parse(text: &str, contact: &str) -> Result<PushKey> {
        let text = text.trim().trim_end_matches('=');
        let bytes = match text.len() {
            64 => hex(text)?,
            _ => URL_SAFE_NO_PAD.decode(text).or_else(|_| STANDARD_NO_PAD.decode(text)).context("is neither hex nor base64")?,
        };
        ensure!(bytes.len() == 32, "has not 32 bytes");
        Ok(PushKey { key: SigningKey::from_slice(&bytes).ok().context("is no key of P-256")?, contact: contact.into() })
    }

    /// As browsers take it for `applicationServerKey`.
    pub fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(p256::PublicKey::from(self.key.verifying_key()).to_sec1_bytes())
    }

    /// The header `Authorization` of a request to this endpoint.
    pub fn authorization(&self, endpoint: &Url, now: OffsetDateTime) -> String {
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let expires_at = (now + ASSERTION_TTL).unix_timestamp();
        let claims = json!({ "aud": endpoint.origin().ascii_serialization(), "exp": expires_at, "sub": self.contact });
        let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(header.to_string()), URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), self.public_key())
    }
}

fn hex(text: &str) -> Result<Vec<u8>> {
    ensure!(text.is_ascii(), "is not hex");
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).context("is not hex")).collect()
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;
    use time::macros::datetime;

    use super::*;

    #[test]
    fn the_assertion_names_origin_end_and_contact_and_is_signed_by_the_key() {
        let key = PushKey::parse(&"07".repeat(32), "mailto:a@x.test").unwrap();
        let endpoint = Url::parse("https://push.example.org/send/secret").unwrap();
        let authorization = key.authorization(&endpoint, datetime!(2026-11-23 12:00 UTC));
        let (token, public_key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public_key, key.public_key());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(signed.split_once('.').unwrap().1).unwrap()).unwrap();
        assert_eq!(claims, json!({ "aud": "https://push.example.org", "exp": 1_795_435_200 + 43_200, "sub": "mailto:a@x.test" }));
        let verifying = VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(public_key).unwrap()).unwrap();
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
        verifying.verify(signed.as_bytes(), &signature).unwrap();
    }

    #[test]
    fn a_key_is_written_in_hex_or_base64_and_anything_else_is_an_error() {
        let keys = ["07".repeat(32), STANDARD_NO_PAD.encode([7; 32]), format!("{}=", URL_SAFE_NO_PAD.encode([7; 32]))];
        let public: Vec<String> = keys.iter().map(|key| PushKey::parse(key, "").unwrap().public_key()).collect();
        assert!(public.iter().all(|key| *key == public[0]) && public[0].len() == 87);
        for bad in ["", "00", &"00".repeat(32), &"zz".repeat(32), &"ff".repeat(32)] {
            assert!(PushKey::parse(bad, "").is_err(), "{bad}");
        }
    }
}
