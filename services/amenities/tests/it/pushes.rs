//! Who learns of a reservation: by its events, whatever has changed it.
use kit::consumer::{Delivery, Handler};
use kit::realtime::{Audience, Push};
use policy::{Action, Caller, Resource};
use proto::vestibule::amenities::v1::AmenityReservation;
use proto::vestibule::events::v1::{IdentifierChanged, ReservationIdentifierUsed};
use testing::prost_message::Message;
use testing::{OTHER_PROJECT, PROJECT, someone, with_role};
use uuid::Uuid;

use crate::site::*;

/// What the events since the last call push.
async fn pushed(site: &Site) -> Vec<Push> {
    let mut pushes = Vec::new();
    for event in site.published().await {
        pushes.extend(pushes_of(site, "amenities.reservation.changed", &event).await);
    }
    pushes
}

async fn pushes_of(site: &Site, topic: &str, event: &impl Message) -> Vec<Push> {
    let delivery = Delivery { id: Uuid::now_v7(), topic: topic.into(), payload: event.encode_to_vec() };
    let mut tx = site.app.context.database.system().await.unwrap();
    let pushes = site.events().handle(&mut tx, &delivery).await.unwrap();
    tx.commit().await.unwrap();
    pushes
}

/// As a gateway decides for a socket that has subscribed to the topic: by its project, its right to view, and its reach.
fn reaches(pushes: &[Push], caller: &Caller) -> bool {
    let scope = caller.scope(Resource::AmenityReservation, Action::View);
    pushes.iter().any(|push| {
        let is_for = match &push.audience {
            Audience::Project => true,
            Audience::User(id) => *id == caller.user_id,
            Audience::Scope { resource, path } => resource == Resource::AmenityReservation.name() && scope.covers_group(path),
        };
        push.topic == "amenity-reservations" && push.project_id == caller.project_id && !scope.is_empty() && is_for
    })
}

#[tokio::test]
async fn a_reservation_is_pushed_to_the_staff_of_its_groups_and_to_whose_it_is_and_to_nobody_else() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    site.published().await;
    let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 1)).await.unwrap();
    let pushes = pushed(&site).await;
    assert_eq!(pushes[0].data, serde_json::json!({"type": "amenity_reservation.changed", "id": made.id, "amenity_id": sauna}));
    let staff = testing::group_administrator(PROJECT, 1, &[RESIDENCE]);
    for (caller, who) in [(admin(), "the administrator"), (staff.clone(), "the staff of the residence"), (resident(ANNA), "whose it is")] {
        assert!(reaches(&pushes, &caller), "{who}");
    }
    let strangers = [
        (resident(CLARA), "another user of the same flat"),
        (with_role(PROJECT, BORIS, "user", &[OFFICE]), "a resident of elsewhere"),
        (testing::group_administrator(PROJECT, 2, &[OFFICE]), "the staff of the office"),
        (someone(PROJECT, 7, [policy::Permission::CanViewUsers], &[RESIDENCE]), "somebody of the residence without the right"),
        (testing::administrator(OTHER_PROJECT), "the administrator of another project"),
        (Caller { project_id: OTHER_PROJECT, ..resident(ANNA) }, "a user with the same id in another project"),
    ];
    for (caller, who) in strangers {
        assert!(!reaches(&pushes, &caller), "{who}");
    }
}

#[tokio::test]
async fn who_made_a_reservation_for_somebody_learns_of_its_changes() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let for_anna = AmenityReservation { user: Some(reference(ANNA)), ..at(sauna, TUESDAY, &[9], 1) };
    let staff = testing::group_administrator(PROJECT, 1, &[RESIDENCE]);
    let made = site.reserve(&staff, for_anna).await.unwrap();
    site.published().await;
    site.cancel(&resident(ANNA), made.id).await.unwrap();
    let pushes = pushed(&site).await;
    let has_moved_on = testing::group_administrator(PROJECT, 1, &[OFFICE]);
    assert!(reaches(&pushes, &has_moved_on), "the list shows them what they made");
}

#[tokio::test]
async fn what_access_says_of_the_key_of_a_reservation_is_pushed() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    site.published().await;
    site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 1)).await.unwrap();
    let link_id = site.published().await.pop().expect("an event").link_id;
    let key =
        IdentifierChanged { project_id: PROJECT, id: 50, r#type: "qr".into(), name: "Sauna".into(), link_id: link_id.clone(), ..Default::default() };
    assert!(reaches(&pushes_of(&site, "access.identifier.changed", &key).await, &resident(ANNA)));
    let at = Some(kit::clock::to_proto(site.app.context.clock.now()));
    let used = ReservationIdentifierUsed { project_id: PROJECT, link_id, at };
    assert!(reaches(&pushes_of(&site, "access.reservation_identifier.used", &used).await, &resident(ANNA)));
    assert!(pushes_of(&site, "access.reservation_identifier.used", &used).await.is_empty(), "of several openings the first");
}
