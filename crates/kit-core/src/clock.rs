//! The clock, injected so that a test can set the time.
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use time::{Duration, OffsetDateTime};

#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Clock(None)
    }

    /// A clock that stands still until it is moved.
    pub fn fixed(at: OffsetDateTime) -> Self {
        Clock(Some(Arc::new(AtomicI64::new(millis(at)))))
    }

    #[allow(clippy::disallowed_methods)] // The one place that reads the machine's clock.
    pub fn now(&self) -> OffsetDateTime {
        match &self.0 {
            None => OffsetDateTime::now_utc(),
            Some(fixed) => from_millis(fixed.load(Ordering::Relaxed)),
        }
    }

    /// Milliseconds since 1970.
    pub fn millis(&self) -> i64 {
        millis(self.now())
    }

    /// Moves a fixed clock; a system clock is left as it is.
    pub fn advance(&self, by: Duration) {
        if let Some(fixed) = &self.0 {
            fixed.fetch_add(by.whole_milliseconds() as i64, Ordering::Relaxed);
        }
    }
}

fn millis(at: OffsetDateTime) -> i64 {
    (at.unix_timestamp_nanos() / 1_000_000) as i64
}

fn from_millis(millis: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(millis) * 1_000_000).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// To the protobuf form.
pub fn to_proto(at: OffsetDateTime) -> prost_types::Timestamp {
    prost_types::Timestamp { seconds: at.unix_timestamp(), nanos: at.nanosecond() as i32 }
}

/// From the protobuf form; None when it is outside the years 1 to 9999.
pub fn from_proto(at: &prost_types::Timestamp) -> Option<OffsetDateTime> {
    let at = OffsetDateTime::from_unix_timestamp(at.seconds).ok()? + Duration::nanoseconds(at.nanos.into());
    (1..=9999).contains(&at.year()).then_some(at)
}
