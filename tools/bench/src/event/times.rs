//! When each event was published, and when it arrived at each stage.
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::measure::{Sample, micros};

/// A stage on the way of an event.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    /// Another client of the broker received it.
    Broker,
    /// The panel received the platform's answer, which is sent after the commit.
    Answer,
    /// The browser's websocket received it.
    Browser,
}

/// Microseconds since the start, by event number; 0: not yet.
pub struct Times {
    begin: Instant,
    published: Vec<AtomicU32>,
    stops: [Vec<AtomicU32>; 3],
}

impl Times {
    pub fn new(events: usize) -> Self {
        let zeros = || (0..events).map(|_| AtomicU32::new(0)).collect::<Vec<_>>();
        Times { begin: Instant::now(), published: zeros(), stops: [zeros(), zeros(), zeros()] }
    }

    pub fn len(&self) -> usize {
        self.published.len()
    }

    pub fn published(&self, event: usize) {
        self.published[event].store(self.now(), Ordering::Relaxed);
    }

    /// The first arrival counts. Numbers of other runs are ignored.
    pub fn arrived(&self, stop: Stop, event: usize) {
        if let Some(time) = self.stops[stop as usize].get(event) {
            let _second_time = time.compare_exchange(0, self.now(), Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    pub fn missing(&self, stop: Stop) -> usize {
        self.stops[stop as usize].iter().filter(|time| time.load(Ordering::Relaxed) == 0).count()
    }

    /// Latency from the publish to a stage, of the events that arrived there.
    pub fn sample(&self, stop: Stop, length: Duration) -> Sample {
        let times = self.published.iter().zip(&self.stops[stop as usize]);
        let times = times.map(|(from, to)| (from.load(Ordering::Relaxed), to.load(Ordering::Relaxed)));
        Sample::new(times.filter(|(_, to)| *to > 0).map(|(from, to)| to.saturating_sub(from)).collect(), length)
    }

    fn now(&self) -> u32 {
        micros(self.begin.elapsed()).max(1)
    }
}

/// The event's number, as the card's number that it carries: `"number":"0000000042"`.
pub fn number_in(text: &[u8], key: &[u8]) -> Option<usize> {
    let start = text.windows(key.len()).position(|window| window == key)? + key.len();
    let digits = text[start..].iter().take_while(|byte| byte.is_ascii_digit());
    let digits: String = digits.map(|byte| char::from(*byte)).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_counts_once_at_each_stage() {
        let times = Times::new(2);
        times.published(0);
        times.arrived(Stop::Answer, 0);
        let first = times.stops[Stop::Answer as usize][0].load(Ordering::Relaxed);
        std::thread::yield_now();
        times.arrived(Stop::Answer, 0);
        assert_eq!(times.stops[Stop::Answer as usize][0].load(Ordering::Relaxed), first);
        assert_eq!((times.missing(Stop::Answer), times.missing(Stop::Browser)), (1, 2));
        assert_eq!(times.sample(Stop::Answer, Duration::from_secs(1)).count(), 1);
    }

    #[test]
    fn the_number_is_found_by_its_key() {
        let text = br#"{"lock":1,"number":"0000000042","type":"card"}"#;
        assert_eq!(number_in(text, br#""number":""#), Some(42));
        assert_eq!(number_in(b"{}", br#""number":""#), None);
    }
}
