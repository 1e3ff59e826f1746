//! The zone that a device was sent, as one that instants can be converted with.
use device_protocol::clock::{ChangeDay, ClockChange, ClockSettings};
use jiff::tz::TimeZone;

/// None for a rule that a POSIX zone cannot say: a day before the last Sunday of a month that has not 31 days.
pub fn zone(settings: &ClockSettings) -> Option<TimeZone> {
    let standard = hours(settings.timezone);
    let dst = &settings.dst;
    let words = match (dst.is_enabled, dst.delta, dst.start, dst.end) {
        (true, Some(delta), Some(start), Some(end)) => {
            format!("STD{standard}DST{},{},{}", hours(settings.timezone + delta), change(start)?, change(end)?)
        }
        _ => format!("STD{standard}"),
    };
    TimeZone::posix(&words).ok()
}

/// POSIX counts west of Greenwich.
fn hours(east: i16) -> String {
    let sign = if east > 0 { "-" } else { "" };
    format!("{sign}{}:{:02}", east.abs() / 60, east.abs() % 60)
}

fn change(change: ClockChange) -> Option<String> {
    let (week, weekday, days) = match change.day {
        ChangeDay::LastThursday => (5, 4, 0),
        ChangeDay::LastFriday => (5, 5, 0),
        ChangeDay::LastSaturday => (5, 6, 0),
        ChangeDay::LastSunday => (5, 0, 0),
        ChangeDay::FirstSaturday => (1, 6, 0),
        ChangeDay::FirstSunday => (1, 0, 0),
        ChangeDay::SecondSunday => (2, 0, 0),
        ChangeDay::FourthSunday => (4, 0, 0),
        // The last Sunday of 31 days is one of 25 to 31, so these are one and two days after the fourth Thursday (22 to 28).
        ChangeDay::FridayBeforeLastSunday if has_31_days(change.month) => (4, 4, 1),
        ChangeDay::SaturdayBeforeLastSunday if has_31_days(change.month) => (4, 4, 2),
        _ => return None,
    };
    Some(format!("M{}.{week}.{weekday}/{}", change.month, i16::from(change.hour) + 24 * days))
}

fn has_31_days(month: i8) -> bool {
    [1, 3, 5, 7, 8, 10, 12].contains(&month)
}

#[cfg(test)]
mod tests {
    use super::*;
    use device_protocol::clock::SummerTime;
    use jiff::Timestamp;

    fn clock_settings(timezone: i16, start: (i8, ChangeDay, i8), end: (i8, ChangeDay, i8)) -> ClockSettings {
        let change = |(month, day, hour)| Some(ClockChange { month, day, hour });
        let dst = SummerTime { is_enabled: true, delta: Some(60), start: change(start), end: change(end) };
        ClockSettings { timestamp: time::OffsetDateTime::UNIX_EPOCH, timezone, dst }
    }

    #[test]
    fn the_rule_says_what_the_zone_of_that_name_says() {
        for (name, settings) in [
            ("Europe/Amsterdam", clock_settings(60, (3, ChangeDay::LastSunday, 2), (10, ChangeDay::LastSunday, 3))),
            ("America/New_York", clock_settings(-300, (3, ChangeDay::SecondSunday, 2), (11, ChangeDay::FirstSunday, 2))),
            ("Australia/Sydney", clock_settings(600, (10, ChangeDay::FirstSunday, 2), (4, ChangeDay::FirstSunday, 3))),
            ("Asia/Jerusalem", clock_settings(120, (3, ChangeDay::FridayBeforeLastSunday, 2), (10, ChangeDay::LastSunday, 2))),
            ("America/Nuuk", clock_settings(-120, (3, ChangeDay::SaturdayBeforeLastSunday, 23), (10, ChangeDay::LastSunday, 0))),
        ] {
            let (named, ruled) = (TimeZone::get(name).unwrap(), zone(&settings).unwrap());
            let from: Timestamp = "2027-01-01T00:00:00Z".parse().unwrap();
            for half_hour in 0..(6 * 366 * 48) {
                let at = Timestamp::from_second(from.as_second() + half_hour * 1800).unwrap();
                assert_eq!(ruled.to_offset(at), named.to_offset(at), "{name} {at}");
            }
        }
    }

    #[test]
    fn without_summer_time_the_offset_stays() {
        let kathmandu = ClockSettings { dst: SummerTime::NONE, ..clock_settings(345, (1, ChangeDay::LastSunday, 0), (1, ChangeDay::LastSunday, 0)) };
        assert_eq!(zone(&kathmandu).unwrap().to_offset(Timestamp::UNIX_EPOCH).seconds(), 345 * 60);
    }
}
