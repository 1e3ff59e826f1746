use proto::vestibule::amenities::v1::amenity_reservations_server::AmenityReservations;
use proto::vestibule::amenities::v1::*;
use proto::vestibule::events::v1::UserChanged;
use testing::{OTHER_PROJECT, PROJECT};
use time::Duration;
use tonic::Code;

use crate::site::*;

use AmenityReservationStatus as Status;

async fn logs(site: &Site, id: i64) -> Vec<String> {
    let request = site.by(&admin(), ListAmenityReservationLogsRequest { id });
    let logs = site.reservations.list_amenity_reservation_logs(request).await.unwrap().into_inner().items;
    logs.into_iter().map(|log| log.event).rev().collect()
}

#[tokio::test]
async fn people_reserve_for_themselves_and_managers_for_others() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let mine = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9, 10], 2)).await.unwrap();
    assert_eq!((mine.user.clone().unwrap().id, mine.status()), (ANNA, Status::Reserved));
    assert_eq!((mine.start_local.as_str(), mine.end_local.as_str()), ("2026-11-24T09:00:00+00:00", "2026-11-24T11:00:00+00:00"));
    let for_clara = |hour| AmenityReservation { user: Some(reference(CLARA)), ..at(sauna, TUESDAY, &[hour], 1) };
    assert_eq!(site.reserve(&resident(ANNA), for_clara(9)).await.unwrap_err().code(), Code::PermissionDenied);
    let manager = testing::group_administrator(PROJECT, 1, &[RESIDENCE]);
    assert_eq!(site.reserve(&manager, for_clara(9)).await.unwrap().user.unwrap().id, CLARA);
    let for_boris = AmenityReservation { user: Some(reference(BORIS)), ..at(sauna, TUESDAY, &[9], 1) };
    assert_eq!(site.reserve(&admin(), for_boris).await.unwrap_err().message(), "amenity is not allowed", "he is not of the residence");
    let office = testing::with_role(PROJECT, BORIS, "user", &[OFFICE]);
    assert_eq!(site.reserve(&office, at(sauna, TUESDAY, &[9], 1)).await.unwrap_err().message(), "invalid related entity sent");
    let stranger = testing::administrator(OTHER_PROJECT);
    assert_eq!(site.find(&stranger, mine.id).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(site.cancel(&stranger, mine.id).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(site.find(&resident(CLARA), mine.id).await.unwrap_err().code(), Code::NotFound, "each their own");
    assert_eq!(site.cancel(&resident(CLARA), mine.id).await.unwrap_err().code(), Code::NotFound);
    let states: Vec<i32> = site.state(&resident(ANNA), sauna, TUESDAY).await.iter().take(3).map(|slot| slot.status).collect();
    use AmenitySlotStatus::{Free, Mine};
    assert_eq!(states, [Mine as i32, Mine as i32, Free as i32]);
}

#[tokio::test]
async fn terms_of_use_are_accepted_and_their_version_is_kept() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    sqlx_terms(&site, sauna).await;
    let wanted = at(sauna, TUESDAY, &[9], 1);
    let refused = site.reserve(&resident(ANNA), wanted.clone()).await.unwrap_err();
    assert_eq!(refusal_data(&refused)["fields"]["accept_terms"], "required");
    let made = site.reserve(&resident(ANNA), AmenityReservation { accept_terms: true, ..wanted }).await.unwrap();
    assert_eq!(made.terms_version, 3);
}

/// As after three uploads.
async fn sqlx_terms(site: &Site, amenity: i64) {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query("UPDATE amenities SET terms_version = 3 WHERE id = $1").bind(amenity).execute(&mut *tx).await.unwrap();
    sqlx::query("INSERT INTO amenity_files VALUES (gen_random_uuid(), $1, $2, 2, 'terms.pdf', 'application/pdf', '', now())")
        .bind(PROJECT)
        .bind(amenity)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_user_has_no_more_live_reservations_than_the_amenity_allows() {
    let site = Site::start().await;
    let sauna = site.amenity(Amenity { live_per_user: 2, ..sauna() }).await.unwrap().id;
    let (site, anna) = (&site, resident(ANNA));
    let wanted = (9..17).map(|hour| site.reserve(&anna, at(sauna, TUESDAY, &[hour], 1)));
    let answers = futures::future::join_all(wanted).await;
    assert_eq!(answers.iter().flatten().count(), 2);
    let refused = answers.into_iter().find_map(Result::err).unwrap();
    assert_eq!(refusal_data(&refused)["fields"]["amenity"], "too many items: at most 2");
}

#[tokio::test]
async fn a_clock_that_jumps_passes_each_state_once() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let made = site.reserve(&resident(ANNA), at(sauna, "2026-11-23", &[10], 1)).await.unwrap();
    site.published().await;
    site.app.context.clock.advance(Duration::hours(3));
    // Before any job has run.
    assert_eq!(site.find(&resident(ANNA), made.id).await.unwrap().status(), Status::Expired);
    let expired = site.list(&resident(ANNA), r#"[{"field":"status","rule":"equals","value":"expired"}]"#).await;
    assert_eq!(expired.iter().map(|row| row.id).collect::<Vec<_>>(), [made.id]);
    let app = amenities::app::App::new(&site.app.context);
    for _ in 0..3 {
        amenities::advance_all_due(&app).await.unwrap();
    }
    let states: Vec<String> = site.published().await.into_iter().map(|event| event.status).collect();
    assert_eq!(states, ["active", "expired"]);
    assert_eq!(logs(&site, made.id).await, ["created", "started", "ended"]);
}

#[tokio::test]
async fn the_job_of_two_replicas_starts_and_ends_each_reservation_once() {
    let site = Site::start().await;
    let sauna = site.amenity(Amenity { live_per_user: 100, ..sauna() }).await.unwrap().id;
    for hour in 10..18 {
        site.reserve(&resident(ANNA), at(sauna, "2026-11-23", &[hour], 1)).await.unwrap();
    }
    site.published().await;
    site.app.context.clock.advance(Duration::days(1));
    let app = amenities::app::App::new(&site.app.context);
    let runs = futures::future::join_all((0..4).map(|_| amenities::advance_all_due(&app))).await;
    assert!(runs.iter().all(Result::is_ok));
    amenities::advance_all_due(&app).await.unwrap();
    let events = site.published().await;
    assert_eq!(events.len(), 16);
    assert_eq!(events.iter().filter(|event| event.status == "active").count(), 8);
}

#[tokio::test]
async fn what_is_canceled_is_free_again_and_what_has_begun_stays_taken() {
    let site = Site::start().await;
    let sauna = site.amenity(Amenity { cancel_before: 60, ..sauna() }).await.unwrap().id;
    let anna = resident(ANNA);
    let later = site.reserve(&anna, at(sauna, TUESDAY, &[9], 4)).await.unwrap();
    assert_eq!(site.cancel(&anna, later.id).await.unwrap().status(), Status::Canceled);
    assert_eq!(site.taken(sauna, TUESDAY).await[0], 0);
    assert_eq!(site.cancel(&anna, later.id).await.unwrap_err().message(), "reservation is not editable or cancelable");

    let made = site.reserve(&anna, at(sauna, "2026-11-23", &[10, 11, 12], 4)).await.unwrap();
    site.app.context.clock.advance(Duration::minutes(30));
    assert!(!site.find(&anna, made.id).await.unwrap().is_cancelable, "half an hour before the start");
    assert_eq!(site.cancel(&anna, made.id).await.unwrap_err().message(), "reservation is not editable or cancelable");
    site.app.context.clock.advance(Duration::hours(1));
    let canceled = site.cancel(&admin(), made.id).await.unwrap();
    assert_eq!(canceled.status(), Status::Canceled);
    assert_eq!(site.taken(sauna, "2026-11-23").await[1..4], [4, 0, 0], "the slot that has begun stays taken");
    assert_eq!(logs(&site, made.id).await, ["created", "started", "canceled"]);
}

#[tokio::test]
async fn a_reservation_is_moved_until_it_begins_and_keeps_its_link() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let anna = resident(ANNA);
    let made = site.reserve(&anna, at(sauna, TUESDAY, &[9], 4)).await.unwrap();
    let before = site.published().await.remove(0);
    assert_eq!(before.access_rule_ids, [RULE]);
    let lead = |event: &proto::vestibule::events::v1::AmenityReservationChanged| event.start.unwrap().seconds - event.valid_from.unwrap().seconds;
    assert_eq!(lead(&before), 600);
    let moved = site.move_to(&anna, made.id, at(sauna, TUESDAY, &[9, 10], 5), &["time_slots", "number_of_persons"]).await.unwrap();
    assert_eq!((moved.time_slots.len(), moved.number_of_persons), (2, 5));
    let after = site.published().await.remove(0);
    assert_eq!(after.link_id, before.link_id);
    assert!(after.version > before.version && after.valid_to.unwrap().seconds == before.valid_to.unwrap().seconds + 3600);
    assert_eq!(site.taken(sauna, TUESDAY).await[..3], [5, 5, 0]);
    let refused = site.move_to(&anna, made.id, at(sauna, TUESDAY, &[9], 11), &["number_of_persons"]).await.unwrap_err();
    assert_eq!(refused.message(), "number of persons is outside the limits");
    assert_eq!(site.taken(sauna, TUESDAY).await[..3], [5, 5, 0], "a refusal gives nothing back");
    site.app.context.clock.advance(Duration::days(1));
    let late = site.move_to(&anna, made.id, at(sauna, TUESDAY, &[12], 1), &["time_slots"]).await.unwrap_err();
    assert_eq!(late.message(), "reservation is not editable or cancelable");
}

#[tokio::test]
async fn only_what_is_over_is_deleted() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 4)).await.unwrap();
    let delete = || site.reservations.delete_amenity_reservation(site.by(&admin(), DeleteAmenityReservationRequest { id: made.id }));
    assert_eq!(delete().await.unwrap_err().message(), "editing or deleting prohibited");
    site.cancel(&resident(ANNA), made.id).await.unwrap();
    assert!(delete().await.is_ok());
    assert!(site.published().await.last().unwrap().deleted);
}

#[tokio::test]
async fn reservations_of_a_user_who_has_gone_are_canceled() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 4)).await.unwrap();
    site.deliver("identity.user.changed", &UserChanged { deleted: true, ..user(ANNA, FLAT, 2) }).await;
    assert_eq!(site.find(&admin(), made.id).await.unwrap().status(), Status::Canceled);
    assert_eq!(site.taken(sauna, TUESDAY).await[0], 0);
}

#[tokio::test]
async fn a_reservation_keeps_its_hours_when_the_zone_changes() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 4)).await.unwrap();
    site.set_zone(PROJECT, 2, "Europe/Berlin").await;
    let moved = site.find(&resident(ANNA), made.id).await.unwrap();
    assert_eq!((moved.start_local.as_str(), moved.date.as_str()), ("2026-11-24T09:00:00+01:00", TUESDAY));
    let offset = ListAmenityReservationsRequest { user_offset: Some(330), ..Default::default() };
    let listed = site.reservations.list_amenity_reservations(site.by(&resident(ANNA), offset)).await.unwrap().into_inner();
    assert_eq!(listed.items[0].start_local, "2026-11-24T13:30:00+05:30");
    assert_eq!(logs(&site, made.id).await, ["created", "moved"]);
}
