//! A browser to which notifications are pushed, as it describes itself.
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kit::{Error, Fields, Result};
use p256::PublicKey;
use time::Duration;
use url::{Host, Url};

/// Of one user; the ones that were renewed least recently give way.
pub const MAX_SUBSCRIPTIONS: i64 = 10;
/// A browser that has not opened the console for so long is forgotten.
pub const SUBSCRIPTION_TTL: Duration = Duration::days(60);
/// A notification that has not reached a browser by then says nothing new.
pub const PUSH_TTL: Duration = Duration::hours(12);
const MAX_ENDPOINT: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushSubscriptionDraft {
    pub endpoint: String,
    /// Uncompressed point of P-256.
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
}

impl PushSubscriptionDraft {
    pub fn parse(endpoint: String, p256dh: &str, auth: &str) -> Result<PushSubscriptionDraft> {
        let mut fields = Fields::new();
        fields.check(is_endpoint(&endpoint), "subscription.endpoint", "valid url or ip");
        let key = decode(p256dh).filter(|key| key.len() == 65 && PublicKey::from_sec1_bytes(key).is_ok());
        fields.check(key.is_some(), "subscription.p256dh", "invalid data sent");
        let secret = decode(auth).filter(|secret| secret.len() == 16);
        fields.check(secret.is_some(), "subscription.auth", "invalid data sent");
        fields.finish()?;
        match (key, secret) {
            (Some(p256dh), Some(auth)) => Ok(PushSubscriptionDraft { endpoint, p256dh, auth }),
            _ => Err(Error::field("subscription", "invalid data sent")),
        }
    }
}

/// Browsers name push services by https; of this machine, where the operator allows it, one may also be without.
fn is_endpoint(endpoint: &str) -> bool {
    if endpoint.len() > MAX_ENDPOINT {
        return false;
    }
    let Ok(url) = Url::parse(endpoint) else { return false };
    let is_local = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        _ => false,
    };
    let has_credentials = !url.username().is_empty() || url.password().is_some();
    url.host().is_some() && !has_credentials && (url.scheme() == "https" || (url.scheme() == "http" && is_local))
}

/// Browsers write base64url, some with padding.
fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    #[test]
    fn a_subscription_of_a_browser_is_taken_and_anything_else_refused_by_field() {
        let good = PushSubscriptionDraft::parse("https://push.example.org/a/b".into(), KEY, &format!("{AUTH}==")).unwrap();
        assert_eq!((good.p256dh.len(), good.auth.len()), (65, 16));
        for (endpoint, key, auth, field) in [
            ("http://push.example.org/a", KEY, AUTH, "subscription.endpoint"),
            ("https://user@push.example.org/a", KEY, AUTH, "subscription.endpoint"),
            ("not a url", KEY, AUTH, "subscription.endpoint"),
            ("https://push.example.org/a", &KEY[..80], AUTH, "subscription.p256dh"),
            ("https://push.example.org/a", AUTH, AUTH, "subscription.p256dh"),
            ("https://push.example.org/a", KEY, "AAAA", "subscription.auth"),
        ] {
            let Err(Error::Invalid(fields)) = PushSubscriptionDraft::parse(endpoint.into(), key, auth) else { panic!("{endpoint}") };
            assert_eq!(fields.keys().collect::<Vec<_>>(), [field]);
        }
        let long = format!("https://push.example.org/{}", "a".repeat(MAX_ENDPOINT));
        assert!(PushSubscriptionDraft::parse(long, KEY, AUTH).is_err());
    }
}
