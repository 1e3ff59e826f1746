//! The zone of a project as a device's clock knows one: an offset, and a rule by which summer time begins and ends each year.
use device_protocol::clock::{ChangeDay, ClockChange, ClockSettings, OFFSETS, SummerTime};
use jiff::civil::{Date, Weekday};
use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, ToSpan};
use time::OffsetDateTime;

/// A rule is sent only when it holds for so many years: what is known of a zone's future is that its present rule goes on.
const YEARS: i16 = 10;

/// None for a zone that a device cannot be set to: its offset is not in the list, or no rule of the list says when it changes.
pub fn settings(zone: &TimeZone, now: OffsetDateTime) -> Option<ClockSettings> {
    let at = kit::zone::timestamp(now);
    let (standard, dst) = rule(zone, at)?;
    let settings = ClockSettings { timestamp: now, timezone: minutes(standard)?, dst };
    settings.check().ok()?;
    OFFSETS.contains(&settings.timezone).then_some(settings)
}

fn minutes(offset: Offset) -> Option<i16> {
    (offset.seconds() % 60 == 0).then(|| (offset.seconds() / 60) as i16)
}

/// A change of the offset, by the clock on the wall just before it.
struct Change {
    date: Date,
    hour: i8,
    before: Offset,
    after: Offset,
}

fn rule(zone: &TimeZone, at: Timestamp) -> Option<(Offset, SummerTime)> {
    let last_year = zone.to_datetime(at).year() + YEARS;
    let changes = changes(zone, at, last_year)?;
    let Some(first) = changes.first() else { return Some((zone.to_offset(at), SummerTime::NONE)) };
    let (standard, summer) = (first.before.min(first.after), first.before.max(first.after));
    let (starts, ends): (Vec<&Change>, Vec<&Change>) = changes.iter().partition(|change| change.after == summer);
    let is_regular = changes.iter().all(|change| [change.before, change.after].iter().all(|offset| [standard, summer].contains(offset)));
    if !is_regular || !is_yearly(&starts) || !is_yearly(&ends) {
        return None;
    }
    let delta = minutes(summer)? - minutes(standard)?;
    Some((standard, SummerTime { is_enabled: true, delta: Some(delta), start: Some(yearly(&starts)?), end: Some(yearly(&ends)?) }))
}

/// The changes of the offset after `at`, up to the end of a year. None when one is not at a full hour.
fn changes(zone: &TimeZone, at: Timestamp, last_year: i16) -> Option<Vec<Change>> {
    let mut changes = Vec::new();
    let mut before = zone.to_offset(at);
    for transition in zone.following(at) {
        let wall = before.to_datetime(transition.timestamp());
        if wall.year() > last_year {
            break;
        }
        let after = transition.offset();
        if after != before {
            if (wall.minute(), wall.second()) != (0, 0) {
                return None;
            }
            changes.push(Change { date: wall.date(), hour: wall.hour(), before, after });
            before = after;
        }
    }
    Some(changes)
}

/// One in each year, without a gap.
fn is_yearly(changes: &[&Change]) -> bool {
    changes.len() >= usize::from(YEARS.unsigned_abs()) && changes.windows(2).all(|pair| pair[1].date.year() == pair[0].date.year() + 1)
}

fn yearly(changes: &[&Change]) -> Option<ClockChange> {
    let first = changes.first()?;
    let day = ChangeDay::ALL.into_iter().find(|day| changes.iter().all(|change| date(*day, change.date) == Some(change.date)))?;
    let is_same = changes.iter().all(|change| (change.date.month(), change.hour) == (first.date.month(), first.hour));
    is_same.then_some(ClockChange { month: first.date.month(), day, hour: first.hour })
}

/// The day in the month of a date.
fn date(day: ChangeDay, month: Date) -> Option<Date> {
    let nth = |nth, weekday| month.nth_weekday_of_month(nth, weekday).ok();
    match day {
        ChangeDay::LastThursday => nth(-1, Weekday::Thursday),
        ChangeDay::LastFriday => nth(-1, Weekday::Friday),
        ChangeDay::LastSaturday => nth(-1, Weekday::Saturday),
        ChangeDay::LastSunday => nth(-1, Weekday::Sunday),
        ChangeDay::FirstSaturday => nth(1, Weekday::Saturday),
        ChangeDay::FirstSunday => nth(1, Weekday::Sunday),
        ChangeDay::SecondSunday => nth(2, Weekday::Sunday),
        ChangeDay::FourthSunday => nth(4, Weekday::Sunday),
        ChangeDay::FridayBeforeLastSunday => nth(-1, Weekday::Sunday)?.checked_sub(2.days()).ok(),
        ChangeDay::SaturdayBeforeLastSunday => nth(-1, Weekday::Sunday)?.checked_sub(1.day()).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use device_protocol::clock::ChangeDay::*;

    const NOW: i64 = 1_795_392_000;

    fn sent_settings(zone: &str) -> Option<ClockSettings> {
        settings(&TimeZone::get(zone).unwrap(), OffsetDateTime::from_unix_timestamp(NOW).unwrap())
    }

    fn change(month: i8, day: ChangeDay, hour: i8) -> Option<ClockChange> {
        Some(ClockChange { month, day, hour })
    }

    #[test]
    fn zones_become_an_offset_and_a_rule() {
        for (zone, offset, start, end) in [
            ("Europe/Amsterdam", 60, change(3, LastSunday, 2), change(10, LastSunday, 3)),
            ("Europe/London", 0, change(3, LastSunday, 1), change(10, LastSunday, 2)),
            ("Europe/Dublin", 0, change(3, LastSunday, 1), change(10, LastSunday, 2)),
            ("America/New_York", -300, change(3, SecondSunday, 2), change(11, FirstSunday, 2)),
            ("Australia/Sydney", 600, change(10, FirstSunday, 2), change(4, FirstSunday, 3)),
            ("Asia/Jerusalem", 120, change(3, FridayBeforeLastSunday, 2), change(10, LastSunday, 2)),
            ("America/Nuuk", -120, change(3, SaturdayBeforeLastSunday, 23), change(10, LastSunday, 0)),
        ] {
            let sent_settings = sent_settings(zone).unwrap_or_else(|| panic!("{zone}"));
            assert_eq!((sent_settings.timezone, sent_settings.dst.start, sent_settings.dst.end), (offset, start, end), "{zone}");
        }
    }

    #[test]
    fn a_zone_without_summer_time_is_its_offset() {
        for (zone, offset) in [("UTC", 0), ("Europe/Moscow", 180), ("Asia/Kathmandu", 345)] {
            let sent_settings = sent_settings(zone).unwrap();
            assert_eq!((sent_settings.timezone, sent_settings.dst), (offset, SummerTime::NONE), "{zone}");
        }
    }

    /// Morocco's summer time ends for Ramadan, which moves through the year.
    #[test]
    fn a_zone_that_no_rule_describes_is_not_told() {
        assert_eq!(sent_settings("Africa/Casablanca"), None);
    }
}
