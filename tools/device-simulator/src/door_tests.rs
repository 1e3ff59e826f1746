use device_protocol::identifier::{Owner, OwnerType, ValidPasses, ValidTime};
use device_protocol::link::LinkIds;
use device_protocol::{LockChoice, model};
use uuid::Uuid;

use super::*;
use crate::clock::to_protocol;
use crate::profile::tests::work_week;
use crate::state::identifiers::Room;

/// A device that holds one identifier and the working week of `profile_tests` (Berlin time).
struct Door {
    identifiers: Identifiers,
    profiles: Profiles,
    passes: Passes,
    zone: TimeZone,
}

const ID: Uuid = Uuid::from_u128(1);

fn card() -> IdentifierItem {
    IdentifierItem {
        link_id: ID,
        apartment_link_id: None,
        identifier_owner: Owner { name: "Ann".into(), kind: OwnerType::Owner },
        identifier_type: IdentifierType::Card,
        identifier_number: "0013961168".into(),
        lock: LockChoice::First,
        valid: Valid::ALWAYS,
        face_image: None,
        time_profiles: None,
    }
}

fn scheduled() -> IdentifierItem {
    IdentifierItem { time_profiles: Some(LinkIds { link_ids: vec![work_week().link_id] }), ..card() }
}

impl Door {
    fn holding(item: IdentifierItem) -> Self {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let (mut identifiers, mut profiles) = (Identifiers::default(), Profiles::default());
        profiles.put(work_week(), &zone);
        let model = model::find("AA-12").unwrap().capability;
        let outcome = identifiers.put(item, &model, Room { identifiers: 10, faces: 0 }, &profiles);
        assert!(outcome.is_success(), "{outcome}");
        Self { identifiers, profiles, passes: Passes::default(), zone }
    }

    fn decide(&self, kind: IdentifierType, number: &str, lock: u8, at: &str) -> (Option<Denial>, EventCode) {
        let known = Knowledge { identifiers: &self.identifiers, profiles: &self.profiles, passes: &self.passes, zone: &self.zone };
        let presented = Presented { kind, number: number.into(), lock };
        let decision = decide(&known, &presented, at.parse().unwrap());
        (decision.denial, decision.code)
    }

    /// The card at lock 1.
    fn card_at(&self, at: &str) -> Option<Denial> {
        self.decide(IdentifierType::Card, "0013961168", 1, at).0
    }
}

const WEDNESDAY_NOON: &str = "2026-03-04T12:00:00+01:00";
const SATURDAY_NOON: &str = "2026-03-07T12:00:00+01:00";

#[test]
fn a_valid_card_is_granted_however_it_is_written() {
    let door = Door::holding(card());
    for number in ["0013961168", "13961168", "00-D5-07-D0", "00:d5:07:d0"] {
        let (denial, code) = door.decide(IdentifierType::Card, number, 1, WEDNESDAY_NOON);
        assert_eq!((denial, code), (None, EventCode::AccessGrantedByValidIdentifier), "{number}");
    }
}

#[test]
fn unknown_identifiers_are_denied_with_the_code_of_their_type() {
    let door = Door::holding(card());
    let code = |kind, number| door.decide(kind, number, 1, WEDNESDAY_NOON).1;
    assert_eq!(code(IdentifierType::Card, "1"), EventCode::AccessDeniedByUnknownCard);
    assert_eq!(code(IdentifierType::Card, "garbage"), EventCode::AccessDeniedByUnknownCard);
    assert_eq!(code(IdentifierType::Qr, "00000000-0000-0000-0000-000000000001"), EventCode::AccessDeniedByUnknownQrCode);
    assert_eq!(code(IdentifierType::InputCode, "1234"), EventCode::AccessDeniedByNotValidInputCode);
    assert_eq!(code(IdentifierType::FaceId, "x"), EventCode::AccessDeniedByNotValidFaceIdentifier);
    assert_eq!(code(IdentifierType::LicensePlate, "AB123"), EventCode::AccessDeniedByNotValidIdentifier);
}

#[test]
fn the_number_of_a_card_is_no_code() {
    let door = Door::holding(card());
    let (denial, _) = door.decide(IdentifierType::InputCode, "13961168", 1, WEDNESDAY_NOON);
    assert_eq!(denial, Some(Denial::Unknown));
}

#[test]
fn a_card_inside_its_schedule_is_granted_and_outside_denied() {
    let door = Door::holding(scheduled());
    assert_eq!(door.card_at(WEDNESDAY_NOON), None);
    assert_eq!(door.card_at(SATURDAY_NOON), Some(Denial::OutsideSchedule));
    assert_eq!(door.card_at("2026-03-04T07:59:59+01:00"), Some(Denial::OutsideSchedule));
    assert_eq!(door.card_at("2026-03-04T18:00:00+01:00"), Some(Denial::OutsideSchedule));
    let (_, code) = door.decide(IdentifierType::Card, "13961168", 1, SATURDAY_NOON);
    assert_eq!(code, EventCode::AccessDeniedByNotValidIdentifier);
}

#[test]
fn one_of_several_schedules_is_enough() {
    let mut door = Door::holding(scheduled());
    let weekend = device_protocol::TimeProfile { link_id: Uuid::from_u128(3), ..saturdays() };
    door.profiles.put(weekend, &door.zone);
    let mut item = scheduled();
    item.time_profiles.as_mut().unwrap().link_ids.push(Uuid::from_u128(3));
    let model = model::find("AA-12").unwrap().capability;
    door.identifiers.put(item, &model, Room { identifiers: 10, faces: 0 }, &door.profiles);
    assert_eq!(door.card_at(SATURDAY_NOON), None);
    assert_eq!(door.card_at(WEDNESDAY_NOON), None);
    assert_eq!(door.card_at("2026-03-08T12:00:00+01:00"), Some(Denial::OutsideSchedule), "a Sunday");
}

fn saturdays() -> device_protocol::TimeProfile {
    use device_protocol::time_profile::{RepeatDays, WeekDay};
    let mut profile = work_week();
    let format = profile.repeat_options.repeat_format.as_mut().unwrap();
    format.repeat_custom.as_mut().unwrap().repeat_options = Some(RepeatDays::Week(vec![WeekDay::Sat]));
    profile
}

#[test]
fn a_deleted_schedule_keeps_the_door_shut() {
    let mut door = Door::holding(scheduled());
    door.profiles.delete(work_week().link_id);
    assert_eq!(door.card_at(WEDNESDAY_NOON), Some(Denial::ScheduleMissing));
}

#[test]
fn a_card_opens_its_own_lock_only() {
    let door = Door::holding(card());
    let (denial, code) = door.decide(IdentifierType::Card, "13961168", 2, WEDNESDAY_NOON);
    assert_eq!((denial, code), (Some(Denial::OtherLock), EventCode::AccessDeniedByNotValidIdentifier));
}

#[test]
fn validity_begins_at_its_first_second_and_ends_before_its_last() {
    let bound = |text: &str| Some(to_protocol(text.parse().unwrap()));
    let mut item = card();
    item.valid.time = ValidTime { is_permanent: false, from: bound("2026-03-01T00:00:00Z"), to: bound("2026-03-05T00:00:00Z") };
    let door = Door::holding(item);
    assert_eq!(door.card_at("2026-02-28T23:59:59Z"), Some(Denial::NotYetValid));
    assert_eq!(door.card_at("2026-03-01T00:00:00Z"), None);
    assert_eq!(door.card_at("2026-03-04T23:59:59Z"), None);
    assert_eq!(door.card_at("2026-03-05T00:00:00Z"), Some(Denial::Expired));
}

#[test]
fn used_up_passes_shut_the_door() {
    let mut item = card();
    item.valid.passes = ValidPasses { is_permanent: false, max_passes: Some(2) };
    let mut door = Door::holding(item);
    door.passes.count(ID);
    assert_eq!(door.card_at(WEDNESDAY_NOON), None);
    door.passes.count(ID);
    assert_eq!(door.card_at(WEDNESDAY_NOON), Some(Denial::NoPassesLeft));
}

#[test]
fn a_deleted_card_is_unknown() {
    let mut door = Door::holding(card());
    door.identifiers.delete(ID);
    let (denial, code) = door.decide(IdentifierType::Card, "13961168", 1, WEDNESDAY_NOON);
    assert_eq!((denial, code), (Some(Denial::Unknown), EventCode::AccessDeniedByUnknownCard));
}
