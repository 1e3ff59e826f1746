//! Time slots: the hours of a week, cut into slots, and the slots of a day in a zone.
use jiff::civil::{Date, Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use kit::{Error, Fields, Result};
use schedule::first_instant;
use serde::{Deserialize, Serialize};

pub const SECONDS_OF_DAY: i32 = 86_400;
/// Items of an amenity: one for each hour of a week is enough.
const MAX_ITEMS: usize = 168;
const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// The slots of an amenity, with the keys of the API.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotPattern {
    /// Seconds of a slot.
    pub duration: i32,
    pub items: Vec<SlotItem>,
}

/// Hours of some days: seconds of the day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotItem {
    pub days: Vec<String>,
    pub from: i32,
    pub to: i32,
}

/// A slot of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Second of the day; with the date it is the slot's key.
    pub from: i32,
    pub to: i32,
    pub start: Timestamp,
    pub end: Timestamp,
}

impl SlotPattern {
    /// Notes what is wrong with the items; the limits of the duration are those of the message.
    pub fn validate(&self, fields: &mut Fields) {
        fields.check(!self.items.is_empty(), "time_slots.items", "required");
        fields.check(self.items.len() <= MAX_ITEMS, "time_slots.items", "maximum length is 168");
        for (at, item) in self.items.iter().take(MAX_ITEMS).enumerate() {
            let path = |field: &str| format!("time_slots.items[{at}].{field}");
            fields.check(!item.days.is_empty(), &path("days"), "required");
            fields.check(
                item.days.iter().all(|day| DAYS.contains(&day.as_str())),
                &path("days"),
                "must be one of: mon, tue, wed, thu, fri, sat, sun",
            );
            fields.range(&path("from"), item.from, 0, SECONDS_OF_DAY);
            fields.range(&path("to"), item.to, 0, SECONDS_OF_DAY);
            fields.check(item.from < item.to, &path("to"), "must be greater than from");
            let is_multiple = self.duration > 0 && (i64::from(item.to) - i64::from(item.from)) % i64::from(self.duration) == 0;
            fields.check(is_multiple, &path("to"), "must be a multiple of the duration");
        }
    }

    /// Refuses items that overlap on a day.
    pub fn ensure_no_overlap(&self) -> Result<()> {
        for day in DAYS {
            let mut hours: Vec<(i32, i32)> =
                self.items.iter().flat_map(|item| item.days.iter().filter(|of| *of == day).map(|_| (item.from, item.to))).collect();
            hours.sort_unstable();
            if hours.windows(2).any(|pair| pair[1].0 < pair[0].1) {
                return Err(Error::conflict("inconsistent slots"));
            }
        }
        Ok(())
    }

    /// The slots of a date in order. A clock that is changed leaves no hole between two slots of an item and lets none
    /// overlap: a slot that is skipped as a whole is left out, the one in a repeated hour is longer.
    pub fn slots(&self, date: Date, zone: &TimeZone) -> Vec<Slot> {
        let day = DAYS[usize::from(date.weekday().since(Weekday::Monday).unsigned_abs())];
        let mut slots: Vec<Slot> = Vec::new();
        for item in self.items.iter().filter(|item| item.days.iter().any(|of| of == day)) {
            let mut from = item.from;
            let mut start = boundary(date, from, zone);
            while from < item.to && self.duration > 0 {
                let to = (from + self.duration).min(item.to);
                let end = boundary(date, to, zone);
                if start < end {
                    slots.push(Slot { from, to, start, end });
                }
                (from, start) = (to, end);
            }
        }
        slots.sort_unstable_by_key(|slot| slot.from);
        slots
    }
}

/// The instant at which the clock on the wall reaches a second of the day, 86,400 being the next midnight.
pub fn boundary(date: Date, second: i32, zone: &TimeZone) -> Timestamp {
    first_instant(zone, date.to_datetime(Time::midnight()).saturating_add(SignedDuration::from_secs(second.into())))
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    static ZONES: LazyLock<Vec<TimeZone>> =
        LazyLock::new(|| jiff::tz::db().available().filter_map(|name| TimeZone::get(name.as_str()).ok()).collect());

    fn every_day(duration: i32, from: i32, to: i32) -> SlotPattern {
        SlotPattern { duration, items: vec![SlotItem { days: DAYS.map(String::from).to_vec(), from, to }] }
    }

    fn hours(slots: &[Slot]) -> Vec<(i32, i32, i64)> {
        slots.iter().map(|slot| (slot.from / 1800, slot.to / 1800, slot.start.duration_until(slot.end).as_mins())).collect()
    }

    #[test]
    fn a_skipped_hour_has_no_slots_and_the_next_begins_at_the_change() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        let slots = every_day(1800, 3600, 4 * 3600).slots(date(2026, 3, 29), &berlin);
        assert_eq!(hours(&slots), [(2, 3, 30), (3, 4, 30), (6, 7, 30), (7, 8, 30)]);
        assert_eq!(slots[1].end, slots[2].start);
    }

    #[test]
    fn the_slot_before_the_end_of_a_repeated_hour_is_longer() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        let slots = every_day(1800, 3600, 4 * 3600).slots(date(2026, 10, 25), &berlin);
        assert_eq!(hours(&slots), [(2, 3, 30), (3, 4, 30), (4, 5, 30), (5, 6, 90), (6, 7, 30), (7, 8, 30)]);
    }

    #[test]
    fn a_day_that_a_zone_has_skipped_has_no_slots() {
        let apia = TimeZone::get("Pacific/Apia").unwrap();
        assert_eq!(every_day(3600, 0, SECONDS_OF_DAY).slots(date(2011, 12, 30), &apia), []);
    }

    #[test]
    fn items_that_overlap_on_a_day_are_refused() {
        let item = |days: &[&str], from, to| SlotItem { days: days.iter().map(|day| day.to_string()).collect(), from, to };
        let pattern = |items| SlotPattern { duration: 3600, items };
        let morning = item(&["mon", "tue"], 8 * 3600, 12 * 3600);
        assert!(pattern(vec![morning.clone(), item(&["tue"], 12 * 3600, 14 * 3600)]).ensure_no_overlap().is_ok(), "they touch");
        assert!(pattern(vec![morning.clone(), item(&["wed"], 8 * 3600, 12 * 3600)]).ensure_no_overlap().is_ok(), "another day");
        let refused = pattern(vec![morning, item(&["tue"], 11 * 3600, 13 * 3600)]).ensure_no_overlap().unwrap_err();
        assert_eq!(refused.to_string(), "inconsistent slots");
        assert!(pattern(vec![item(&["mon", "mon"], 0, 3600)]).ensure_no_overlap().is_err(), "a day is named twice");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn slots_tile_the_hours_of_a_day_in_every_zone(zone in any::<prop::sample::Index>(), day in 0i32..25_000, duration in 5i32..=1440, from in 0i32..1440, count in 1i32..300, near_change in any::<bool>()) {
            let zone = zone.get(&ZONES);
            let mut date = date(1970, 1, 2).saturating_add(jiff::Span::new().days(day));
            if near_change {
                // The day of the next change of the clock, where there is one.
                let from = boundary(date, 0, zone);
                if let Some(change) = zone.following(from).next() {
                    date = change.timestamp().to_zoned(zone.clone()).date();
                }
            }
            let from = from % (1441 - duration);
            let count = count.min((1440 - from) / duration);
            let (from, to) = (from * 60, (from + count * duration) * 60);
            let slots = every_day(duration * 60, from, to).slots(date, zone);
            let (begin, end) = (boundary(date, from, zone), boundary(date, to, zone));
            prop_assert!(begin <= end);
            prop_assert!(slots.iter().all(|slot| slot.start < slot.end), "no slot is empty");
            prop_assert!(slots.windows(2).all(|pair| pair[0].end == pair[1].start && pair[0].from < pair[1].from), "no hole and no overlap");
            match (slots.first(), slots.last()) {
                (Some(first), Some(last)) => prop_assert!(first.start == begin && last.end == end),
                _ => prop_assert_eq!(begin, end),
            }
        }
    }
}
