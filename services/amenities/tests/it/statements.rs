//! The number of statements of each operation does not depend on how many rows there are.
use proto::vestibule::amenities::v1::amenities_server::Amenities;
use proto::vestibule::amenities::v1::amenity_reservations_server::AmenityReservations;
use proto::vestibule::amenities::v1::*;
use testing::statements;

use crate::site::*;

/// Of the lists, of a state of a week, of an amenity and a reservation with its log.
async fn read(site: &Site, amenity: i64, reservation: i64) -> [usize; 6] {
    let (amenities, of_amenities) =
        statements(site.amenities.list_amenities(site.by(&admin(), ListAmenitiesRequest { size: 100, ..Default::default() }))).await;
    amenities.expect("amenities");
    let (reservations, of_reservations) = statements(
        site.reservations.list_amenity_reservations(site.by(&admin(), ListAmenityReservationsRequest { size: 100, ..Default::default() })),
    )
    .await;
    reservations.expect("reservations");
    let request = GetAmenityStateRequest { id: amenity, date: TUESDAY.into(), days: 7 };
    let (state, of_state) = statements(site.amenities.get_amenity_state(site.by(&admin(), request))).await;
    state.expect("a state");
    let (found, of_amenity) = statements(site.amenities.get_amenity(site.by(&admin(), GetAmenityRequest { id: amenity }))).await;
    found.expect("an amenity");
    let (found, of_reservation) = statements(site.find(&admin(), reservation)).await;
    found.expect("a reservation");
    let request = ListAmenityReservationLogsRequest { id: reservation };
    let (logs, of_logs) = statements(site.reservations.list_amenity_reservation_logs(site.by(&admin(), request))).await;
    logs.expect("logs");
    [of_amenities, of_reservations, of_state, of_amenity, of_reservation, of_logs].map(|statements| statements.len())
}

#[tokio::test]
async fn reading_takes_as_many_statements_for_many_rows_as_for_few() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 1)).await.unwrap();
    read(&site, sauna, made.id).await;
    let few = read(&site, sauna, made.id).await;
    for number in 0..6 {
        site.amenity(Amenity { name: format!("room {number}"), ..sauna_of_office() }).await.unwrap();
        site.deliver("identity.user.changed", &user(1000 + number, FLAT, 1)).await;
        site.reserve(&resident(1000 + number), at(sauna, TUESDAY, &[10, 11], 1)).await.unwrap();
    }
    assert_eq!(read(&site, sauna, made.id).await, few);
}

fn sauna_of_office() -> Amenity {
    Amenity { domains: vec![reference(RESIDENCE), reference(OFFICE)], ..sauna() }
}

#[tokio::test]
async fn reserving_moving_and_canceling_take_as_many_statements_for_many_slots_as_for_one() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let anna = resident(ANNA);
    let cycle = async |hours: &[i32], to: &[i32]| {
        let (made, of_reserving) = statements(site.reserve(&anna, at(sauna, TUESDAY, hours, 1))).await;
        let id = made.expect("a reservation").id;
        let (moved, of_moving) = statements(site.move_to(&anna, id, at(sauna, TUESDAY, to, 1), &["time_slots"])).await;
        moved.expect("moved");
        let (canceled, of_canceling) = statements(site.cancel(&anna, id)).await;
        canceled.expect("canceled");
        [of_reserving, of_moving, of_canceling].map(|statements| statements.len())
    };
    cycle(&[9], &[10]).await;
    let one = cycle(&[9], &[10]).await;
    assert_eq!(cycle(&[9, 10, 11, 12], &[13, 14, 15, 16, 17]).await, one);
}
