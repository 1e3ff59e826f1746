//! Links to files that a browser fetches without a token, as the source of an image: signed for one session and one path. The
//! gateway verifies them and calls the service as the session, with the rights of now.
use policy::Caller;
use time::{Duration, OffsetDateTime};

use crate::signed_link::{LinkSignature, LinkSigner, Purpose};
use crate::{Clock, Error, Result};

const PURPOSE: Purpose = "session_link";
/// What a link is good for at least, and twice of which at most: links that are made within the same span are the same, so that a
/// browser fetches an image once.
const TTL: Duration = Duration::minutes(10);

/// `path` with the query that makes it a link of the caller's session; None for a caller without a session.
pub fn sign(links: &LinkSigner, clock: &Clock, caller: &Caller, path: &str) -> Option<String> {
    if caller.session_id == 0 {
        return None;
    }
    let session_id = caller.session_id;
    let LinkSignature { expires, signature } = links.sign_until(PURPOSE, path, &subject(session_id), end(clock.now()));
    Some(format!("{path}?session_id={session_id}&expires={expires}&signature={signature}"))
}

/// The session of a link. `NotFound` for everything that is none.
pub fn verify(links: &LinkSigner, path: &str, query: &str) -> Result<i64> {
    let value = |name: &str| query.split('&').find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name)).map(|(_, value)| value);
    let number = |name| value(name).and_then(|text| text.parse::<i64>().ok()).ok_or(Error::NotFound);
    let session_id = number("session_id")?;
    let link = LinkSignature { expires: number("expires")?, signature: value("signature").unwrap_or_default().into() };
    links.verify(PURPOSE, path, &subject(session_id), &link)?;
    Ok(session_id)
}

fn subject(session_id: i64) -> String {
    format!("session:{session_id}")
}

/// The end of the span after the one that has begun.
fn end(now: OffsetDateTime) -> OffsetDateTime {
    let span = TTL.whole_seconds();
    let end = (now.unix_timestamp().div_euclid(span) + 2) * span;
    OffsetDateTime::from_unix_timestamp(end).unwrap_or(now + TTL)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "/api/v0/logs/storage/2026-03-01/a.jpg";

    fn links(clock: &Clock) -> LinkSigner {
        LinkSigner::new(&[vec![1; 32]], clock.clone())
    }

    fn signed(clock: &Clock, session_id: i64) -> String {
        let caller = Caller { session_id, ..Caller::default() };
        sign(&links(clock), clock, &caller, PATH).unwrap().split_once('?').unwrap().1.to_owned()
    }

    #[test]
    fn a_link_names_its_session_for_ten_minutes_at_least_and_for_its_path_only() {
        let clock = Clock::fixed(time::macros::datetime!(2026-03-01 12:09:59 UTC));
        let query = signed(&clock, 7);
        assert_eq!(verify(&links(&clock), PATH, &query).unwrap(), 7);
        assert!(verify(&links(&clock), "/api/v0/logs/storage/2026-03-01/b.jpg", &query).is_err());
        assert!(verify(&links(&clock), PATH, &query.replace("session_id=7", "session_id=8")).is_err());
        clock.advance(Duration::minutes(10));
        assert!(verify(&links(&clock), PATH, &query).is_ok());
        clock.advance(Duration::minutes(10));
        assert!(verify(&links(&clock), PATH, &query).is_err());
    }

    #[test]
    fn links_that_are_made_within_a_span_are_the_same() {
        let clock = Clock::fixed(time::macros::datetime!(2026-03-01 12:00:01 UTC));
        let first = signed(&clock, 7);
        clock.advance(Duration::minutes(9));
        assert_eq!(signed(&clock, 7), first);
    }

    #[test]
    fn who_has_no_session_gets_no_link_and_anything_else_is_none() {
        let clock = Clock::fixed(time::macros::datetime!(2026-03-01 12:00 UTC));
        assert_eq!(sign(&links(&clock), &clock, &Caller::default(), PATH), None);
        for query in [
            "",
            "session_id=7",
            "session_id=7&expires=x&signature=",
            "expires=9999999999&signature=AA",
            "session_id=7&expires=9999999999&signature=*",
        ] {
            assert!(verify(&links(&clock), PATH, query).is_err(), "{query}");
        }
    }
}
