//! When a delivery is tried again, and when it is a dead letter.
use time::{Duration, OffsetDateTime};

/// A delivery is tried for no longer.
pub const MAX_AGE: Duration = Duration::hours(24);
/// Without a success for so long a webhook is disabled.
pub const MAX_FAILING: Duration = Duration::days(3);
/// However long a server asks to wait.
const MAX_RETRY_AFTER: Duration = Duration::hours(1);

/// After the first failure of a lane, the second, and so on; the last one repeats.
const RETRY_INTERVALS: [Duration; 8] = [
    Duration::seconds(5),
    Duration::seconds(30),
    Duration::minutes(2),
    Duration::minutes(10),
    Duration::hours(1),
    Duration::hours(3),
    Duration::hours(6),
    Duration::hours(12),
];

/// The time of the next attempt after `failures` of the lane. None: the delivery is a dead letter, since it will have expired by then.
pub fn next_attempt(failures: i32, retry_after: Option<Duration>, now: OffsetDateTime, expires_at: OffsetDateTime) -> Option<OffsetDateTime> {
    let place = usize::try_from(failures - 1).unwrap_or(0).min(RETRY_INTERVALS.len() - 1);
    let pause = retry_after.unwrap_or_default().min(MAX_RETRY_AFTER).max(RETRY_INTERVALS[place]);
    Some(now + pause).filter(|next| *next < expires_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-26 09:00 UTC);

    #[test]
    fn a_delivery_is_tried_nine_times_in_a_day_and_is_a_dead_letter_then() {
        let (mut at, mut attempts) = (NOW, 1);
        while let Some(next) = next_attempt(attempts, None, at, NOW + MAX_AGE) {
            (at, attempts) = (next, attempts + 1);
        }
        assert_eq!((attempts, at < NOW + MAX_AGE), (9, true));
    }

    #[test]
    fn a_server_may_ask_to_wait_for_an_hour_and_not_for_less_than_the_interval() {
        let pause = |after| next_attempt(1, Some(after), NOW, NOW + MAX_AGE).unwrap() - NOW;
        assert_eq!(pause(Duration::minutes(5)), Duration::minutes(5));
        assert_eq!(pause(Duration::ZERO), Duration::seconds(5));
        assert_eq!(pause(Duration::days(30)), Duration::hours(1));
    }
}
