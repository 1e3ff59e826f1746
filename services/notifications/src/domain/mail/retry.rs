//! When a failed mail is retried, and when it is given up.
use time::{Duration, OffsetDateTime};

/// A mail is retried for no longer.
pub const MAX_AGE: Duration = Duration::hours(24);

/// After the first attempt, the second, and so on; the last one repeats.
const RETRY_INTERVALS: [Duration; 7] = [
    Duration::seconds(5),
    Duration::seconds(15),
    Duration::minutes(1),
    Duration::minutes(5),
    Duration::minutes(15),
    Duration::minutes(30),
    Duration::hours(1),
];

/// The time of the next attempt after `attempts` attempts; None when the mail will have expired by then.
pub fn next_attempt(attempts: i32, now: OffsetDateTime, expires_at: OffsetDateTime) -> Option<OffsetDateTime> {
    let place = usize::try_from(attempts - 1).unwrap_or(0).min(RETRY_INTERVALS.len() - 1);
    Some(now + RETRY_INTERVALS[place]).filter(|next| *next < expires_at)
}

/// When a mail that is queued now expires. `void_after`: when a code or link in it becomes void.
pub fn expiry(now: OffsetDateTime, void_after: Option<OffsetDateTime>) -> OffsetDateTime {
    let last = now + MAX_AGE;
    void_after.map_or(last, |void_after| void_after.min(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

    #[test]
    fn retry_intervals_grow_to_an_hour() {
        let interval = |attempts| next_attempt(attempts, NOW, NOW + MAX_AGE).unwrap() - NOW;
        let all: Vec<Duration> = (1..=9).map(interval).collect();
        assert!(all.windows(2).all(|pair| pair[0] <= pair[1]));
        assert_eq!((all[0], all[8]), (Duration::seconds(5), Duration::hours(1)));
    }

    #[test]
    fn a_mail_is_given_up_when_its_code_is_void_or_after_a_day() {
        assert_eq!(next_attempt(4, NOW, NOW + Duration::minutes(5)), None);
        assert!(next_attempt(4, NOW, NOW + Duration::minutes(6)).is_some());
        assert_eq!(expiry(NOW, None), NOW + Duration::hours(24));
        assert_eq!(expiry(NOW, Some(NOW + Duration::days(7))), NOW + Duration::hours(24));
        assert_eq!(expiry(NOW, Some(NOW + Duration::minutes(30))), NOW + Duration::minutes(30));
    }
}
