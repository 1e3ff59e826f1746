//! When a call is looked after, and when it has lasted long enough.
use std::time::Duration;

use tokio::time::Instant;

use crate::domain::call::CallStatus;

/// How often rtpengine is asked whether anybody still sends.
const MEDIA_CHECK_INTERVAL: Duration = Duration::from_secs(20);
/// A call in which nobody sent anything for this long has lost its phones.
pub const SILENCE_TIMEOUT: Duration = Duration::from_secs(60);

pub struct CallClock {
    /// None: it may last.
    longest_state: Option<Duration>,
    end: Option<Instant>,
    media_check: Instant,
    /// The last packet, by rtpengine's clock, and since when there was none after it.
    last_packet_seen: Option<(u64, Instant)>,
}

impl CallClock {
    pub fn new(longest_state: Option<Duration>) -> Self {
        CallClock { longest_state, end: None, media_check: Instant::now() + MEDIA_CHECK_INTERVAL, last_packet_seen: None }
    }

    /// Talking, holding and waiting each last as long as talking may, where it has an end at all.
    pub fn status(&mut self, status: CallStatus, now: Instant) {
        match status {
            CallStatus::Answered | CallStatus::Waiting | CallStatus::AnsweredWaiting => {
                self.end = self.longest_state.map(|longest| now + longest);
            }
            CallStatus::New | CallStatus::Calling | CallStatus::Destroyed => self.end = None,
        }
    }

    pub fn end(&self) -> Option<Instant> {
        self.end
    }

    pub fn next_media_check(&self) -> Instant {
        self.media_check
    }

    pub fn media_checked(&mut self) {
        self.media_check = Instant::now() + MEDIA_CHECK_INTERVAL;
    }

    /// Takes in what rtpengine says; true: it has been silent for too long.
    pub fn is_silent(&mut self, last_packet: u64, now: Instant) -> bool {
        match self.last_packet_seen {
            Some((packet, since)) if packet == last_packet => now.duration_since(since) >= SILENCE_TIMEOUT,
            _ => {
                self.last_packet_seen = Some((last_packet, now));
                false
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_in_which_nobody_sends_for_a_minute_is_over() {
        let (mut clock, now) = (CallClock::new(None), Instant::now());
        assert!(!clock.is_silent(7, now));
        assert!(!clock.is_silent(7, now + SILENCE_TIMEOUT / 2));
        assert!(clock.is_silent(7, now + SILENCE_TIMEOUT));
        assert!(!clock.is_silent(8, now + SILENCE_TIMEOUT), "somebody sends again");
    }

    #[test]
    fn every_state_of_an_answered_call_has_the_time_of_talking() {
        let (mut clock, now) = (CallClock::new(Some(Duration::from_secs(120))), Instant::now());
        clock.status(CallStatus::Calling, now);
        assert_eq!(clock.end(), None);
        for (later, status) in [(0, CallStatus::Answered), (10, CallStatus::AnsweredWaiting), (20, CallStatus::Waiting)] {
            let at = now + Duration::from_secs(later);
            clock.status(status, at);
            assert_eq!(clock.end(), Some(at + Duration::from_secs(120)));
        }
    }
    #[test]
    fn a_call_without_an_end_of_its_own_goes_on() {
        let (mut clock, now) = (CallClock::new(None), Instant::now());
        for status in [CallStatus::Answered, CallStatus::AnsweredWaiting, CallStatus::Waiting] {
            clock.status(status, now);
            assert_eq!(clock.end(), None);
        }
    }
}
