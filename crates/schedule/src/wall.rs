//! From the clock on the wall to an instant.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone};

/// The first instant at which the clock on the wall shows `time` or has jumped past it.
///
/// It never runs backwards: a later wall-clock time gives a later instant, or the same one when both
/// fall into a skipped hour. So periods that do not overlap on paper do not overlap in fact.
pub fn first_instant(zone: &TimeZone, time: DateTime) -> Timestamp {
    match zone.to_ambiguous_timestamp(time).offset() {
        AmbiguousOffset::Unambiguous { offset } => at_offset(offset, time),
        AmbiguousOffset::Fold { before, .. } => at_offset(before, time),
        AmbiguousOffset::Gap { before, after } => {
            // Read with the offset that follows, a skipped time lies just before the jump.
            let short_of_jump = at_offset(after, time);
            zone.following(short_of_jump)
                .find(|transition| transition.offset() == after)
                .map_or_else(|| at_offset(before, time), |jump| jump.timestamp())
        }
    }
}

/// Only the last day of the year 9999 can be out of range, and no schedule reaches it.
fn at_offset(offset: Offset, time: DateTime) -> Timestamp {
    offset.to_timestamp(time).unwrap_or(Timestamp::MAX)
}
