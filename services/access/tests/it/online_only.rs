//! Rules that a device cannot hold by itself: it asks at the door, and the list and the explanation say so.
use proto::vestibule::access::v1::access_checks_server::AccessChecks;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::remote_checks_server::RemoteChecks;
use proto::vestibule::access::v1::*;
use testing::PROJECT;
use tonic::Code;

use crate::site::*;

fn tokyo() -> TimeRule {
    // 9:00 on Monday in UTC is 18:00 there.
    TimeRule { name: "Tokyo".into(), time_zone: "Asia/Tokyo".into(), valid_to: "2026-11-23T20:00:00".into(), ..office_hours() }
}

async fn asked(site: &Site, device_id: i64, r#type: &str, number: &str) -> (bool, Option<i32>) {
    let question = CheckIdentifierRequest { project_id: PROJECT, device_id, r#type: r#type.into(), number: number.into() };
    let gateway = testing::service(PROJECT, "device-gateway");
    let answer = site.remote.check_identifier(site.by(&gateway, question)).await.expect("an answer").into_inner();
    (answer.known, answer.lock_number)
}

async fn explained(site: &Site, identifier: i64, lock: i32) -> (bool, String, Option<String>) {
    let ask = CheckAccessRequest { identifier_id: Some(identifier), device_id: DOOR_1, lock_number: lock, ..Default::default() };
    let answer = site.checks.check_access(site.by(&site.admin(), ask)).await.expect("an answer").into_inner();
    (answer.allowed, answer.reasons[0].code.clone(), answer.online_only)
}

#[tokio::test]
async fn what_a_device_cannot_hold_is_named_and_opens_when_it_asks() {
    let site = Site::start().await;
    let card = site.card(ANNA, "0013961168").await;
    let hours = site.schedule(tokyo()).await;
    site.rule(AccessRule { time_rules: vec![reference(hours.id)], ..lets(ANNA, DOOR_1) }).await;
    let list = site.list(DOOR_1).await;
    assert_eq!(
        (list.identifiers.len(), list.refused[0].reason.as_str(), list.refused[0].cause.as_str()),
        (0, "online_only", "schedule_in_another_zone")
    );
    assert_eq!(asked(&site, DOOR_1, "card", "00-D5-07-D0").await, (true, Some(1)));
    assert_eq!(explained(&site, card.id, 1).await, (true, "granted_by".into(), Some("schedule_in_another_zone".into())));
}

#[tokio::test]
async fn a_prohibition_at_times_is_asked_about_and_holds() {
    let site = Site::start().await;
    let card = site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    assert_eq!(explained(&site, card.id, 1).await.2, None, "the device holds it");
    let hours = site.schedule(office_hours()).await;
    site.rule(AccessRule { prohibition: true, time_rules: vec![reference(hours.id)], ..lets(ANNA, DOOR_1) }).await;
    // The test's clock: Monday, 09:00.
    assert_eq!(asked(&site, DOOR_1, "card", "77").await, (true, None));
    assert_eq!(explained(&site, card.id, 1).await, (false, "prohibited_by".into(), None));
    assert_eq!(site.list(DOOR_1).await.refused[0].cause, "prohibited_at_times");
}

#[tokio::test]
async fn every_lock_that_opens_is_named_as_all_of_them() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    let hours = site.schedule(office_hours()).await;
    site.rule(lets(ANNA, DOOR_1)).await;
    let second = vec![RuleDevice { id: DOOR_1, lock_number: 2, ..Default::default() }];
    site.rule(AccessRule { devices: second, time_rules: vec![reference(hours.id)], ..lets(ANNA, DOOR_1) }).await;
    assert_eq!(site.list(DOOR_1).await.refused[0].cause, "schedules_differ_by_lock");
    assert_eq!(asked(&site, DOOR_1, "card", "77").await, (true, Some(0)));
}

#[tokio::test]
async fn what_a_device_does_not_ask_about_is_not_said_to_open() {
    let site = Site::start().await;
    let mut door = door(PROJECT, DOOR_1, BUILDING_1, 2);
    door.identifier_types.push("face".into());
    site.deliver("device.device.changed", &door).await;
    let features = vec!["face_id".into()];
    site.deliver(
        "licensing.license.changed",
        &proto::vestibule::events::v1::LicenseChanged { project_id: PROJECT, version: 2, features, ..Default::default() },
    )
    .await;
    let face = Identifier { r#type: IdentifierType::Face.into(), value: "Anna".into(), ..card(ANNA, "1") };
    let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(face) });
    let face = site.identifiers.create_identifier(request).await.expect("a face").into_inner();
    assert_eq!(explained(&site, face.id, 1).await.1, "no_photo");
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query(
        "INSERT INTO identifier_photos (identifier_id, project_id, blob, size, sha256, taken_at) VALUES ($1, $2, 'faces/1/a', 1, 'hash', now())",
    )
    .bind(face.id)
    .bind(PROJECT)
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let hours = site.schedule(tokyo()).await;
    site.rule(AccessRule { time_rules: vec![reference(hours.id)], ..lets(ANNA, DOOR_1) }).await;
    assert_eq!(explained(&site, face.id, 1).await, (false, "not_held_by_device".into(), Some("schedule_in_another_zone".into())));
}

#[tokio::test]
async fn a_lock_that_no_answer_opens_is_not_said_to_open() {
    let site = Site::start().await;
    let three = proto::vestibule::events::v1::DeviceChanged { locks: 3, ..door(PROJECT, DOOR_1, BUILDING_1, 2) };
    site.deliver("device.device.changed", &three).await;
    let card = site.card(ANNA, "77").await;
    let third = vec![RuleDevice { id: DOOR_1, lock_number: 3, ..Default::default() }];
    site.rule(AccessRule { devices: third, ..lets(ANNA, DOOR_1) }).await;
    assert_eq!(site.list(DOOR_1).await.refused[0].cause, "locks_not_selectable");
    assert_eq!(asked(&site, DOOR_1, "card", "77").await, (true, None));
    assert_eq!(explained(&site, card.id, 3).await, (false, "not_held_by_device".into(), Some("locks_not_selectable".into())));
}

#[tokio::test]
async fn a_number_that_is_nobodys_is_left_to_the_device() {
    let site = Site::start().await;
    let card = site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    for (kind, number) in [("card", "78"), ("card", "nonsense"), ("access_code", "77"), ("qr", "77"), ("face", "Anna")] {
        assert_eq!(asked(&site, DOOR_1, kind, number).await, (false, None), "{kind} {number}");
    }
    assert_eq!(asked(&site, DOOR_1, "card", "77").await, (true, Some(1)));
    assert_eq!(asked(&site, DOOR_2, "card", "77").await, (true, None), "no rule for this door");
    site.identifiers.revoke_identifier(site.by(&site.admin(), RevokeIdentifierRequest { id: card.id })).await.unwrap();
    assert_eq!(asked(&site, DOOR_1, "card", "77").await, (true, None));
}

#[tokio::test]
async fn only_a_service_asks_for_a_device() {
    let site = Site::start().await;
    let question = CheckIdentifierRequest { project_id: PROJECT, device_id: DOOR_1, r#type: "card".into(), number: "77".into() };
    let refused = site.remote.check_identifier(site.by(&site.admin(), question)).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
}
