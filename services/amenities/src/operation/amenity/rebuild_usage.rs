use std::collections::HashMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use kit::listing::Permitted;
use kit::zone::timestamp;
use kit::{Error, Result};
use policy::action;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::amenity::AmenityDraft;
use crate::domain::amenity_state::SlotKey;
use crate::store::amenity::AmenityRow;
use crate::store::amenity_reservation::{self, LiveReservationsOf};
use crate::store::slot_usage;

const MAX_PERSONS: i32 = 500;

/// Counts the live reservations by the slots as they are cut from now on: each counts in every new slot that it overlaps.
/// Refused where more places of the same time are reserved than there would be. A new slot that covers several of before may
/// count more than that: it is full until they are over.
pub async fn rebuild_usage(
    connection: &mut PgConnection,
    amenity: &Permitted<AmenityRow, action::Edit>,
    new: &AmenityDraft,
    zone: &TimeZone,
    now: OffsetDateTime,
) -> Result<()> {
    // From yesterday on: a reservation of today may have begun in the zone of before.
    let from = timestamp(now).to_zoned(zone.clone()).date().yesterday().unwrap_or(Date::ZERO);
    let mut usage: HashMap<SlotKey, i32> = HashMap::new();
    let mut steps: Vec<(Date, i32, i32)> = Vec::new();
    for reservation in amenity_reservation::lock_live(connection, amenity.project_id(), LiveReservationsOf::Amenity(amenity.id)).await? {
        let date = reservation.local_date();
        let places = new.places(reservation.persons);
        let reserved = reservation.slots();
        let of_day = new.time_slots.slots(date, zone);
        steps.extend(reserved.iter().flat_map(|slot| [(date, slot.from, places), (date, slot.to, -places)]));
        let overlaps = |from: i32, to: i32| reserved.iter().any(|slot| slot.from < to && from < slot.to);
        let starts: Vec<i32> = of_day.iter().filter(|slot| overlaps(slot.from, slot.to)).map(|slot| slot.from).collect();
        let is_outside = !reserved.iter().all(|slot| of_day.iter().any(|new| (new.from, new.to) == (slot.from, slot.to)));
        for start in &starts {
            *usage.entry((date, *start)).or_default() += places;
        }
        amenity_reservation::set_usage(connection, &reservation, &starts, places, is_outside).await?;
    }
    let together = most_together(steps);
    if together > new.number_of_persons.max {
        return Err(Error::field("number_of_persons.max", format!("must be within {together} - {MAX_PERSONS}")));
    }
    slot_usage::replace(connection, amenity, from, &usage).await
}

/// The most persons that are there at one moment. `steps`: the date, the second of the day, and how many come or, below 0, go.
fn most_together(mut steps: Vec<(Date, i32, i32)>) -> i32 {
    steps.sort_unstable();
    let (_, most) = steps.into_iter().fold((0, 0), |(present, most), (_, _, change)| (present + change, most.max(present + change)));
    most
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn who_goes_when_another_comes_is_not_there_with_them() {
        let day = date(2026, 11, 23);
        let stay = |from: i32, to: i32, persons: i32| [(day, from, persons), (day, to, -persons)];
        assert_eq!(most_together(vec![]), 0);
        assert_eq!(most_together([stay(9, 10, 10), stay(10, 11, 10)].concat()), 10);
        assert_eq!(most_together([stay(9, 11, 4), stay(10, 12, 3), stay(11, 13, 5)].concat()), 8);
        let another = [(date(2026, 11, 24), 9, 2), (date(2026, 11, 24), 10, -2)];
        assert_eq!(most_together([stay(9, 10, 3).to_vec(), another.to_vec()].concat()), 3);
    }
}
