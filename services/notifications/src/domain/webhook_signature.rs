//! Signatures of Standard Webhooks: `v1,` and base64 of an HMAC-SHA256 over `id.timestamp.body`.
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;
use ring::rand::{SecureRandom as _, SystemRandom};
use time::Duration;

const PREFIX: &str = "whsec_";
const SECRET_BYTES: usize = 32;
/// After a rotation messages have the signature of the former secret, too, for so long.
pub const PREVIOUS_SECRET_TTL: Duration = Duration::hours(24);

/// A new secret: `whsec_` and 32 random bytes in base64.
pub fn new_secret() -> String {
    let mut bytes = [0; SECRET_BYTES];
    SystemRandom::new().fill(&mut bytes).expect("the system gives random bytes");
    format!("{PREFIX}{}", STANDARD.encode(bytes))
}

/// The header `webhook-signature`: one signature for each secret. None for what is no secret.
pub fn sign(secrets: &[String], id: &str, timestamp: i64, body: &str) -> Option<String> {
    let signatures: Option<Vec<String>> = secrets.iter().map(|secret| signature(secret, id, timestamp, body)).collect();
    signatures.filter(|signatures| !signatures.is_empty()).map(|signatures| signatures.join(" "))
}

fn signature(secret: &str, id: &str, timestamp: i64, body: &str) -> Option<String> {
    let key = hmac::Key::new(hmac::HMAC_SHA256, &STANDARD.decode(secret.strip_prefix(PREFIX)?).ok()?);
    let tag = hmac::sign(&key, format!("{id}.{timestamp}.{body}").as_bytes());
    Some(format!("v1,{}", STANDARD.encode(tag)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example that libraries of Standard Webhooks are tested with.
    #[test]
    fn a_signature_is_what_the_libraries_of_standard_webhooks_expect() {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned();
        let signed = sign(&[secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signed.as_deref(), Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    #[test]
    fn every_secret_signs_and_new_ones_differ() {
        let secrets = [new_secret(), new_secret()];
        assert_ne!(secrets[0], secrets[1]);
        assert_eq!(sign(&secrets, "1", 2, "{}").unwrap().split(' ').count(), 2);
        assert_eq!(sign(&["nonsense".to_owned()], "1", 2, "{}"), None);
    }
}
