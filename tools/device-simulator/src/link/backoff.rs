//! Growing, jittered pauses, so that many devices that lost the same thing do not all come back at
//! the same moment.

use std::time::Duration;

use rand::Rng;

#[derive(Debug, Clone)]
pub struct Backoff {
    first: Duration,
    longest: Duration,
    current: Duration,
}

impl Backoff {
    pub const fn new(first: Duration, longest: Duration) -> Self {
        Self { first, longest, current: first }
    }

    /// The next pause: between half and the whole of a duration that doubles each time.
    pub fn next(&mut self, random: &mut impl Rng) -> Duration {
        let pause = self.current.mul_f64(random.random_range(0.5..=1.0));
        self.current = (self.current * 2).min(self.longest);
        pause
    }

    pub fn reset(&mut self) {
        self.current = self.first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generator;

    #[test]
    fn pauses_grow_to_the_limit_and_restart_after_success() {
        let mut random = generator(1, "test", 0);
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(4));
        let ranges = [(0.5, 1.0), (1.0, 2.0), (2.0, 4.0), (2.0, 4.0)];
        for (least, most) in ranges {
            let pause = backoff.next(&mut random).as_secs_f64();
            assert!((least..=most).contains(&pause), "{pause}");
        }
        backoff.reset();
        assert!(backoff.next(&mut random) <= Duration::from_secs(1));
    }
}
