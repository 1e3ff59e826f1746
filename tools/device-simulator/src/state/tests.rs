use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use device_protocol::identifier::{IdentifierItem, Owner, OwnerType, Valid};
use device_protocol::link::LinkIds;
use device_protocol::model;
use device_protocol::{IdentifierType, ItemOutcome, LockChoice};
use jiff::tz::TimeZone;
use uuid::Uuid;

use super::Memory;
use super::identifiers::{Identifiers, Room};
use super::profiles::Profiles;
use crate::profile::tests::work_week;
use crate::store::tests::Scratch;

const ROOM: Room = Room { identifiers: 3, faces: 1 };

fn item(id: u128, kind: IdentifierType, number: &str) -> IdentifierItem {
    IdentifierItem {
        link_id: Uuid::from_u128(id),
        apartment_link_id: None,
        identifier_owner: Owner { name: "Ann".into(), kind: OwnerType::Owner },
        identifier_type: kind,
        identifier_number: number.into(),
        lock: LockChoice::All,
        valid: Valid::ALWAYS,
        face_image: None,
        time_profiles: None,
    }
}

fn card(id: u128, number: &str) -> IdentifierItem {
    item(id, IdentifierType::Card, number)
}

fn face(id: u128, image: &[u8]) -> IdentifierItem {
    IdentifierItem { face_image: Some(STANDARD.encode(image)), ..item(id, IdentifierType::FaceId, "") }
}

/// Puts into the memory of a model with faces.
fn put(identifiers: &mut Identifiers, item: IdentifierItem) -> ItemOutcome {
    let model = model::find("AA-14FB").unwrap().capability;
    identifiers.put(item, &model, ROOM, &Profiles::default())
}

#[test]
fn an_item_is_created_once_and_updated_after_that() {
    let mut held = Identifiers::default();
    assert_eq!(put(&mut held, card(1, "1")), ItemOutcome::Created);
    assert_eq!(put(&mut held, card(1, "2")), ItemOutcome::Updated);
    let two = IdentifierType::Card.canonical("2").unwrap();
    let one = IdentifierType::Card.canonical("1").unwrap();
    assert!(held.find(IdentifierType::Card, &two).is_some());
    assert!(held.find(IdentifierType::Card, &one).is_none(), "the old number opens no more");
}

#[test]
fn a_number_belongs_to_one_identifier() {
    let mut held = Identifiers::default();
    put(&mut held, card(1, "13961168"));
    assert_eq!(put(&mut held, card(2, "00-D5-07-D0")), ItemOutcome::NumberTakenByAnotherIdentifier);
    held.delete(Uuid::from_u128(1));
    assert_eq!(put(&mut held, card(2, "00-D5-07-D0")), ItemOutcome::Created);
}

#[test]
fn a_full_memory_takes_updates_but_no_new_items() {
    let mut held = Identifiers::default();
    for id in 1..=3 {
        put(&mut held, card(id, &id.to_string()));
    }
    assert_eq!(put(&mut held, card(4, "4")), ItemOutcome::NumberOfIdentifiersExceeded);
    assert_eq!(put(&mut held, card(3, "33")), ItemOutcome::Updated);
}

#[test]
fn faces_are_counted_separately_and_must_be_images() {
    let mut held = Identifiers::default();
    let jpeg = [0xff, 0xd8, 0xff, 0xe0];
    assert_eq!(put(&mut held, face(1, b"")), ItemOutcome::BadBase64ImageFile);
    assert_eq!(put(&mut held, face(1, b"text")), ItemOutcome::FaceHasNotRecognized);
    assert_eq!(put(&mut held, face(1, &jpeg)), ItemOutcome::Created);
    assert_eq!(put(&mut held, face(2, &jpeg)), ItemOutcome::NumberOfFaceIdentifiersExceeded);
    held.delete(Uuid::from_u128(1));
    assert_eq!(put(&mut held, face(2, &jpeg)), ItemOutcome::Created);
}

#[test]
fn identifier_types_that_the_model_cannot_read_are_refused() {
    let model = model::find("BA-04BD").unwrap().capability;
    let mut held = Identifiers::default();
    let mut put = |item| held.put(item, &model, ROOM, &Profiles::default());
    assert_eq!(put(face(1, &[0xff, 0xd8, 0xff])), ItemOutcome::FaceIdNotSupported);
    assert_eq!(put(item(2, IdentifierType::InputCode, "1234")), ItemOutcome::WrongRule);
}

#[test]
fn an_identifier_needs_its_profile_first() {
    let model = model::find("AA-12").unwrap().capability;
    let (mut held, mut profiles) = (Identifiers::default(), Profiles::default());
    let bound = IdentifierItem { time_profiles: Some(LinkIds { link_ids: vec![work_week().link_id] }), ..card(1, "1") };
    assert_eq!(held.put(bound.clone(), &model, ROOM, &profiles), ItemOutcome::BoundTimeProfileDoesntExist);
    assert_eq!(profiles.put(work_week(), &TimeZone::UTC), ItemOutcome::Created);
    assert_eq!(held.put(bound, &model, ROOM, &profiles), ItemOutcome::Created);
}

#[test]
fn an_invalid_profile_is_refused() {
    let mut profile = work_week();
    profile.time_options.date_to = profile.time_options.date_from;
    assert_eq!(Profiles::default().put(profile, &TimeZone::UTC), ItemOutcome::InvalidTimeRulesSettings);
}

#[test]
fn memory_survives_a_restart_and_clearing_forgets_it() {
    let scratch = Scratch::default();
    let mut memory = Memory::load(scratch.folder()).unwrap();
    put(&mut memory.identifiers, card(1, "1"));
    memory.identifiers.set_version(7);
    memory.passes.count(Uuid::from_u128(1));
    memory.save_identifiers().unwrap();
    memory.save_passes().unwrap();

    let mut again = Memory::load(scratch.folder()).unwrap();
    assert_eq!((again.identifiers.stored().version, again.identifiers.items()), (7, vec![card(1, "1")]));
    assert_eq!(again.passes.used(Uuid::from_u128(1)), 1);

    again.clear().unwrap();
    let cleared = Memory::load(scratch.folder()).unwrap();
    assert_eq!((cleared.identifiers.stored().version, cleared.identifiers.items()), (0, vec![]));
}
