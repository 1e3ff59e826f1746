//! Photos of faces: taken over, refused, erased, and what doors make of them.
use std::io::Cursor;

use image::imageops::FilterType;
use image::{DynamicImage, ImageFormat};
use kit::peers::Peers;
use policy::{Caller, Permission};
use proto::vestibule::access::v1::device_lists_server::DeviceLists;
use proto::vestibule::access::v1::identifiers_client::IdentifiersClient;
use proto::vestibule::access::v1::identifiers_server::{Identifiers, IdentifiersServer};
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::device::v1::{
    GetIdentifierDeliveriesRequest, GetIdentifierDeliveriesResponse, IdentifierDelivery, RetryIdentifierDeliveryRequest,
    RetryIdentifierDeliveryResponse,
};
use proto::vestibule::events::v1::{AuditRecorded, LicenseChanged, ProjectGeneral, ProjectSettingsChanged, UserChanged};
use testing::{OTHER_PROJECT, PROJECT, StandIn, service, someone};
use tonic::service::Routes;
use tonic::{Code, Status};

use crate::license_features::{LICENSE_STATES, deliver_state};
use crate::site::*;

static PORTRAIT: &[u8] = include_bytes!("../../../../crates/faces/tests/portrait.jpg");

/// A face of 240 pixels.
fn portrait() -> Vec<u8> {
    jpeg(&image::load_from_memory(PORTRAIT).unwrap().resize(1024, 1024, FilterType::Triangle))
}

fn nobody() -> Vec<u8> {
    jpeg(&DynamicImage::new_rgb8(640, 480))
}

fn jpeg(image: &DynamicImage) -> Vec<u8> {
    let mut data = Cursor::new(Vec::new());
    image.to_rgb8().write_to(&mut data, ImageFormat::Jpeg).unwrap();
    data.into_inner()
}

/// A site whose door 1 reads faces, with files of its own.
async fn start() -> Site {
    let mut site = Site::start().await;
    let folder = std::env::temp_dir().join(format!("vestibule-faces-{}", uuid::Uuid::now_v7()));
    let blob = kit::settings::BlobVariables::of_folder(folder.to_str().unwrap());
    site.app.context.settings = std::sync::Arc::new(kit::Settings { blob, ..(*site.app.context.settings).clone() });
    site.identifiers = access::rpc::identifier::IdentifiersService(access::app::App::new(&site.app.context));
    site.lists = access::rpc::device_list::DeviceListsService(access::app::App::new(&site.app.context));
    let mut door = door(PROJECT, DOOR_1, BUILDING_1, 2);
    door.identifier_types.push("face".into());
    site.deliver("device.device.changed", &door).await;
    let features = vec!["face_id".into()];
    site.deliver("licensing.license.changed", &LicenseChanged { project_id: PROJECT, version: 2, features, ..Default::default() }).await;
    site
}

async fn face(site: &Site, caller: &Caller) -> Identifier {
    let face = Identifier { name: "Anna's face".into(), r#type: IdentifierType::Face.into(), value: String::new(), ..card(ANNA, "") };
    let request = site.by(caller, CreateIdentifierRequest { identifier: Some(face) });
    site.identifiers.create_identifier(request).await.expect("a face").into_inner()
}

async fn upload(site: &Site, caller: &Caller, request: SetIdentifierPhotoRequest, image: Vec<u8>) -> Result<Identifier, Status> {
    let peers = Peers::new(&site.app.context.settings).unwrap();
    let service = access::rpc::identifier::IdentifiersService(access::app::App::new(&site.app.context));
    peers.add("access", Routes::new(IdentifiersServer::new(service)));
    let file = FileChunk { file_name: "face.jpg".into(), data: image, is_last: true, ..Default::default() };
    let request = SetIdentifierPhotoRequest { image: Some(file), ..request };
    let mut client = IdentifiersClient::new(peers.peer("access")).max_encoding_message_size(16 << 20);
    Ok(client.set_identifier_photo(site.by(caller, futures::stream::iter([request]))).await?.into_inner())
}

fn with_consent(id: i64) -> SetIdentifierPhotoRequest {
    SetIdentifierPhotoRequest { id, consent: Some(true), ..Default::default() }
}

async fn exists(site: &Site, id: i64) -> bool {
    let request = site.by(&site.admin(), GetIdentifierRequest { id, ..Default::default() });
    site.identifiers.get_identifier(request).await.is_ok()
}

async fn photo_of(site: &Site, wanted: &DesiredIdentifier) -> Result<Vec<u8>, Status> {
    let request = GetFaceImageRequest { project_id: PROJECT, link_id: wanted.link_id.clone(), face_hash: wanted.face_hash.clone() };
    let request = site.by(&service(PROJECT, "device-gateway"), request);
    Ok(site.lists.get_face_image(request).await?.into_inner().image)
}

fn files(site: &Site) -> Vec<Vec<u8>> {
    fn below(folder: &std::path::Path, found: &mut Vec<Vec<u8>>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().is_dir() { below(&entry.path(), found) } else { found.push(std::fs::read(entry.path()).unwrap()) }
        }
    }
    let mut found = Vec::new();
    below(std::path::Path::new(&site.app.context.settings.blob.blob_dir), &mut found);
    found
}

#[tokio::test]
async fn a_face_is_on_the_lists_once_it_has_a_photo_which_lies_sealed() {
    let site = start().await;
    site.rule(lets(ANNA, DOOR_1)).await;
    let face = face(&site, &site.admin()).await;
    assert_eq!((face.photo_taken_at, site.desired(DOOR_1).await.len()), (None, 0));
    site.clear_outbox().await;
    let taken = upload(&site, &site.admin(), with_consent(face.id), portrait()).await.unwrap();
    assert!(taken.photo_taken_at.is_some());
    let events = site.app.events().await;
    let audited: Vec<&Vec<u8>> = events.iter().filter(|(topic, _)| topic == "audit.recorded").map(|(_, payload)| payload).collect();
    let audited: AuditRecorded = prost::Message::decode(audited[0].as_slice()).unwrap();
    assert!(audited.after.contains("\"photo\":\"set\"") && audited.after.len() < 100, "{}", audited.after);
    assert_eq!(site.changed_lists().await, [DOOR_1]);

    let wanted = site.desired(DOOR_1).await.remove(0);
    assert_eq!((wanted.id, wanted.r#type.as_str(), wanted.face_hash.len()), (face.id, "face", 64));
    let photo = photo_of(&site, &wanted).await.unwrap();
    assert!(photo.starts_with(&[0xff, 0xd8]) && photo.len() <= 384 * 1024);
    let stored = files(&site);
    assert!(stored.len() == 1 && !stored[0].windows(16).any(|window| photo[100..].starts_with(window)), "sealed");

    // Another photo takes its place: another hash, and the one before is erased.
    upload(&site, &site.admin(), with_consent(face.id), jpeg(&image::load_from_memory(PORTRAIT).unwrap().resize(1200, 1200, FilterType::Triangle)))
        .await
        .unwrap();
    let changed = site.desired(DOOR_1).await.remove(0);
    assert!(changed.face_hash != wanted.face_hash && changed.hash != wanted.hash);
    assert_eq!(photo_of(&site, &wanted).await.unwrap_err().code(), Code::NotFound);
    access::jobs::photos::erase_due(&access::app::App::new(&site.app.context)).await.unwrap();
    assert_eq!(files(&site).len(), 1);
}

#[tokio::test]
async fn a_photo_without_a_face_is_refused_with_its_reason_and_takes_a_new_identifier_with_it() {
    let site = start().await;
    let admin = site.admin();
    let new = face(&site, &admin).await;
    let refused = upload(&site, &admin, SetIdentifierPhotoRequest { is_new: Some(true), ..with_consent(new.id) }, nobody()).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::InvalidArgument, "face not recognized"));
    assert_eq!(refusal(&refused)["data"]["reason"], "none");
    assert!(!exists(&site, new.id).await, "nothing half-done is left");

    let old = face(&site, &admin).await;
    upload(&site, &admin, with_consent(old.id), nobody()).await.unwrap_err();
    assert!(exists(&site, old.id).await);
    upload(&site, &admin, with_consent(old.id), portrait()).await.unwrap();
    upload(&site, &admin, SetIdentifierPhotoRequest { is_new: Some(true), ..with_consent(old.id) }, nobody()).await.unwrap_err();
    assert!(exists(&site, old.id).await, "one that has a photo is not new");
    let card = site.card(ANNA, "77").await;
    let refused = upload(&site, &admin, SetIdentifierPhotoRequest { is_new: Some(true), ..with_consent(card.id) }, portrait()).await.unwrap_err();
    assert_eq!((refused.message(), exists(&site, card.id).await), ("can't perform action", true));
}

#[tokio::test]
async fn nobody_deletes_anothers_identifier_by_a_photo_that_is_refused() {
    let site = start().await;
    let face = face(&site, &site.admin()).await;
    let editor = someone(PROJECT, BORIS, [Permission::CanEditIdentifier, Permission::CanViewAllIdentifiers], &[]);
    let new = SetIdentifierPhotoRequest { is_new: Some(true), ..with_consent(face.id) };
    assert!(upload(&site, &editor, new.clone(), nobody()).await.is_err());
    let elsewhere = testing::administrator(OTHER_PROJECT);
    assert_eq!(upload(&site, &elsewhere, new, portrait()).await.unwrap_err().code(), Code::NotFound);
    assert!(exists(&site, face.id).await);
}

#[tokio::test]
async fn consent_is_asked_for_unless_the_project_wants_none_and_the_licence_has_faces() {
    let site = start().await;
    let admin = site.admin();
    let face = face(&site, &admin).await;
    let without = SetIdentifierPhotoRequest { consent: None, ..with_consent(face.id) };
    let refused = upload(&site, &admin, without.clone(), portrait()).await.unwrap_err();
    assert_eq!(field_message(&refused, "consent"), "required");
    let general = Some(ProjectGeneral { face_consent_optional: true, ..Default::default() });
    site.deliver("domains.settings.changed", &ProjectSettingsChanged { project_id: PROJECT, version: 1, general, ..Default::default() }).await;
    upload(&site, &admin, without.clone(), portrait()).await.unwrap();
    site.deliver("licensing.license.changed", &LicenseChanged { project_id: PROJECT, version: 3, ..Default::default() }).await;
    assert_eq!(upload(&site, &admin, without, portrait()).await.unwrap_err().message(), "feature is not licensed");
}

#[tokio::test]
async fn faces_go_on_through_the_grace_then_end_and_come_back_with_the_next_licence() {
    let site = start().await;
    let admin = site.admin();
    let face = face(&site, &admin).await;
    upload(&site, &admin, with_consent(face.id), portrait()).await.unwrap();
    site.rule(lets(ANNA, DOOR_1)).await;
    for (version, is_licensed, is_in_grace, opens) in LICENSE_STATES {
        deliver_state(&site, version, is_licensed, is_in_grace, &["face_id"]).await;
        let is_held = site.desired(DOOR_1).await.iter().any(|item| item.id == face.id);
        let reason = if opens { "granted_by" } else { "unlicensed" }.to_owned();
        assert_eq!((is_held, site.decided(face.id, DOOR_1).await), (opens, (opens, reason)), "version {version}");
        if !is_licensed {
            let refused = upload(&site, &admin, with_consent(face.id), portrait()).await.unwrap_err();
            assert_eq!(refused.message(), "feature is not licensed", "nothing new, version {version}");
        }
    }
}

#[tokio::test]
async fn a_photo_goes_with_its_identifier_and_30_days_after_a_revocation() {
    let site = start().await;
    let admin = site.admin();
    let (deleted, revoked) = (face(&site, &admin).await, face(&site, &admin).await);
    for id in [deleted.id, revoked.id] {
        upload(&site, &admin, with_consent(id), portrait()).await.unwrap();
    }
    site.identifiers.delete_identifier(site.by(&admin, DeleteIdentifierRequest { id: deleted.id })).await.unwrap();
    site.identifiers.revoke_identifier(site.by(&admin, RevokeIdentifierRequest { id: revoked.id })).await.unwrap();
    let erase = async || access::jobs::photos::erase_due(&access::app::App::new(&site.app.context)).await.unwrap();
    erase().await;
    assert_eq!(files(&site).len(), 1, "at once on deletion");
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("UPDATE identifiers SET revoked_at = revoked_at - interval '31 days' WHERE id = $1")
        .bind(revoked.id)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    erase().await;
    assert_eq!(files(&site).len(), 0);
    let request = site.by(&admin, GetIdentifierRequest { id: revoked.id, ..Default::default() });
    assert_eq!(site.identifiers.get_identifier(request).await.unwrap().into_inner().photo_taken_at, None);
}

#[tokio::test]
async fn a_file_that_no_row_names_is_swept_after_a_day() {
    let site = start().await;
    let admin = site.admin();
    let face = face(&site, &admin).await;
    upload(&site, &admin, with_consent(face.id), portrait()).await.unwrap();
    let lost = std::path::Path::new(&site.app.context.settings.blob.blob_dir).join("faces/1/lost");
    std::fs::create_dir_all(lost.parent().unwrap()).unwrap();
    std::fs::write(&lost, "lost").unwrap();
    let sweep = async |age: u64| {
        let modified = std::time::SystemTime::from(site.app.context.clock.now()) - std::time::Duration::from_secs(age * 3600);
        std::fs::File::options().write(true).open(&lost).unwrap().set_modified(modified).unwrap();
        access::jobs::photos::sweep(&access::app::App::new(&site.app.context)).await.unwrap();
    };
    sweep(23).await;
    assert!(lost.exists(), "it may belong to a transaction that is not committed");
    sweep(25).await;
    assert!(!lost.exists() && files(&site).len() == 1);
}

#[tokio::test]
async fn doors_that_have_learned_a_face_are_counted_and_only_those_in_view_are_named() {
    let site = start().await;
    let face = face(&site, &site.admin()).await;
    let delivery = |device_id: i64, state: &str, error: &str| IdentifierDelivery {
        device_id,
        device_name: format!("door {device_id}"),
        is_wanted: error != "schedule_in_another_zone",
        state: state.into(),
        error: error.into(),
        ..Default::default()
    };
    let items = vec![
        delivery(DOOR_1, "confirmed", ""),
        delivery(DOOR_2, "refused", "face_has_not_recognized"),
        delivery(1003, "refused", "schedule_in_another_zone"),
    ];
    let retried = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let noted = retried.clone();
    let gateway = StandIn::default()
        .answer("vestibule.device.v1.IdentifierDeliveries/GetIdentifierDeliveries", move |_: tonic::Request<GetIdentifierDeliveriesRequest>| {
            Ok(GetIdentifierDeliveriesResponse { items: items.clone() })
        })
        .answer(
            "vestibule.device.v1.IdentifierDeliveries/RetryIdentifierDelivery",
            move |request: tonic::Request<RetryIdentifierDeliveryRequest>| {
                noted.lock().unwrap().push(request.into_inner());
                Ok(RetryIdentifierDeliveryResponse {})
            },
        );
    site.app.context.peers.add("device-gateway", gateway.routes());

    let devices = async |caller: &Caller| {
        let request = site.by(caller, ListIdentifierDevicesRequest { id: face.id });
        site.identifiers.list_identifier_devices(request).await.unwrap().into_inner()
    };
    let all = devices(&site.admin()).await;
    let states: Vec<_> = all.items.iter().map(|item| (item.device.as_ref().unwrap().id, item.state(), item.reason.as_deref())).collect();
    assert_eq!((all.held, all.wanted), (1, 3));
    assert_eq!(states[..2], [(DOOR_1, IdentifierDeviceState::Held, None), (DOOR_2, IdentifierDeviceState::Refused, Some("face_has_not_recognized"))]);
    assert_eq!(states[2].1, IdentifierDeviceState::Refused, "no door asks about a face");
    let card = site.card(ANNA, "77").await.id;
    let of_card = site.by(&site.admin(), ListIdentifierDevicesRequest { id: card });
    let of_card = site.identifiers.list_identifier_devices(of_card).await.unwrap().into_inner();
    assert_eq!(of_card.items[2].state(), IdentifierDeviceState::AsksOnline);
    let owner = someone(PROJECT, ANNA, [], &[BUILDING_1]);
    let own = devices(&owner).await;
    assert_eq!((own.held, own.wanted, own.items.len()), (1, 3, 0), "counted, not named");

    let editor = someone(PROJECT, BORIS, [Permission::CanEditIdentifier, Permission::CanViewAllIdentifiers], &[]);
    let retry = async |caller: &Caller, device_id| {
        site.identifiers.retry_identifier_device(site.by(caller, RetryIdentifierDeviceRequest { id: face.id, device_id })).await
    };
    assert_eq!(retry(&editor, DOOR_2).await.unwrap_err().code(), Code::NotFound, "a door that the caller does not see");
    retry(&site.admin(), DOOR_2).await.unwrap();
    let retried = retried.lock().unwrap();
    assert_eq!((retried.len(), retried[0].device_id, retried[0].link_id.as_str()), (1, DOOR_2, face.link_id.as_str()));
}

#[tokio::test]
async fn who_made_a_face_puts_no_photo_into_it_once_its_owner_has_left_their_reach() {
    let site = start().await;
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    let face = face(&site, &manager).await;
    upload(&site, &manager, with_consent(face.id), portrait()).await.expect("somebody of their building");
    site.deliver("identity.user.changed", &UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..user(PROJECT, ANNA, BUILDING_1, 2) }).await;
    let refused = upload(&site, &manager, with_consent(face.id), portrait()).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied, "one of two groups");
    site.deliver("identity.user.changed", &user(PROJECT, ANNA, BUILDING_2, 3)).await;
    // Refused before the detector looks at it.
    let refused = upload(&site, &manager, with_consent(face.id), nobody()).await.unwrap_err();
    assert_eq!(refused.message(), "invalid related entity sent");
    upload(&site, &site.admin(), with_consent(face.id), portrait()).await.expect("an administrator reaches both");
}

#[tokio::test]
async fn a_face_that_a_rule_names_gets_a_photo_only_from_those_who_may_change_the_rule() {
    let site = start().await;
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    let face = face(&site, &manager).await;
    site.rule(AccessRule { identifiers: vec![reference(face.id)], ..lets(BORIS, DOOR_2) }).await;
    let refused = upload(&site, &manager, with_consent(face.id), portrait()).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    upload(&site, &site.admin(), with_consent(face.id), portrait()).await.expect("an administrator may change the rule");
}

#[tokio::test]
async fn the_photo_of_somebody_who_is_deleted_goes_with_them() {
    let site = start().await;
    let admin = site.admin();
    let face = face(&site, &admin).await;
    upload(&site, &admin, with_consent(face.id), portrait()).await.unwrap();
    site.deliver("identity.user.changed", &UserChanged { deleted: true, ..user(PROJECT, ANNA, BUILDING_1, 2) }).await;
    access::jobs::photos::erase_files(&access::app::App::new(&site.app.context)).await.unwrap();
    assert_eq!(files(&site).len(), 0, "at once, not when all photos are looked at");
    let request = site.by(&admin, GetIdentifierRequest { id: face.id, ..Default::default() });
    assert_eq!(site.identifiers.get_identifier(request).await.unwrap().into_inner().photo_taken_at, None);
}
