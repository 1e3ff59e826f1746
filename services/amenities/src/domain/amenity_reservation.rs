//! A reservation: what somebody enters, the checks in their order, and its states by the clock.
use std::sync::LazyLock;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use kit::zone::timestamp;
use kit::{EntityFields, Error, Fields, Mask, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use time::{Duration, OffsetDateTime};

use super::amenity::AmenityDraft;
use super::time_slot::Slot;

/// Slots of a reservation: those of a day at most.
const MAX_SLOTS: usize = 288;

static FIELDS: LazyLock<EntityFields> = LazyLock::new(|| EntityFields::new("vestibule.amenities.v1.AmenityReservation"));

/// What a person may set of a reservation, with the keys of the API.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReservationDraft {
    pub amenity_id: i64,
    /// 0 for the caller.
    pub user_id: i64,
    /// 2026-11-23, in the amenity's zone.
    pub date: String,
    pub time_slots: Vec<ReservedSlot>,
    pub number_of_persons: i32,
}

/// Seconds of the day; `to` is 0 for whatever the slot's end is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReservedSlot {
    pub from: i32,
    pub to: i32,
}

impl ReservationDraft {
    /// With the fields that the mask names from `new`.
    pub fn merge(&self, new: &ReservationDraft, mask: &Mask) -> ReservationDraft {
        FIELDS.merge(self, new, mask)
    }

    /// Whether it asks for what a reservation has already; an end that it leaves open is whatever it is.
    pub fn names_the_same_as(&self, before: &ReservationDraft) -> bool {
        let mut named = self.clone();
        named.time_slots.sort_unstable_by_key(|slot| slot.from);
        for (slot, of_before) in named.time_slots.iter_mut().zip(&before.time_slots) {
            if slot.to == 0 && slot.from == of_before.from {
                slot.to = of_before.to;
            }
        }
        named == *before
    }

    /// The date; refuses a draft without slots.
    pub fn validate(&self) -> Result<Date> {
        let mut fields = Fields::new();
        fields.check(!self.time_slots.is_empty(), "time_slots", "required");
        fields.check(self.time_slots.len() <= MAX_SLOTS, "time_slots", "maximum length is 288");
        let date: Option<Date> = self.date.parse().ok();
        fields.check(date.is_some_and(|date| (2000..=9000).contains(&date.year())), "date", "must be a date");
        fields.finish()?;
        date.ok_or_else(|| Error::field("date", "must be a date"))
    }
}

/// The slots that a draft names, after all checks but that of the places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenSlots {
    pub date: Date,
    /// In order, at least one.
    pub slots: Vec<Slot>,
}

impl ChosenSlots {
    /// The checks in their order: the slots exist, follow one another, begin in the future and within the horizon, and the
    /// number of persons is within the limits.
    pub fn new(amenity: &AmenityDraft, zone: &TimeZone, draft: &ReservationDraft, now: OffsetDateTime) -> Result<ChosenSlots> {
        let date = draft.validate()?;
        let of_day = amenity.time_slots.slots(date, zone);
        let mut wanted = draft.time_slots.clone();
        wanted.sort_unstable_by_key(|slot| slot.from);
        let mut chosen: Vec<usize> = Vec::with_capacity(wanted.len());
        for slot in wanted {
            let found = of_day.iter().position(|of_day| of_day.from == slot.from && (slot.to == 0 || of_day.to == slot.to));
            chosen.push(found.ok_or_else(|| with_slots("time slot mismatch", date, &[slot.from]))?);
        }
        let slots: Vec<Slot> = chosen.iter().map(|at| of_day[*at]).collect();
        if slots.windows(2).any(|pair| pair[0].end != pair[1].start) {
            return Err(with_slots("inconsistent slots", date, &starts(&slots)));
        }
        let today = timestamp(now).to_zoned(zone.clone()).date();
        if slots.first().is_none_or(|first| first.start <= timestamp(now)) {
            return Err(with_slots("date or time must be in the future", date, &starts(&slots)));
        }
        if days_between(today, date) > i64::from(amenity.horizon_days) {
            return Err(Error::field("date", format!("must be within {} days", amenity.horizon_days)));
        }
        let limits = amenity.number_of_persons;
        if !(limits.min..=limits.max).contains(&draft.number_of_persons) {
            return Err(Error::Conflict {
                code: "conflict",
                message: "number of persons is outside the limits".into(),
                data: json!({ "min": limits.min, "max": limits.max }),
            });
        }
        Ok(ChosenSlots { date, slots })
    }

    pub fn starts(&self) -> Vec<i32> {
        starts(&self.slots)
    }
}

pub fn days_between(from: Date, to: Date) -> i64 {
    from.duration_until(to).as_hours() / 24
}

fn starts(slots: &[Slot]) -> Vec<i32> {
    slots.iter().map(|slot| slot.from).collect()
}

/// A refusal that names slots: the date, and the seconds of the day at which they begin.
pub fn with_slots(message: &str, date: Date, starts: &[i32]) -> Error {
    Error::Conflict { code: "conflict", message: message.into(), data: json!({ "date": date.to_string(), "slots": starts }) }
}

/// As in the table and in the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReservationStatus {
    Reserved = 1,
    Active = 2,
    /// Over and not used.
    Inactive = 3,
    Canceled = 4,
    /// Over and used.
    Expired = 5,
}

impl ReservationStatus {
    pub const WORDS: &[(&str, i16)] = &[("reserved", 1), ("active", 2), ("inactive", 3), ("canceled", 4), ("expired", 5)];

    pub fn number(self) -> i16 {
        self as i16
    }

    pub fn from_number(number: i16) -> ReservationStatus {
        use ReservationStatus::{Active, Canceled, Expired, Inactive, Reserved};
        match number {
            1 => Reserved,
            2 => Active,
            3 => Inactive,
            5 => Expired,
            _ => Canceled,
        }
    }

    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, number)| *number == self.number()).map_or("", |(word, _)| word)
    }

    pub fn is_live(self) -> bool {
        matches!(self, ReservationStatus::Reserved | ReservationStatus::Active)
    }
}

/// What the clock makes of a reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservationClock {
    pub status: ReservationStatus,
    pub starts_at: OffsetDateTime,
    pub ends_at: OffsetDateTime,
    /// An identifier was made for its doors, and nobody has used it.
    pub is_unused: bool,
}

impl ReservationClock {
    /// The states that it has entered by now and the table does not have yet, in order.
    pub fn transitions(&self, now: OffsetDateTime) -> Vec<ReservationStatus> {
        let end = if self.is_unused { ReservationStatus::Inactive } else { ReservationStatus::Expired };
        let mut entered = Vec::new();
        if self.status == ReservationStatus::Reserved && self.starts_at <= now {
            entered.push(ReservationStatus::Active);
        }
        if self.status.is_live() && self.ends_at <= now {
            entered.push(end);
        }
        entered
    }

    pub fn status_at(&self, now: OffsetDateTime) -> ReservationStatus {
        self.transitions(now).last().copied().unwrap_or(self.status)
    }

    /// When the next state begins by itself; None for a final one.
    pub fn due_at(&self) -> Option<OffsetDateTime> {
        match self.status {
            ReservationStatus::Reserved => Some(self.starts_at),
            ReservationStatus::Active => Some(self.ends_at),
            _ => None,
        }
    }

    pub fn is_editable(&self, now: OffsetDateTime) -> bool {
        self.status_at(now) == ReservationStatus::Reserved
    }

    /// `is_manager`: may edit all reservations of the amenity. `cancel_before`: minutes until which others cancel; once a
    /// reservation is active, minutes count no more.
    pub fn is_cancelable(&self, now: OffsetDateTime, is_manager: bool, cancel_before: i32) -> bool {
        match self.status_at(now) {
            ReservationStatus::Reserved => is_manager || now <= self.starts_at - Duration::minutes(cancel_before.into()),
            ReservationStatus::Active => is_manager || cancel_before == 0,
            _ => false,
        }
    }
}

pub fn not_editable() -> Error {
    Error::conflict("reservation is not editable or cancelable")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;
    use crate::domain::amenity::tests::sauna;

    /// A Monday, 10:30 in Berlin.
    const NOW: OffsetDateTime = datetime!(2026-11-23 09:30 UTC);

    fn draft(date: &str, hours: &[i32]) -> ReservationDraft {
        let time_slots = hours.iter().map(|hour| ReservedSlot { from: hour * 3600, to: 0 }).collect();
        ReservationDraft { date: date.into(), time_slots, number_of_persons: 2, ..ReservationDraft::default() }
    }

    fn choose(draft: &ReservationDraft) -> Result<ChosenSlots> {
        ChosenSlots::new(&sauna(), &TimeZone::get("Europe/Berlin").unwrap(), draft, NOW)
    }

    fn refusal(draft: &ReservationDraft) -> String {
        choose(draft).unwrap_err().to_string()
    }

    #[test]
    fn a_draft_has_every_field_that_a_request_sets() {
        assert_eq!(FIELDS.differences(&ReservationDraft::default()), [""; 0]);
    }

    #[test]
    fn slots_are_those_of_the_day_one_after_the_other_and_in_the_future() {
        assert_eq!(choose(&draft("2026-11-23", &[12, 11])).unwrap().starts(), [11 * 3600, 12 * 3600]);
        assert_eq!(refusal(&draft("2026-11-23", &[18])), "time slot mismatch");
        assert_eq!(refusal(&draft("2026-11-28", &[11])), "time slot mismatch", "a Saturday");
        let mut half = draft("2026-11-23", &[11]);
        half.time_slots[0].to = 11 * 3600 + 1800;
        assert_eq!(refusal(&half), "time slot mismatch");
        assert_eq!(refusal(&draft("2026-11-23", &[11, 13])), "inconsistent slots");
        assert_eq!(refusal(&draft("2026-11-23", &[11, 11])), "inconsistent slots");
        assert_eq!(refusal(&draft("2026-11-23", &[10])), "date or time must be in the future", "it has begun");
        assert!(matches!(choose(&draft("2027-01-25", &[11])), Err(Error::Invalid(_))), "beyond the horizon");
        assert!(choose(&draft("2027-01-22", &[11])).is_ok());
    }

    #[test]
    fn what_is_wrong_first_is_refused_first() {
        let mut wrong = draft("2026-11-23", &[9, 11, 20]);
        wrong.number_of_persons = 11;
        assert_eq!(refusal(&wrong), "time slot mismatch");
        wrong.time_slots.pop();
        assert_eq!(refusal(&wrong), "inconsistent slots");
        wrong.time_slots.pop();
        assert_eq!(refusal(&wrong), "date or time must be in the future");
        wrong.time_slots[0].from = 11 * 3600;
        assert_eq!(refusal(&wrong), "number of persons is outside the limits");
        wrong.number_of_persons = 10;
        assert!(choose(&wrong).is_ok());
    }

    #[test]
    fn a_draft_names_the_same_in_another_order_and_without_ends() {
        let ends = |draft: ReservationDraft| {
            let time_slots = draft.time_slots.iter().map(|slot| ReservedSlot { to: slot.from + 3600, ..*slot }).collect();
            ReservationDraft { time_slots, ..draft }
        };
        let before = ends(draft("2026-11-23", &[11, 12]));
        assert!(draft("2026-11-23", &[12, 11]).names_the_same_as(&before) && before.names_the_same_as(&before));
        let others = [draft("2026-11-24", &[11, 12]), draft("2026-11-23", &[11]), draft("2026-11-23", &[11, 13])];
        let persons = ReservationDraft { number_of_persons: 3, ..before.clone() };
        let mut longer = before.clone();
        longer.time_slots[1].to += 60;
        assert!(others.iter().chain([&persons, &longer]).all(|other| !other.names_the_same_as(&before)));
    }

    #[test]
    fn a_draft_without_slots_or_with_another_date_is_refused() {
        assert!(matches!(choose(&draft("2026-11-23", &[])), Err(Error::Invalid(_))));
        for date in ["", "23.11.2026", "2026-02-30", "-009999-01-01"] {
            assert!(matches!(choose(&draft(date, &[11])), Err(Error::Invalid(_))), "{date}");
        }
    }

    fn clock(status: ReservationStatus, is_unused: bool) -> ReservationClock {
        ReservationClock { status, starts_at: NOW + Duration::hours(1), ends_at: NOW + Duration::hours(2), is_unused }
    }

    #[test]
    fn a_late_look_passes_each_state_once() {
        use ReservationStatus::{Active, Expired, Inactive, Reserved};
        let late = NOW + Duration::hours(3);
        assert_eq!(clock(Reserved, false).transitions(late), [Active, Expired]);
        assert_eq!(clock(Reserved, true).transitions(late), [Active, Inactive]);
        assert_eq!(clock(Active, false).transitions(late), [Expired]);
        assert_eq!(clock(Expired, false).transitions(late), []);
        assert_eq!(clock(Reserved, false).transitions(NOW + Duration::minutes(90)), [Active]);
    }

    #[test]
    fn users_cancel_until_the_time_that_the_amenity_sets_and_managers_until_the_end() {
        use ReservationStatus::{Canceled, Reserved};
        let reserved = clock(Reserved, false);
        assert!(reserved.is_cancelable(NOW, false, 60) && !reserved.is_cancelable(NOW, false, 61) && reserved.is_cancelable(NOW, true, 61));
        let during = NOW + Duration::minutes(90);
        assert!(reserved.is_cancelable(during, false, 0) && !reserved.is_cancelable(during, false, 1) && reserved.is_cancelable(during, true, 1));
        assert!(!reserved.is_cancelable(NOW + Duration::hours(2), true, 0));
        assert!(!clock(Canceled, false).is_cancelable(NOW, true, 0));
    }

    proptest! {
        #[test]
        fn the_state_that_a_look_sees_is_that_of_all_looks_before(minutes in prop::collection::vec(0i64..200, 1..6), is_unused in any::<bool>()) {
            let mut minutes = minutes;
            minutes.sort_unstable();
            let start = clock(ReservationStatus::Reserved, is_unused);
            let mut step_by_step = start;
            let mut seen = Vec::new();
            for minute in &minutes {
                let entered = step_by_step.transitions(NOW + Duration::minutes(*minute));
                seen.extend(entered.iter().copied());
                step_by_step.status = step_by_step.status_at(NOW + Duration::minutes(*minute));
            }
            let last = NOW + Duration::minutes(*minutes.last().unwrap());
            prop_assert_eq!(step_by_step.status, start.status_at(last));
            prop_assert_eq!(seen, start.transitions(last));
        }
    }
}
