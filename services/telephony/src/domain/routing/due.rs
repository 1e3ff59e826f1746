//! Whether a queue is due: its days and its hours, in the project's time zone.
use forwarding::{Period, Queue};
use jiff::Timestamp;
use schedule::Weekday;

const WHOLE_DAY: Period = Period { from: 0, to: 86_400 };

/// A moment of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub weekday: Weekday,
    /// Seconds since midnight, by the clock on the wall.
    pub second: i32,
}

impl Moment {
    /// In a zone by its name; UTC for one that is not known.
    pub fn new(at: Timestamp, zone: &str) -> Moment {
        let local = at.to_zoned(kit::zone::find(zone));
        let clock = local.time();
        let second = i32::from(clock.hour()) * 3600 + i32::from(clock.minute()) * 60 + i32::from(clock.second());
        Moment { weekday: Weekday::ALL[local.weekday().to_monday_zero_offset() as usize], second }
    }
}

/// Days are those on which the period begins: Friday 22:00 to 06:00 is due on Saturday at five.
pub fn is_due(queue: &Queue, at: Moment) -> bool {
    let on = |weekday: Weekday| queue.params.days.contains(&weekday);
    let yesterday = Weekday::ALL[(at.weekday as usize + 6) % 7];
    match queue.params.period.unwrap_or(WHOLE_DAY) {
        Period { from, to } if from < to => on(at.weekday) && (from..to).contains(&at.second),
        Period { from, to } => (on(at.weekday) && at.second >= from) || (on(yesterday) && at.second < to),
    }
}

#[cfg(test)]
mod tests {
    use Weekday::*;

    use super::*;

    const NIGHT: Option<Period> = Some(Period { from: 22 * 3600, to: 6 * 3600 });

    fn is_due(days: &[Weekday], period: Option<Period>, at: Moment) -> bool {
        let mut queue = Queue::default();
        (queue.params.days, queue.params.period) = (days.to_vec(), period);
        super::is_due(&queue, at)
    }

    fn moment(weekday: Weekday, hour: i32) -> Moment {
        Moment { weekday, second: hour * 3600 }
    }

    #[test]
    fn without_a_period_a_day_is_whole() {
        assert!(is_due(&[Mon, Wed], None, moment(Wed, 0)) && is_due(&[Mon, Wed], None, Moment { weekday: Wed, second: 86_399 }));
        assert!(!is_due(&[Mon, Wed], None, moment(Tue, 12)) && !is_due(&[], None, moment(Tue, 12)));
    }

    #[test]
    fn a_period_ends_before_its_last_second() {
        let hours = Some(Period { from: 9 * 3600, to: 18 * 3600 });
        for (hour, due) in [(8, false), (9, true), (17, true), (18, false)] {
            assert_eq!(is_due(&[Fri], hours, moment(Fri, hour)), due, "{hour}");
        }
    }

    #[test]
    fn a_period_over_midnight_belongs_to_the_day_on_which_it_begins() {
        for (weekday, hour, due) in [(Fri, 5, false), (Fri, 21, false), (Fri, 22, true), (Sat, 5, true), (Sat, 6, false), (Sat, 22, false)] {
            assert_eq!(is_due(&[Fri], NIGHT, moment(weekday, hour)), due, "{weekday:?} {hour}");
        }
        assert!(is_due(&[Sun], NIGHT, moment(Mon, 1)), "from Sunday to Monday");
    }

    #[test]
    fn a_moment_is_that_of_the_projects_zone() {
        let at: Timestamp = "2026-11-22T23:30:00Z".parse().unwrap();
        assert_eq!(Moment::new(at, "UTC"), Moment { weekday: Sun, second: 23 * 3600 + 1800 });
        assert_eq!(Moment::new(at, "Europe/Amsterdam"), Moment { weekday: Mon, second: 1800 });
        assert_eq!(Moment::new(at, "Nowhere/Else"), Moment::new(at, "UTC"));
    }
}
