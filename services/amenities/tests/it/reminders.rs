//! Reminders of reservations, an hour before they begin.
use amenities::{advance_all_due, remind_all_due};
use prost::Message;
use proto::vestibule::events::v1::AmenityReservationReminderDue;
use time::Duration;

use crate::site::*;

/// Ids of the reservations that users were reminded of, in order.
async fn reminded(site: &Site) -> Vec<i64> {
    remind_all_due(&amenities::app::App::new(&site.app.context)).await.unwrap();
    let events = site.app.events().await.into_iter().filter(|(topic, _)| topic == "amenities.reservation.reminder_due");
    events.map(|(_, payload)| AmenityReservationReminderDue::decode(payload.as_slice()).unwrap().id).collect()
}

#[tokio::test]
async fn a_user_is_reminded_once_an_hour_before_the_start_and_again_after_a_move() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[14], 2)).await.unwrap();
    let canceled = site.reserve(&resident(CLARA), at(sauna, TUESDAY, &[14], 2)).await.unwrap();
    site.cancel(&resident(CLARA), canceled.id).await.unwrap();
    let start = kit::clock::from_proto(made.start.as_ref().unwrap()).unwrap();
    site.app.context.clock.advance(start - Duration::minutes(61) - site.app.context.clock.now());
    assert_eq!(reminded(&site).await, [0; 0]);
    site.app.context.clock.advance(Duration::minutes(1));
    assert_eq!(reminded(&site).await, [made.id]);
    assert_eq!(reminded(&site).await, [made.id], "once");
    site.move_to(&resident(ANNA), made.id, at(sauna, TUESDAY, &[16], 2), &["time_slots"]).await.unwrap();
    assert_eq!(reminded(&site).await, [made.id]);
    site.app.context.clock.advance(Duration::hours(2));
    assert_eq!(reminded(&site).await, [made.id, made.id]);
    site.app.context.clock.advance(Duration::hours(1));
    advance_all_due(&amenities::app::App::new(&site.app.context)).await.unwrap();
    assert_eq!(reminded(&site).await.len(), 2, "not after the start");
}

#[tokio::test]
async fn whoever_reserves_within_the_hour_before_is_not_reminded() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[14], 2)).await.unwrap();
    let start = kit::clock::from_proto(made.start.as_ref().unwrap()).unwrap();
    site.app.context.clock.advance(start - Duration::minutes(30) - site.app.context.clock.now());
    site.reserve(&resident(CLARA), at(sauna, TUESDAY, &[14], 2)).await.unwrap();
    assert_eq!(reminded(&site).await, [made.id]);
}
