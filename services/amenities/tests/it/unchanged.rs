//! What changes nothing, and what the nightly check finds.
use proto::vestibule::amenities::v1::{Amenity, AmenityReservation, ReservedSlot, TimeSlotItem, TimeSlots};
use time::Duration;

use crate::site::*;

#[tokio::test]
async fn a_patch_that_changes_nothing_writes_nothing() {
    let site = Site::start().await;
    let made = site.sauna().await;
    let reserved = site.reserve(&resident(ANNA), at(made.id, TUESDAY, &[9, 10], 2)).await.unwrap();
    site.published().await;
    let paths = ["name", "domains", "access_rules", "number_of_persons", "time_slots", "lead"];
    let answered = site.change(&admin(), made.id, made.clone(), &paths).await.unwrap();
    assert_eq!(answered, made);
    let without_ends = [10, 9].map(|hour| ReservedSlot { from: hour * HOUR, to: 0 }).to_vec();
    let same = AmenityReservation { time_slots: without_ends, ..reserved.clone() };
    let answered = site.move_to(&resident(ANNA), reserved.id, same, &["date", "time_slots", "number_of_persons"]).await.unwrap();
    assert_eq!(answered, reserved);
    assert!(site.app.events().await.is_empty(), "neither events nor records");
    // What has stayed outside of the hours is not checked again.
    let days = ["mon", "tue"].map(String::from).to_vec();
    let afternoon = TimeSlots { duration: HOUR, items: vec![TimeSlotItem { days, from: 12 * HOUR, to: 18 * HOUR }] };
    let later = Amenity { time_slots: Some(afternoon), ..made.clone() };
    site.change(&admin(), made.id, later, &["time_slots"]).await.unwrap();
    let kept = AmenityReservation { number_of_persons: 2, ..AmenityReservation::default() };
    assert!(site.move_to(&resident(ANNA), reserved.id, kept, &["number_of_persons"]).await.unwrap().is_outside_slots);
}

#[tokio::test]
async fn the_check_of_places_begins_with_the_next_slot_of_today() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    site.reserve(&resident(ANNA), at(sauna, "2026-11-23", &[10], 1)).await.unwrap();
    let app = amenities::app::App::new(&site.app.context);
    let check = async || amenities::check_usage(&app).await.unwrap();
    assert_eq!(check().await, 0);
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("UPDATE slot_usage SET taken = taken + 1 WHERE amenity_id = $1").bind(sauna).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(check().await, 1);
    // Whoever has left gives nothing back.
    site.app.context.clock.advance(Duration::hours(3));
    amenities::advance_all_due(&app).await.unwrap();
    assert_eq!(check().await, 0);
}
