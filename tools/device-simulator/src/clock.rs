//! The device's clock: the machine's, shifted, in the device's own zone.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use time::OffsetDateTime;

use crate::device::lock;

/// A clock that can be set. It keeps running after that, as a real one does.
#[derive(Debug)]
pub struct DeviceClock {
    /// Ahead of the machine's clock, in milliseconds; negative is behind.
    offset: AtomicI64,
    /// As it left the factory, or as its installer set it.
    own_zone: TimeZone,
    zone: Mutex<TimeZone>,
}

impl DeviceClock {
    pub fn new(offset_seconds: i64, zone: TimeZone) -> Self {
        Self { offset: AtomicI64::new(offset_seconds.saturating_mul(1000)), own_zone: zone.clone(), zone: Mutex::new(zone) }
    }

    /// Now, by the device; whole milliseconds, which is what an event carries.
    pub fn now(&self) -> Timestamp {
        from_millis(machine_millis().saturating_add(self.offset.load(Ordering::Relaxed)))
    }

    pub fn set(&self, at: Timestamp) {
        self.offset.store(at.as_millisecond() - machine_millis(), Ordering::Relaxed);
    }

    pub fn set_offset(&self, seconds: i64) {
        self.offset.store(seconds.saturating_mul(1000), Ordering::Relaxed);
    }

    pub fn offset_seconds(&self) -> i64 {
        self.offset.load(Ordering::Relaxed) / 1000
    }

    pub fn zone(&self) -> TimeZone {
        lock(&self.zone).clone()
    }

    /// The zone that the server has sent, or none: its own again.
    pub fn set_zone(&self, new_zone: Option<TimeZone>) {
        *lock(&self.zone) = new_zone.unwrap_or_else(|| self.own_zone.clone());
    }
}

#[allow(clippy::disallowed_methods)] // The one place that reads the machine's clock.
fn machine_millis() -> i64 {
    Timestamp::now().as_millisecond()
}

/// An instant as the protocol types carry it.
pub fn to_protocol(at: Timestamp) -> OffsetDateTime {
    let nanos = i128::from(at.as_millisecond()) * 1_000_000;
    // Both types reach to the year 9999.
    OffsetDateTime::from_unix_timestamp_nanos(nanos).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// An instant of the protocol types as the schedules want it.
pub fn from_protocol(at: OffsetDateTime) -> Timestamp {
    Timestamp::from_second(at.unix_timestamp()).unwrap_or(Timestamp::MAX)
}

fn from_millis(millis: i64) -> Timestamp {
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_was_set_shows_that_time_and_runs_on() {
        let clock = DeviceClock::new(0, TimeZone::UTC);
        let target: Timestamp = "2031-05-06T07:08:09Z".parse().unwrap();
        clock.set(target);
        let first = clock.now();
        assert!(first >= target && clock.now() >= first);
        assert_eq!(clock.now().strftime("%Y-%m-%d").to_string(), "2031-05-06");
    }

    #[test]
    fn an_instant_survives_the_protocol_to_the_millisecond() {
        let at: Timestamp = "2026-03-02T08:15:00.123Z".parse().unwrap();
        assert_eq!(to_protocol(at).unix_timestamp_nanos(), at.as_nanosecond());
        assert_eq!(from_protocol(to_protocol(at)).as_second(), at.as_second());
    }
}
