//! Time zones, and the border between the two crates of dates (docs/adr/0062): instants are `time::OffsetDateTime`, as sqlx, the
//! protobuf and the clock have them; what a clock on the wall shows in a zone is worked out by `jiff`. Only this module converts.
use jiff::Timestamp;
use jiff::tz::TimeZone;
use time::OffsetDateTime;

/// An instant, to be looked at in a zone.
pub fn timestamp(at: OffsetDateTime) -> Timestamp {
    Timestamp::from_nanosecond(at.unix_timestamp_nanos()).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// An instant, to be stored or sent.
pub fn instant(at: Timestamp) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp_nanos(at.as_nanosecond()).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// Whether there is such a zone, by its IANA name.
pub fn is_known(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

/// The zone with this name; UTC when there is none.
pub fn find(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

/// The name as the database of zones spells it; one that it does not know stays as it is.
pub fn canonical_name(name: &str) -> String {
    let zone = TimeZone::get(name).ok();
    zone.as_ref().and_then(TimeZone::iana_name).unwrap_or(name).into()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn an_instant_is_the_same_on_both_sides_of_the_border() {
        for at in [datetime!(2026-03-29 01:30:00.123456789 UTC), datetime!(1901-01-01 00:00 UTC), datetime!(9999-12-30 22:00 UTC)] {
            assert_eq!(instant(timestamp(at)), at);
        }
        assert_eq!(timestamp(datetime!(2026-03-29 03:30 +02:00)).to_string(), "2026-03-29T01:30:00Z");
    }

    #[test]
    fn a_zone_that_is_not_known_is_utc() {
        assert!(is_known("Europe/Amsterdam") && !is_known("Mars/Olympus") && !is_known(""));
        assert_eq!(find("Europe/Amsterdam").iana_name(), Some("Europe/Amsterdam"));
        assert_eq!(find("Mars/Olympus"), TimeZone::UTC);
    }

    #[test]
    fn a_name_is_spelled_as_the_database_has_it() {
        assert_eq!(canonical_name("europe/amsterdam"), "Europe/Amsterdam");
        assert_eq!(canonical_name("mars/olympus"), "mars/olympus");
    }
}
