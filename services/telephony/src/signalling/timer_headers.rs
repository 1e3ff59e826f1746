//! What SIP messages say of session timers (RFC 4028), to `domain::session_timer` and from it.
use rsipstack::sip::{Header, Headers};

use crate::domain::session_timer::{End, Policy, Refresher, Session, TimerHeaders};

/// What phones may send within a call; a phone that sees UPDATE here needs no new description to refresh.
const ALLOW: &str = "INVITE, ACK, CANCEL, BYE, INFO, UPDATE, OPTIONS";
/// Refused: the session is too short.
pub const INTERVAL_TOO_SMALL: u16 = 422;

pub fn parse(headers: &Headers) -> TimerHeaders {
    let mut found = TimerHeaders::default();
    for header in headers.iter() {
        match header {
            Header::SessionExpires(value) => (found.expires, found.refresher) = expires(value.value()),
            Header::MinSE(value) => found.shortest = seconds(value.value()),
            Header::Supported(value) => found.supports_timers |= has_token(value.value(), "timer"),
            Header::Require(value) => found.supports_timers |= has_token(value.value(), "timer"),
            Header::Allow(value) => {
                let allows = found.allows_update.unwrap_or_default() || has_token(value.value(), "UPDATE");
                found.allows_update = Some(allows);
            }
            _ => {}
        }
    }
    found
}

/// What a request of ours asks for; its sender is the client.
pub fn for_request(session: Session, policy: Policy) -> Vec<Header> {
    let refresher = if session.refresher == Refresher::Us { "uac" } else { "uas" };
    // Who was lengthened for somebody on the way does not let anybody else on the way shorten it again.
    let shortest = if session.expires > policy.expires { session.expires } else { policy.shortest };
    vec![expires_of(session, refresher), Header::MinSE(shortest.to_string().into()), supported(), allow()]
}

/// What a response of ours agrees to; the peer is the client.
pub fn for_response(session: Session) -> Vec<Header> {
    match session.refresher {
        Refresher::Us => vec![expires_of(session, "uas"), supported(), allow()],
        Refresher::Peer => vec![expires_of(session, "uac"), Header::Require("timer".into()), supported(), allow()],
    }
}

/// What a refusal as too short says.
pub fn for_refusal(policy: Policy) -> Vec<Header> {
    vec![Header::MinSE(policy.shortest.to_string().into())]
}

fn expires_of(session: Session, refresher: &str) -> Header {
    Header::SessionExpires(format!("{};refresher={refresher}", session.expires).into())
}

fn supported() -> Header {
    Header::Supported("timer".into())
}

fn allow() -> Header {
    Header::Allow(ALLOW.into())
}

fn expires(value: &str) -> (Option<u32>, Option<End>) {
    let named = value.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let refresher = named.filter(|(name, _)| name.trim().eq_ignore_ascii_case("refresher")).find_map(|(_, who)| match who.trim() {
        who if who.eq_ignore_ascii_case("uac") => Some(End::Client),
        who if who.eq_ignore_ascii_case("uas") => Some(End::Server),
        _ => None,
    });
    (seconds(value), refresher)
}

fn seconds(value: &str) -> Option<u32> {
    value.split(';').next()?.trim().parse().ok()
}

fn has_token(value: &str, token: &str) -> bool {
    value.split(',').any(|item| item.trim().eq_ignore_ascii_case(token))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(headers: Vec<Header>) -> TimerHeaders {
        parse(&headers.into())
    }

    #[test]
    fn a_message_says_how_long_who_refreshes_and_how() {
        let found = read(vec![
            Header::SessionExpires("1800 ; Refresher=UAS".into()),
            Header::MinSE("120;x=y".into()),
            Header::Supported("100rel, timer".into()),
            Header::Allow("INVITE, BYE".into()),
            Header::Allow("UPDATE".into()),
        ]);
        let all =
            TimerHeaders { expires: Some(1800), refresher: Some(End::Server), shortest: Some(120), supports_timers: true, allows_update: Some(true) };
        assert_eq!(found, all);
        assert_eq!(read(vec![Header::Allow("INVITE".into())]).allows_update, Some(false));
        assert_eq!(read(vec![]), TimerHeaders::default());
    }

    #[test]
    fn nonsense_says_nothing() {
        let found = read(vec![Header::SessionExpires("soon;refresher=me;x".into()), Header::MinSE("-1".into()), Header::Supported("timers".into())]);
        assert_eq!(found, TimerHeaders::default());
    }

    #[test]
    fn what_we_ask_for_and_answer_is_read_back_as_meant() {
        let policy = Policy { expires: 1800, shortest: 90 };
        let ours = Session::offer(policy);
        assert_eq!(Session::negotiate(read(for_request(ours, policy)), policy, None).unwrap().refresher, Refresher::Peer);
        assert_eq!(ours.accepted(read(for_response(Session { refresher: Refresher::Peer, ..ours }))).refresher, Refresher::Us);
        assert_eq!(ours.accepted(read(for_response(ours))).refresher, Refresher::Peer);
    }
}
