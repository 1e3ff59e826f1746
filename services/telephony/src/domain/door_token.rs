//! Names a door for one user and one day, so that nobody opens it by an id.
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kit::seal::Sealer;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

const PURPOSE: &str = "telephony.door_token";
/// A phone asks for the list again when it is opened.
const TOKEN_TTL: Duration = Duration::days(1);
/// Ours are shorter.
const MAX_LENGTH: usize = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoorToken {
    pub project_id: i64,
    pub user_id: i64,
    pub device_id: i64,
}

#[derive(Serialize, Deserialize)]
struct Content {
    project: i64,
    user: i64,
    device: i64,
    expires: i64,
}

pub fn seal(sealer: &Sealer, door: DoorToken, now: OffsetDateTime) -> String {
    let content = Content { project: door.project_id, user: door.user_id, device: door.device_id, expires: (now + TOKEN_TTL).unix_timestamp() };
    let text = serde_json::to_string(&content).expect("numbers are JSON");
    URL_SAFE_NO_PAD.encode(sealer.seal_for(PURPOSE, &text))
}

/// The device; None for a token of another user or project, an old one, and what is none.
pub fn open(sealer: &Sealer, token: &str, project_id: i64, user_id: i64, now: OffsetDateTime) -> Option<i64> {
    let sealed = Some(token).filter(|token| token.len() <= MAX_LENGTH).and_then(|token| URL_SAFE_NO_PAD.decode(token).ok())?;
    let content: Content = serde_json::from_str(&sealer.open_for(PURPOSE, &sealed).ok()?).ok()?;
    let is_theirs = (content.project, content.user) == (project_id, user_id);
    (is_theirs && now.unix_timestamp() < content.expires).then_some(content.device)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_token_names_the_device_for_its_user_and_a_day() {
        let (sealer, now) = (Sealer::new(&[7; 32]).unwrap(), datetime!(2026-11-23 09:00 UTC));
        let token = seal(&sealer, DoorToken { project_id: 1, user_id: 2, device_id: 3 }, now);
        let device = |token: &str, project, user, at| open(&sealer, token, project, user, at);
        assert_eq!(device(&token, 1, 2, now), Some(3));
        assert_eq!(device(&token, 1, 2, now + TOKEN_TTL - Duration::SECOND), Some(3));
        assert_eq!(device(&token, 1, 2, now + TOKEN_TTL), None, "expired");
        assert_eq!(device(&token, 1, 9, now), None, "another user's");
        assert_eq!(device(&token, 9, 2, now), None, "another project's");
        for wrong in ["", "3", "AAAA", &token[1..], &"A".repeat(10_000)] {
            assert_eq!(device(wrong, 1, 2, now), None, "{wrong}");
        }
        assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "fits into a path");
    }
}
