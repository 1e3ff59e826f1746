use policy::Caller;
use proto::vestibule::amenities::v1::amenities_server::Amenities;
use proto::vestibule::amenities::v1::amenity_reservations_server::AmenityReservations;
use proto::vestibule::amenities::v1::*;
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::events::v1::{GroupChanged, IdentifierChanged, ReservationIdentifierUsed, UserChanged};
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
    let accepting = |accepted_terms_version| AmenityReservation { accept_terms: true, accepted_terms_version, ..wanted.clone() };
    for version in [3, 0] {
        let made = site.reserve(&resident(ANNA), accepting(version)).await.unwrap();
        assert_eq!(made.terms_version, 3);
    }
}

#[tokio::test]
async fn terms_that_have_changed_since_they_were_read_are_not_accepted() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    sqlx_terms(&site, sauna).await;
    for version in [2, 4] {
        let read = AmenityReservation { accept_terms: true, accepted_terms_version: version, ..at(sauna, TUESDAY, &[9], 1) };
        let refused = site.reserve(&resident(ANNA), read).await.unwrap_err();
        assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "the terms have changed, read them again"));
        assert_eq!(refusal_data(&refused)["terms_version"], 3);
    }
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
async fn who_has_left_the_groups_of_an_amenity_moves_no_reservation() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let mine = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 1)).await.unwrap();
    let left = "DELETE FROM person_groups WHERE user_id = $1";
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query(left).bind(ANNA).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let refused = site.move_to(&resident(ANNA), mine.id, at(sauna, TUESDAY, &[10], 1), &["time_slots"]).await.unwrap_err();
    assert_eq!(refused.message(), "amenity is not allowed");
}

#[tokio::test]
async fn who_has_reserved_for_somebody_sees_it_and_changes_nothing_once_they_do_not_manage_the_amenity() {
    use policy::Permission::{CanDeleteOwnAmenityReservations, CanEditOwnAmenityReservations, CanViewOwnAmenityReservations};
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let for_clara = AmenityReservation { user: Some(reference(CLARA)), ..at(sauna, TUESDAY, &[9], 1) };
    let made = site.reserve(&testing::group_administrator(PROJECT, 1, &[RESIDENCE]), for_clara).await.unwrap().id;
    let rights = [CanViewOwnAmenityReservations, CanEditOwnAmenityReservations, CanDeleteOwnAmenityReservations];
    let former = testing::someone(PROJECT, 1, rights, &[OFFICE]);
    let seen = site.find(&former, made).await.unwrap();
    assert!(!seen.is_editable && !seen.is_cancelable);
    assert_eq!(site.cancel(&former, made).await.unwrap_err().code(), Code::PermissionDenied);
    let moved = site.move_to(&former, made, at(sauna, TUESDAY, &[10], 1), &["time_slots"]).await;
    assert_eq!(moved.unwrap_err().code(), Code::PermissionDenied);
    site.cancel(&resident(CLARA), made).await.expect("whose it is cancels it");
    let deleted = site.reservations.delete_amenity_reservation(site.by(&former, DeleteAmenityReservationRequest { id: made })).await;
    assert_eq!(deleted.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn an_administrator_of_a_part_reaches_nothing_of_what_the_whole_shares_and_of_others_reservations() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let annas = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 1)).await.unwrap().id;
    site.deliver("identity.user.changed", &user(50, FLAT, 1)).await;
    let of_flat = testing::group_administrator(PROJECT, 50, &[FLAT]);
    // Of the sauna: it is theirs to reserve, as for everybody of the residence.
    let own = site.reserve(&of_flat, at(sauna, TUESDAY, &[10], 1)).await.unwrap().id;
    let renamed = site.change(&of_flat, sauna, Amenity { name: "Mine".into(), ..Default::default() }, &["name"]).await;
    let deleted = site.amenities.delete_amenity(site.by(&of_flat, DeleteAmenityRequest { id: sauna })).await;
    let image = site.amenities.delete_amenity_image(site.by(&of_flat, DeleteAmenityImageRequest { id: sauna })).await;
    let terms = site.amenities.delete_amenity_terms_of_use(site.by(&of_flat, DeleteAmenityTermsOfUseRequest { id: sauna })).await;
    let for_anna = AmenityReservation { user: Some(reference(ANNA)), ..at(sauna, TUESDAY, &[11], 1) };
    let for_another = site.reserve(&of_flat, for_anna).await;
    let refused = [renamed.err(), deleted.err(), image.err(), terms.err(), for_another.err()].map(|refused| refused.unwrap().code());
    assert_eq!(refused, [Code::PermissionDenied; 5]);
    let all = site.amenities.delete_all_amenities(site.by(&of_flat, DeleteAllRequest { items: vec![sauna] })).await.unwrap().into_inner();
    assert!(!all.items[0].done);
    // Of a neighbour's reservation: it is not there for them.
    assert_eq!(site.list(&of_flat, "").await.iter().map(|row| row.id).collect::<Vec<_>>(), [own]);
    let moved = site.move_to(&of_flat, annas, at(sauna, TUESDAY, &[12], 1), &["time_slots"]).await;
    let deleted = site.reservations.delete_amenity_reservation(site.by(&of_flat, DeleteAmenityReservationRequest { id: annas })).await;
    let logs = site.reservations.list_amenity_reservation_logs(site.by(&of_flat, ListAmenityReservationLogsRequest { id: annas })).await;
    let found = site.find(&of_flat, annas).await;
    let hidden = [moved.err(), site.cancel(&of_flat, annas).await.err(), deleted.err(), logs.err(), found.err()];
    assert_eq!(hidden.map(|refused| refused.unwrap().code()), [Code::NotFound; 5]);
}

#[tokio::test]
async fn a_search_finds_reservations_by_the_names_of_those_only_whom_the_caller_sees() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 1)).await.unwrap();
    let found = async |caller: &Caller, search: &str| {
        let request = ListAmenityReservationsRequest { search: search.into(), ..Default::default() };
        site.reservations.list_amenity_reservations(site.by(caller, request)).await.unwrap().into_inner().total
    };
    let sees_no_users = testing::someone(PROJECT, 9, [policy::Permission::CanViewAllAmenityReservations], &[OFFICE]);
    let (name, of_amenity) = (format!("user {ANNA}"), "SAUN");
    assert_eq!((found(&sees_no_users, &name).await, found(&sees_no_users, of_amenity).await), (0, 1));
    let manager = testing::group_administrator(PROJECT, 1, &[RESIDENCE]);
    for caller in [admin(), manager, resident(ANNA)] {
        assert_eq!((found(&caller, &name).await, found(&caller, of_amenity).await), (1, 1));
    }
}

#[tokio::test]
async fn a_pass_that_a_door_reports_after_the_end_counts_if_it_was_in_time() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    site.published().await;
    let mut links = Vec::new();
    for hour in [9, 10] {
        let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[hour], 1)).await.unwrap();
        let link_id = site.published().await.pop().unwrap().link_id;
        let key = IdentifierChanged { project_id: PROJECT, id: made.id, r#type: "qr".into(), link_id: link_id.clone(), ..Default::default() };
        site.deliver("access.identifier.changed", &key).await;
        links.push((made, link_id));
    }
    site.app.context.clock.advance(Duration::days(2));
    amenities::advance_all_due(&amenities::app::App::new(&site.app.context)).await.unwrap();
    for (is_in_time, (made, link_id)) in [true, false].into_iter().zip(links) {
        assert_eq!(site.find(&admin(), made.id).await.unwrap().status(), Status::Inactive);
        let end = kit::clock::from_proto(made.end.as_ref().unwrap()).unwrap();
        let at = if is_in_time { end - Duration::seconds(1) } else { end };
        let used = ReservationIdentifierUsed { project_id: PROJECT, link_id, at: Some(kit::clock::to_proto(at)) };
        site.deliver("access.reservation_identifier.used", &used).await;
        let expected = if is_in_time { Status::Expired } else { Status::Inactive };
        assert_eq!(site.find(&admin(), made.id).await.unwrap().status(), expected);
    }
}

#[tokio::test]
async fn a_change_moves_a_reservation_to_no_other_amenity_and_no_other_user() {
    let site = Site::start().await;
    let (sauna, other) = (site.sauna().await.id, site.sauna().await.id);
    let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 1)).await.unwrap();
    let refused = site.move_to(&admin(), made.id, at(other, TUESDAY, &[9], 1), &["amenity"]).await.unwrap_err();
    assert_eq!(refusal_data(&refused)["fields"]["amenity"], "cannot be changed");
    let for_clara = AmenityReservation { user: Some(reference(CLARA)), ..Default::default() };
    let refused = site.move_to(&admin(), made.id, for_clara, &["user"]).await.unwrap_err();
    assert_eq!(refusal_data(&refused)["fields"]["user"], "cannot be changed");
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
async fn reservations_of_a_user_who_leaves_the_groups_of_an_amenity_are_canceled_so_that_their_codes_open_nothing() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let status = async |id: i64| site.find(&admin(), id).await.unwrap().status();
    let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 4)).await.unwrap();
    let claras = site.reserve(&resident(CLARA), at(sauna, TUESDAY, &[11], 1)).await.unwrap();
    site.deliver("identity.user.changed", &user(ANNA, RESIDENCE, 2)).await;
    assert_eq!(status(made.id).await, Status::Reserved, "a group above is one of the amenity's, too");
    site.deliver("identity.user.changed", &user(ANNA, OFFICE, 3)).await;
    assert_eq!((status(made.id).await, site.taken(sauna, TUESDAY).await[0]), (Status::Canceled, 0));
    let published = site.published().await;
    assert_eq!(published.last().map(|last| (last.id, last.status.as_str())), Some((made.id, "canceled")), "access revokes the code");
    assert_eq!(status(claras.id).await, Status::Reserved);
}

#[tokio::test]
async fn reservations_of_users_whose_group_is_moved_out_of_those_of_an_amenity_are_canceled() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let status = async |id: i64| site.find(&admin(), id).await.unwrap().status();
    let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 4)).await.unwrap();
    let flat = |version, parent_id| GroupChanged { project_id: PROJECT, id: FLAT, version, parent_id, name: "flat".into(), ..Default::default() };
    site.deliver("domains.group.changed", &flat(2, RESIDENCE)).await;
    assert_eq!(status(made.id).await, Status::Reserved, "another name moves nobody");
    site.deliver("domains.group.changed", &flat(3, OFFICE)).await;
    assert_eq!(status(made.id).await, Status::Canceled);
}

#[tokio::test]
async fn what_a_manager_has_reserved_for_themselves_stays_whatever_groups_they_leave() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let manager = Caller { user_id: BORIS, ..admin() };
    let made = site.reserve(&manager, at(sauna, TUESDAY, &[9], 1)).await.expect("a manager need not live there");
    site.deliver("identity.user.changed", &user(BORIS, 999, 2)).await;
    assert_eq!(site.find(&admin(), made.id).await.unwrap().status(), Status::Reserved);
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
    // So they do in a zone of the amenity's own.
    let own_zone = Amenity { time_zone: "Asia/Tokyo".into(), ..Default::default() };
    site.change(&admin(), sauna, own_zone, &["time_zone"]).await.unwrap();
    assert_eq!(site.find(&resident(ANNA), made.id).await.unwrap().start_local, "2026-11-24T09:00:00+09:00");
    assert_eq!(logs(&site, made.id).await, ["created", "moved", "moved"]);
}
