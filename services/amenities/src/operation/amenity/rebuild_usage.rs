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
/// Refused where more is reserved than there would be places.
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
    for reservation in amenity_reservation::lock_live(connection, amenity.project_id(), LiveReservationsOf::Amenity(amenity.id)).await? {
        let date = reservation.local_date();
        let places = new.places(reservation.persons);
        let reserved = reservation.slots();
        let of_day = new.time_slots.slots(date, zone);
        let overlaps = |from: i32, to: i32| reserved.iter().any(|slot| slot.from < to && from < slot.to);
        let starts: Vec<i32> = of_day.iter().filter(|slot| overlaps(slot.from, slot.to)).map(|slot| slot.from).collect();
        let is_outside = !reserved.iter().all(|slot| of_day.iter().any(|new| (new.from, new.to) == (slot.from, slot.to)));
        for start in &starts {
            *usage.entry((date, *start)).or_default() += places;
        }
        amenity_reservation::set_usage(connection, &reservation, &starts, places, is_outside).await?;
    }
    let taken = usage.values().copied().max().unwrap_or_default();
    if taken > new.number_of_persons.max {
        return Err(Error::field("number_of_persons.max", format!("must be within {taken} - {MAX_PERSONS}")));
    }
    slot_usage::replace(connection, amenity, from, &usage).await
}
