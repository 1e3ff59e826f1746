//! When a mail that did not leave is tried again, and when it is given up.
use time::{Duration, OffsetDateTime};

/// No mail is tried for longer.
pub const LIFE: Duration = Duration::hours(24);

/// After the first attempt, the second and so on; the last one repeats.
const PAUSES: [Duration; 7] = [
    Duration::seconds(5),
    Duration::seconds(15),
    Duration::minutes(1),
    Duration::minutes(5),
    Duration::minutes(15),
    Duration::minutes(30),
    Duration::hours(1),
];

/// The time of the next attempt after `attempts` of them; None when what the mail says will be void by then.
pub fn next_attempt(attempts: i32, now: OffsetDateTime, expires_at: OffsetDateTime) -> Option<OffsetDateTime> {
    let place = usize::try_from(attempts - 1).unwrap_or(0).min(PAUSES.len() - 1);
    Some(now + PAUSES[place]).filter(|next| *next < expires_at)
}

/// Until when a mail that was asked for now is worth sending.
pub fn expiry(now: OffsetDateTime, void_after: Option<OffsetDateTime>) -> OffsetDateTime {
    let last = now + LIFE;
    void_after.map_or(last, |void_after| void_after.min(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

    #[test]
    fn pauses_grow_to_an_hour() {
        let pause = |attempts| next_attempt(attempts, NOW, NOW + LIFE).unwrap() - NOW;
        let all: Vec<Duration> = (1..=9).map(pause).collect();
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
