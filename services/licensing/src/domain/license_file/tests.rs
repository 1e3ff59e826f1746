use proptest::prelude::*;
use ring::signature::{Ed25519KeyPair, KeyPair};
use time::macros::datetime;

use super::*;

const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);
const PROJECT: Uuid = Uuid::from_u128(7);
const INSTANCE: Uuid = Uuid::from_u128(9);

fn key(seed: u8) -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).unwrap()
}

fn trusted(keys: &[&Ed25519KeyPair]) -> TrustedKeys {
    let encoded: Vec<String> = keys.iter().map(|key| URL_SAFE_NO_PAD.encode(key.public_key())).collect();
    TrustedKeys::parse(encoded.iter().map(String::as_str)).unwrap()
}

fn payload() -> Payload {
    Payload {
        v: 1,
        id: Uuid::from_u128(1),
        plan: Plan::Plus,
        issued_at: NOW,
        customer: "Riverside".into(),
        way: Way::Offline,
        project_uid: Some(PROJECT),
        instance_id: None,
        valid_from: NOW,
        valid_to: Some(NOW + time::Duration::days(365)),
        features: vec!["elevator".into(), "sip".into()],
        counts: Counts { sip: Some(100), mobile_app: Some(50), ukey2: None },
        per_user: Counts { sip: Some(2), mobile_app: Some(2), ukey2: Some(2) },
        supersedes: vec![Uuid::from_u128(3)],
    }
}

fn file_of(payload: &[u8], keys: &[&Ed25519KeyPair]) -> Vec<u8> {
    let signed = [PREFIX, payload].concat();
    let sign = |key: &&Ed25519KeyPair| Signature { key_id: key_id(key.public_key().as_ref()), signature: URL_SAFE_NO_PAD.encode(key.sign(&signed)) };
    serde_json::to_vec(&Envelope { payload: URL_SAFE_NO_PAD.encode(payload), signatures: keys.iter().map(sign).collect() }).unwrap()
}

fn file(payload: &Payload, keys: &[&Ed25519KeyPair]) -> Vec<u8> {
    file_of(&serde_json::to_vec(payload).unwrap(), keys)
}

fn checked(change: impl FnOnce(&mut Payload)) -> Result<(), Refusal> {
    let mut payload = payload();
    change(&mut payload);
    payload.check(&Holder { project_uid: Some(PROJECT), instance_id: INSTANCE, way: Way::Offline }, NOW)
}

#[test]
fn a_signed_file_says_what_was_signed() {
    let key = key(1);
    assert_eq!(trusted(&[&key]).open(&file(&payload(), &[&key])), Ok(payload()));
}

#[test]
fn every_change_of_one_bit_is_refused() {
    let key = key(1);
    let (trusted, file) = (trusted(&[&key]), file(&payload(), &[&key]));
    let mut refused = 0;
    for bit in 0..file.len() * 8 {
        let mut changed = file.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        assert!(trusted.open(&changed).is_err(), "bit {bit}");
        refused += 1;
    }
    assert_eq!(refused, file.len() * 8);
    println!("{refused} of {} bits changed one by one: refused", file.len() * 8);
}

#[test]
fn a_file_is_taken_by_whoever_trusts_one_of_its_keys() {
    let (old, new, stranger) = (key(1), key(2), key(3));
    let both = file(&payload(), &[&old, &new]);
    assert!(trusted(&[&old]).open(&both).is_ok());
    assert!(trusted(&[&new]).open(&both).is_ok());
    assert!(trusted(&[&old, &new]).open(&file(&payload(), &[&new])).is_ok());
    assert_eq!(trusted(&[&stranger]).open(&both), Err(Refusal::BadSignature));
    assert_eq!(TrustedKeys::default().open(&both), Err(Refusal::BadSignature));
    assert_eq!(trusted(&[&old]).open(&file(&payload(), &[])), Err(Refusal::BadSignature));
}

#[test]
fn a_signature_of_something_else_is_none_of_a_licence() {
    let key = key(1);
    let bytes = serde_json::to_vec(&payload()).unwrap();
    let signature = URL_SAFE_NO_PAD.encode(key.sign(&bytes));
    let envelope =
        Envelope { payload: URL_SAFE_NO_PAD.encode(&bytes), signatures: vec![Signature { key_id: key_id(key.public_key().as_ref()), signature }] };
    assert_eq!(trusted(&[&key]).open(&serde_json::to_vec(&envelope).unwrap()), Err(Refusal::BadSignature));
}

#[test]
fn unknown_fields_cannot_be_applied() {
    let key = key(1);
    let mut value = serde_json::to_value(payload()).unwrap();
    value["discount"] = 5.into();
    let opened = trusted(&[&key]).open(&file_of(&serde_json::to_vec(&value).unwrap(), &[&key]));
    assert_eq!(opened, Err(Refusal::NotApplicable));
    assert_eq!(trusted(&[&key]).open(b"PNG"), Err(Refusal::NoLicense));
}

#[test]
fn a_file_of_another_project_or_version_cannot_be_applied() {
    assert_eq!(checked(|_| ()), Ok(()));
    assert_eq!(checked(|p| p.project_uid = Some(INSTANCE)), Err(Refusal::NotApplicable));
    assert_eq!(checked(|p| p.project_uid = None), Err(Refusal::NotApplicable));
    assert_eq!(checked(|p| p.instance_id = Some(INSTANCE)), Ok(()));
    assert_eq!(checked(|p| p.instance_id = Some(PROJECT)), Err(Refusal::NotApplicable));
    assert_eq!(checked(|p| (p.project_uid, p.instance_id) = (None, Some(INSTANCE))), Ok(()));
    assert_eq!(checked(|p| (p.project_uid, p.instance_id) = (None, Some(PROJECT))), Err(Refusal::NotApplicable));
    assert_eq!(checked(|p| p.v = 2), Err(Refusal::NotApplicable));
}

#[test]
fn what_the_licence_server_gives_is_for_one_project_of_one_installation_and_is_no_offline_file() {
    let cloud = Payload { way: Way::Cloud, instance_id: Some(INSTANCE), ..payload() };
    let holder = Holder { project_uid: Some(PROJECT), instance_id: INSTANCE, way: Way::Cloud };
    assert_eq!(cloud.check(&holder, NOW), Ok(()));
    assert_eq!(cloud.check(&Holder { way: Way::Offline, ..holder }, NOW), Err(Refusal::NotApplicable));
    assert_eq!(cloud.check(&Holder { instance_id: PROJECT, ..holder }, NOW), Err(Refusal::NotApplicable));
    assert_eq!(cloud.check(&Holder { project_uid: Some(INSTANCE), ..holder }, NOW), Err(Refusal::NotApplicable));
    assert_eq!(Payload { instance_id: None, ..cloud.clone() }.check(&holder, NOW), Err(Refusal::NotApplicable));
    assert_eq!(payload().check(&holder, NOW), Err(Refusal::NotApplicable));
    let (key, mut value) = (key(1), serde_json::to_value(payload()).unwrap());
    value.as_object_mut().unwrap().remove("way");
    let opened = trusted(&[&key]).open(&file_of(&serde_json::to_vec(&value).unwrap(), &[&key]));
    assert_eq!(opened, Err(Refusal::NotApplicable), "without its way");
}

#[test]
fn numbers_that_make_no_sense_cannot_be_applied() {
    assert_eq!(checked(|p| p.counts.mobile_app = Some(101)), Err(Refusal::NotApplicable));
    assert_eq!(checked(|p| p.counts.ukey2 = Some(-1)), Err(Refusal::NotApplicable));
    assert_eq!(checked(|p| p.valid_to = Some(p.valid_from)), Err(Refusal::NotApplicable));
}

#[test]
fn a_file_that_has_ended_is_expired() {
    assert_eq!(checked(|p| (p.valid_from, p.valid_to) = (NOW - time::Duration::DAY, Some(NOW))), Err(Refusal::Expired));
}

#[test]
fn a_file_that_is_issued_later_than_tomorrow_cannot_be_applied() {
    assert_eq!(checked(|p| p.issued_at = NOW + time::Duration::DAY), Ok(()));
    assert_eq!(checked(|p| p.issued_at = NOW + time::Duration::DAY + time::Duration::SECOND), Err(Refusal::NotApplicable));
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_fail_otherwise_than_by_refusing(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(trusted(&[&key(1)]).open(&bytes).is_err());
    }
}
