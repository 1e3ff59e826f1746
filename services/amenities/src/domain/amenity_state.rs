//! What of an amenity is free when.
use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use kit::zone::timestamp;
use time::OffsetDateTime;

use super::amenity::AmenityDraft;
use super::amenity_reservation::days_between;
use super::time_slot::Slot;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotStatus {
    Free,
    Partly,
    /// No place is left for the smallest reservation.
    Full,
    /// It has begun, or lies beyond the horizon.
    Past,
    /// The caller has reserved it.
    Mine,
}

/// A slot with its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotState {
    pub date: Date,
    pub slot: Slot,
    pub capacity: i32,
    pub taken: i32,
    pub status: SlotStatus,
}

/// Slots by their date and first second.
pub type SlotKey = (Date, i32);

/// The slots of `dates` in order. `mine`: those that the caller has reserved.
pub fn slot_states(
    amenity: &AmenityDraft,
    zone: &TimeZone,
    dates: &[Date],
    taken: &HashMap<SlotKey, i32>,
    mine: &HashSet<SlotKey>,
    now: OffsetDateTime,
) -> Vec<SlotState> {
    let today = timestamp(now).to_zoned(zone.clone()).date();
    let capacity = amenity.number_of_persons.max;
    let state = |date: Date, slot: Slot| {
        let key = (date, slot.from);
        let taken = taken.get(&key).copied().unwrap_or_default();
        let needed = amenity.places(amenity.number_of_persons.min);
        let is_open = slot.start > timestamp(now) && days_between(today, date) <= i64::from(amenity.horizon_days);
        let status = match taken {
            _ if mine.contains(&key) => SlotStatus::Mine,
            _ if !is_open => SlotStatus::Past,
            _ if capacity - taken < needed => SlotStatus::Full,
            0 => SlotStatus::Free,
            _ => SlotStatus::Partly,
        };
        SlotState { date, slot, capacity, taken, status }
    };
    dates.iter().flat_map(|date| amenity.time_slots.slots(*date, zone).into_iter().map(|slot| state(*date, slot))).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use time::macros::datetime;

    use super::*;
    use crate::domain::amenity::tests::sauna;

    #[test]
    fn a_slot_is_free_partly_taken_full_past_or_the_callers() {
        let monday = date(2026, 11, 23);
        let taken = HashMap::from([((monday, 11 * 3600), 9), ((monday, 12 * 3600), 10), ((monday, 13 * 3600), 3)]);
        let mine = HashSet::from([(monday, 13 * 3600)]);
        let states = slot_states(&sauna(), &TimeZone::UTC, &[monday], &taken, &mine, datetime!(2026-11-23 10:00 UTC));
        let status: Vec<SlotStatus> = states.iter().map(|state| state.status).take(6).collect();
        use SlotStatus::{Free, Full, Mine, Partly, Past};
        assert_eq!(status, [Past, Past, Partly, Full, Mine, Free]);
        let exclusive = AmenityDraft { is_exclusive: true, ..sauna() };
        let states = slot_states(&exclusive, &TimeZone::UTC, &[monday], &taken, &mine, datetime!(2026-11-23 10:00 UTC));
        assert_eq!(states[2].status, Full, "one reservation takes all places");
        assert_eq!(slot_states(&sauna(), &TimeZone::UTC, &[date(2027, 3, 1)], &taken, &mine, datetime!(2026-11-23 10:00 UTC))[0].status, Past);
    }
}
