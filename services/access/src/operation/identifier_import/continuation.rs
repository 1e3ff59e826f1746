//! What an attempt leaves for its continuation: sealed, so that nobody continues what was not looked at, or was looked at by
//! somebody else.
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kit::seal::Sealer;
use kit::{Error, Result};
use policy::Caller;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::domain::card_reading::CardReading;

const PURPOSE: &str = "access.identifier_import";
/// How long an attempt may be continued.
const CONTINUATION_TTL: Duration = Duration::hours(24);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Continuation {
    pub attempt_id: Uuid,
    project_id: i64,
    user_id: i64,
    /// Of the table in the store of files.
    sha256: String,
    pub reading: CardReading,
    /// Codes that the attempt has named as taken by identifiers that the caller does not see.
    #[serde(default)]
    pub hits: usize,
    /// Seconds of Unix time.
    expires_at: i64,
}

impl Continuation {
    pub fn new(caller: &Caller, attempt_id: Uuid, table: &[u8], reading: CardReading, hits: usize, now: OffsetDateTime) -> Continuation {
        Continuation {
            attempt_id,
            project_id: caller.project_id,
            user_id: caller.user_id,
            sha256: digest(table),
            reading,
            hits,
            expires_at: (now + CONTINUATION_TTL).unix_timestamp(),
        }
    }

    /// As the API calls it a file path.
    pub fn seal(&self, sealer: &Sealer) -> String {
        let text = serde_json::to_string(self).expect("a continuation is JSON");
        URL_SAFE_NO_PAD.encode(sealer.seal_for(PURPOSE, &text))
    }

    /// `invalid file` for what this installation has not sealed for the caller, and when its time is over.
    pub fn open(sealer: &Sealer, caller: &Caller, sealed: &str, now: OffsetDateTime) -> Result<Continuation> {
        let opened = URL_SAFE_NO_PAD.decode(sealed).ok().and_then(|sealed| sealer.open_for(PURPOSE, &sealed).ok());
        let continuation: Option<Continuation> = opened.and_then(|text| serde_json::from_str(&text).ok());
        let is_of_caller = |found: &Continuation| (found.project_id, found.user_id) == (caller.project_id, caller.user_id);
        let found = continuation.filter(is_of_caller).filter(|found| found.expires_at > now.unix_timestamp());
        found.ok_or_else(|| Error::invalid_file("must be uploaded again"))
    }

    /// Of the table in the store of files.
    pub fn key(&self) -> String {
        format!("identifier-imports/{}/{}", self.project_id, self.attempt_id)
    }

    pub fn is_of(&self, table: &[u8]) -> bool {
        self.sha256 == digest(table)
    }
}

fn digest(table: &[u8]) -> String {
    hex::encode(Sha256::digest(table))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOON: OffsetDateTime = datetime!(2026-11-23 12:00 UTC);

    #[test]
    fn an_attempt_is_continued_by_who_made_it_within_a_day() {
        let sealer = Sealer::new(&[7; 32]).unwrap();
        let caller = |project_id, user_id| Caller { project_id, user_id, ..Caller::default() };
        let made = Continuation::new(&caller(1, 5), Uuid::nil(), b"a table", CardReading::Hex, 0, NOON);
        let sealed = made.seal(&sealer);
        let open = |caller: &Caller, at| Continuation::open(&sealer, caller, &sealed, at);
        assert_eq!(open(&caller(1, 5), NOON + Duration::hours(23)).unwrap(), made);
        assert!(open(&caller(1, 6), NOON).is_err() && open(&caller(2, 5), NOON).is_err() && open(&caller(1, 5), NOON + Duration::hours(24)).is_err());
        assert!(Continuation::open(&Sealer::new(&[8; 32]).unwrap(), &caller(1, 5), &sealed, NOON).is_err());
        for at in 0..sealed.len() {
            let mut forged = sealed.clone().into_bytes();
            forged[at] = if forged[at] == b'A' { b'B' } else { b'A' };
            assert!(Continuation::open(&sealer, &caller(1, 5), std::str::from_utf8(&forged).unwrap(), NOON).is_err(), "at {at}");
        }
        assert!(made.is_of(b"a table") && !made.is_of(b"another"));
    }
}
