//! When a call is looked after, and when it has lasted long enough.
use std::time::Duration;

use tokio::time::Instant;

use crate::domain::speech::Status;

/// How often rtpengine is asked whether anybody still sends.
const LOOK: Duration = Duration::from_secs(20);
/// A call in which nobody sent anything for this long has lost its phones.
pub const SILENCE: Duration = Duration::from_secs(60);

pub struct Clock {
    /// None: it may last.
    longest_state: Option<Duration>,
    end: Option<Instant>,
    look: Instant,
    /// The last packet, by rtpengine's clock, and since when there was none after it.
    heard: Option<(u64, Instant)>,
}

impl Clock {
    pub fn new(longest_state: Option<Duration>) -> Self {
        Clock { longest_state, end: None, look: Instant::now() + LOOK, heard: None }
    }

    /// Talking, holding and waiting each last as long as talking may, where it has an end at all.
    pub fn status(&mut self, status: Status, now: Instant) {
        match status {
            Status::Answered | Status::Waiting | Status::AnsweredWaiting => {
                self.end = self.longest_state.map(|longest| now + longest);
            }
            Status::New | Status::Calling | Status::Destroyed => self.end = None,
        }
    }

    pub fn end(&self) -> Option<Instant> {
        self.end
    }

    pub fn next_look(&self) -> Instant {
        self.look
    }

    pub fn looked(&mut self) {
        self.look = Instant::now() + LOOK;
    }

    /// Takes in what rtpengine says; true: it has been silent for too long.
    pub fn heard(&mut self, last_packet: u64, now: Instant) -> bool {
        match self.heard {
            Some((packet, since)) if packet == last_packet => now.duration_since(since) >= SILENCE,
            _ => {
                self.heard = Some((last_packet, now));
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
        let (mut clock, now) = (Clock::new(None), Instant::now());
        assert!(!clock.heard(7, now));
        assert!(!clock.heard(7, now + SILENCE / 2));
        assert!(clock.heard(7, now + SILENCE));
        assert!(!clock.heard(8, now + SILENCE), "somebody sends again");
    }

    #[test]
    fn every_state_of_an_answered_call_has_the_time_of_talking() {
        let (mut clock, now) = (Clock::new(Some(Duration::from_secs(120))), Instant::now());
        clock.status(Status::Calling, now);
        assert_eq!(clock.end(), None);
        for (later, status) in [(0, Status::Answered), (10, Status::AnsweredWaiting), (20, Status::Waiting)] {
            let at = now + Duration::from_secs(later);
            clock.status(status, at);
            assert_eq!(clock.end(), Some(at + Duration::from_secs(120)));
        }
    }
    #[test]
    fn a_call_without_an_end_of_its_own_goes_on() {
        let (mut clock, now) = (Clock::new(None), Instant::now());
        for status in [Status::Answered, Status::AnsweredWaiting, Status::Waiting] {
            clock.status(status, now);
            assert_eq!(clock.end(), None);
        }
    }
}
