//! How long a session lasts.
use time::{Duration, OffsetDateTime};

const SHORT: Duration = Duration::hours(12);
const REMEMBERED: Duration = Duration::days(30);

/// A session ends at a time set when it begins; refreshing does not prolong it.
pub fn expires_at(now: OffsetDateTime, remember: bool) -> OffsetDateTime {
    now + if remember { REMEMBERED } else { SHORT }
}
