//! Sends to the push services of browsers (Web Push, RFC 8030).
mod encryption;
pub mod vapid;

use std::time::Duration;

use kit::Outgoing;
use p256::SecretKey;
use ring::rand::{SecureRandom as _, SystemRandom};
use time::OffsetDateTime;
use url::Url;

pub use encryption::MAX_PLAINTEXT;
use encryption::{EncryptionError, MessageKeys, encrypt};
use vapid::PushKey;

/// Of one request to a push service.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes of its answer; nothing of it is used.
const MAX_ANSWER: usize = 64 << 10;
/// However long a push service asks to wait: whoever subscribes names it.
const MAX_RETRY_AFTER: time::Duration = time::Duration::DAY;

/// A message for one browser.
pub struct PushRequest<'a> {
    pub endpoint: &'a str,
    pub p256dh: &'a [u8],
    pub auth: &'a [u8],
    pub payload: &'a [u8],
    /// How long the push service tries.
    pub ttl: time::Duration,
    pub is_urgent: bool,
}

/// What became of it.
#[derive(Debug, PartialEq, Eq)]
pub enum PushOutcome {
    Sent,
    /// The browser has unsubscribed, or is no more.
    SubscriptionGone,
    Retry {
        error: String,
        after: Option<time::Duration>,
    },
    /// No attempt of this message will succeed.
    Failed(String),
}

pub async fn send(outgoing: &Outgoing, key: &PushKey, request: &PushRequest<'_>, now: OffsetDateTime) -> PushOutcome {
    let call = match call(key, request, now) {
        Ok(call) => call,
        Err(error) => return PushOutcome::Failed(error.to_string()),
    };
    match outgoing.with_limits(SEND_TIMEOUT, MAX_ANSWER).send(call).await {
        Ok(answer) => outcome(&answer),
        Err(error) => PushOutcome::Retry { error: error.to_string(), after: None },
    }
}

fn call(key: &PushKey, request: &PushRequest<'_>, now: OffsetDateTime) -> anyhow::Result<http::Request<Vec<u8>>> {
    let endpoint = Url::parse(request.endpoint)?;
    let body = encrypt(request.payload, request.p256dh, request.auth, &message_keys()?)?;
    Ok(http::Request::post(endpoint.as_str())
        .header("authorization", key.authorization(&endpoint, now))
        .header("content-encoding", "aes128gcm")
        .header("content-type", "application/octet-stream")
        .header("ttl", request.ttl.whole_seconds().max(0))
        .header("urgency", if request.is_urgent { "high" } else { "normal" })
        .body(body)?)
}

fn outcome(answer: &http::Response<Vec<u8>>) -> PushOutcome {
    let status = answer.status();
    let seconds = || answer.headers().get("retry-after")?.to_str().ok()?.parse::<u32>().ok();
    let after = || seconds().map(|seconds| time::Duration::seconds(seconds.into()).min(MAX_RETRY_AFTER));
    match status.as_u16() {
        200..=299 => PushOutcome::Sent,
        404 | 410 => PushOutcome::SubscriptionGone,
        429 | 500..=599 => PushOutcome::Retry { error: status.to_string(), after: after() },
        _ => PushOutcome::Failed(status.to_string()),
    }
}

fn message_keys() -> Result<MessageKeys, EncryptionError> {
    let random = SystemRandom::new();
    let mut salt = [0; 16];
    random.fill(&mut salt).map_err(|_| EncryptionError)?;
    // One of 2^32 numbers is no key.
    loop {
        let mut bytes = [0; 32];
        random.fill(&mut bytes).map_err(|_| EncryptionError)?;
        if let Ok(secret) = SecretKey::from_slice(&bytes) {
            return Ok(MessageKeys { secret, salt });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_push_service_cannot_ask_to_wait_for_more_than_a_day() {
        let after = |value: &str| {
            let answer = http::Response::builder().status(429).header("retry-after", value).body(Vec::new()).unwrap();
            match outcome(&answer) {
                PushOutcome::Retry { after, .. } => after,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(after("30"), Some(time::Duration::seconds(30)));
        assert_eq!(after("4000000000"), Some(MAX_RETRY_AFTER));
        for wrong in ["9223372036854775807", "-1", "Fri, 31 Dec 1999 23:59:59 GMT", ""] {
            assert_eq!(after(wrong), None, "{wrong}");
        }
    }
}
