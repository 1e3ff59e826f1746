//! Names a door on the page of a guest's key, so that nobody opens it by an id.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kit::seal::Sealer;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};

const PURPOSE: &str = "access.guest_door_token";
const TOKEN_TTL: Duration = Duration::minutes(15);
/// Ours are shorter.
const MAX_LENGTH: usize = 512;

/// A door of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuestDoorToken {
    pub key: i64,
    pub device: i64,
    pub lock: u8,
}

#[derive(Serialize, Deserialize)]
struct Content {
    door: GuestDoorToken,
    /// Unix milliseconds.
    expires: i64,
}

impl GuestDoorToken {
    /// Each call gives another token: each opens once.
    pub fn seal(self, sealer: &Sealer, now: OffsetDateTime) -> String {
        let content = Content { door: self, expires: milliseconds(now + TOKEN_TTL) };
        let text = serde_json::to_string(&content).expect("numbers are JSON");
        URL_SAFE_NO_PAD.encode(sealer.seal_for(PURPOSE, &text))
    }

    /// None for a token of another key, an old one, and what is none.
    pub fn open(sealer: &Sealer, token: &str, key: i64, now: OffsetDateTime) -> Option<GuestDoorToken> {
        let sealed = Some(token).filter(|token| token.len() <= MAX_LENGTH).and_then(|token| URL_SAFE_NO_PAD.decode(token).ok())?;
        let content: Content = serde_json::from_str(&sealer.open_for(PURPOSE, &sealed).ok()?).ok()?;
        (content.door.key == key && milliseconds(now) < content.expires).then_some(content.door)
    }

    /// By which a token is known to be spent.
    pub fn hash(token: &str) -> Vec<u8> {
        Sha256::digest(token.as_bytes()).to_vec()
    }
}

fn milliseconds(at: OffsetDateTime) -> i64 {
    (at.unix_timestamp_nanos() / 1_000_000) as i64
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_token_names_a_door_of_its_key_for_a_quarter_of_an_hour() {
        let (sealer, now) = (Sealer::new(&[7; 32]).unwrap(), datetime!(2026-11-23 09:00 UTC));
        let door = GuestDoorToken { key: 5, device: 3, lock: 2 };
        let token = door.seal(&sealer, now);
        assert_eq!(GuestDoorToken::open(&sealer, &token, 5, now + TOKEN_TTL - Duration::SECOND), Some(door));
        assert_eq!(GuestDoorToken::open(&sealer, &token, 5, now + TOKEN_TTL), None, "expired");
        assert_eq!(GuestDoorToken::open(&sealer, &token, 6, now), None, "another key's");
        for wrong in ["", "3", "AAAA", &token[1..], &"A".repeat(10_000)] {
            assert_eq!(GuestDoorToken::open(&sealer, wrong, 5, now), None, "{wrong}");
        }
        assert_ne!(GuestDoorToken::hash(&token), GuestDoorToken::hash(&door.seal(&sealer, now)), "each is another one");
    }
}
