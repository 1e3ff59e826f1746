//! What a measurement gives: how many in what time, and how long each took.
use std::time::Duration;

/// Times of single operations, in microseconds, sorted.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    times: Vec<u32>,
    /// How long the measurement took.
    pub length: Duration,
}

impl Sample {
    pub fn new(mut times: Vec<u32>, length: Duration) -> Self {
        times.sort_unstable();
        Sample { times, length }
    }

    pub fn count(&self) -> usize {
        self.times.len()
    }

    pub fn per_second(&self) -> f64 {
        self.times.len() as f64 / self.length.as_secs_f64().max(f64::EPSILON)
    }

    /// The time in milliseconds that a share of the operations did not exceed.
    pub fn milliseconds(&self, share: f64) -> f64 {
        let last = self.times.len().saturating_sub(1);
        let place = ((last as f64) * share).round() as usize;
        self.times.get(place).map_or(0.0, |time| f64::from(*time) / 1000.0)
    }

    pub fn p50(&self) -> f64 {
        self.milliseconds(0.5)
    }

    pub fn p99(&self) -> f64 {
        self.milliseconds(0.99)
    }
}

pub fn micros(time: Duration) -> u32 {
    u32::try_from(time.as_micros()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_sorted_times() {
        let sample = Sample::new((1..=100).rev().map(|time| time * 1000).collect(), Duration::from_secs(10));
        assert_eq!((sample.milliseconds(0.0), sample.milliseconds(1.0)), (1.0, 100.0));
        assert_eq!(sample.p99(), 99.0);
        assert_eq!(sample.per_second(), 10.0);
    }

    #[test]
    fn an_empty_measurement_is_zero() {
        assert_eq!((Sample::default().p50(), Sample::default().count()), (0.0, 0));
    }
}
