//! Session timers (RFC 4028): how a leg of a call proves again and again that it is still there. What both ends agree
//! on, and when what is due. No I/O.
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::time::Instant;

/// Seconds: the shortest session that RFC 4028 knows.
pub const SHORTEST: u32 = 90;
/// Seconds: a phone that asks for more would be held to be there for days after it went.
pub const LONGEST: u32 = 86_400;
/// The latest end before the session runs out, as the RFC advises.
const MARGIN: u32 = 32;

/// What we ask for, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The longest session without a refresh.
    pub expires: u32,
    /// The shortest that others may ask for.
    pub shortest: u32,
}

/// An end of one request: who sent it, or who answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Client,
    Server,
}

/// What a message says of the session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimerHeaders {
    /// Seconds.
    pub expires: Option<u32>,
    pub refresher: Option<End>,
    /// Seconds, below which its sender, or a proxy, does not go.
    pub shortest: Option<u32>,
    pub supports_timers: bool,
    /// None: it does not say.
    pub allows_update: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refresher {
    Us,
    Peer,
}

/// What a leg agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Seconds without a refresh after which it is over.
    pub expires: u32,
    pub refresher: Refresher,
    /// By UPDATE; a peer that does not know that is sent an INVITE.
    pub by_update: bool,
}

/// The session is too short for us: 422.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooShort;

impl Session {
    /// What we ask for when we begin: we refresh, whatever the peer knows of timers.
    pub fn offer(policy: Policy) -> Session {
        Session { expires: policy.expires, refresher: Refresher::Us, by_update: false }
    }

    /// What we answer a request of the peer; `before` is what was agreed on until then.
    pub fn negotiate(headers: TimerHeaders, policy: Policy, before: Option<Session>) -> Result<Session, TooShort> {
        if headers.supports_timers && headers.expires.is_some_and(|expires| expires < policy.shortest) {
            return Err(TooShort);
        }
        let longest = headers.expires.unwrap_or(policy.expires).min(policy.expires);
        let is_peers = headers.supports_timers && headers.refresher == Some(End::Client);
        Ok(Session {
            expires: longest.max(headers.shortest.unwrap_or_default()).max(policy.shortest),
            refresher: if is_peers { Refresher::Peer } else { Refresher::Us },
            by_update: headers.allows_update.unwrap_or_else(|| before.is_some_and(|before| before.by_update)),
        })
    }

    /// What the peer answered a request of ours that asked for this. A peer without timers is refreshed by us.
    pub fn accepted(self, headers: TimerHeaders) -> Session {
        Session {
            expires: headers.expires.filter(|expires| *expires > 0).map_or(self.expires, |expires| expires.min(self.expires)),
            refresher: if headers.refresher == Some(End::Server) { Refresher::Peer } else { Refresher::Us },
            by_update: headers.allows_update.unwrap_or(self.by_update),
        }
    }

    /// The peer, or a proxy on the way, wants longer sessions.
    pub fn lengthened(self, shortest: u32) -> Session {
        Session { expires: self.expires.max(shortest), ..self }
    }

    /// What a phone is rung with again that refused these as too short; None: it wants no longer ones, or too long ones.
    pub fn offer_again(self, shortest: u32) -> Option<Session> {
        (self.expires < shortest && shortest <= LONGEST).then(|| self.lengthened(shortest))
    }
}

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimerAction {
    Refresh,
    /// Nobody refreshed in time.
    Over,
}

/// The clock of one leg's session.
pub struct Timer {
    session: Session,
    /// The last refresh.
    since: Instant,
    next_try: Instant,
    /// A refresh of ours has no answer yet; it gets one, or none in time, from its transaction.
    is_refreshing: bool,
    was_tried: bool,
}

impl Timer {
    pub fn new(session: Session, now: Instant) -> Timer {
        Timer { session, since: now, next_try: now + Duration::from_secs(session.expires.into()) / 2, is_refreshing: false, was_tried: false }
    }

    /// Of a leg that was there before this process: nobody knows how long ago it was refreshed, so that we do so after
    /// `pause`, or give the peer the whole time.
    pub fn restored(session: Session, now: Instant, pause: Duration) -> Timer {
        let timer = Timer::new(session, now);
        Timer { next_try: timer.next_try.min(now + pause), ..timer }
    }

    pub fn session(&self) -> Session {
        self.session
    }

    /// When something may be due.
    pub fn next(&self) -> Option<Instant> {
        match self.session.refresher {
            Refresher::Us if self.is_refreshing => None,
            Refresher::Us => Some(self.next_try.min(self.end())),
            Refresher::Peer => Some(self.end()),
        }
    }

    /// What is due now; a refresh is taken to be sent.
    pub fn due(&mut self, now: Instant) -> Option<TimerAction> {
        if self.next().is_none_or(|next| now < next) {
            return None;
        }
        // One that was never asked is, however late we are.
        let has_had_its_chance = self.was_tried || self.session.refresher == Refresher::Peer;
        if has_had_its_chance && now >= self.end() {
            return Some(TimerAction::Over);
        }
        (self.is_refreshing, self.was_tried) = (true, true);
        Some(TimerAction::Refresh)
    }

    /// The refresh was refused for a while or for its length: another try before the session is over.
    pub fn refused(&mut self, session: Session, now: Instant) {
        self.session = session;
        self.is_refreshing = false;
        self.next_try = now + Duration::from_secs(session.expires.into()) / 8;
    }

    fn end(&self) -> Instant {
        let margin = MARGIN.min(self.session.expires / 3);
        self.since + Duration::from_secs((self.session.expires - margin).into())
    }
}

#[cfg(test)]
#[path = "session_timer_tests.rs"]
mod tests;
