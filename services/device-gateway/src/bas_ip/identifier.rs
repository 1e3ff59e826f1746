//! An identifier of the desired list, as the device holds it.
use device_protocol::identifier::{IdentifierItem, MAX_NAME, Owner, OwnerType, Valid, ValidPasses, ValidTime, image_digest};
use device_protocol::link::LinkIds;
use device_protocol::{IdentifierType, LockChoice};
use kit::clock;
use proto::vestibule::access::v1::DesiredIdentifier;
use uuid::Uuid;

use crate::domain::model;

/// Why an item cannot be sent to the device; shown as a sync error.
pub type Reason = &'static str;

/// `locks`: how many the model has.
pub fn item(desired: &DesiredIdentifier, locks: u8) -> Result<IdentifierItem, Reason> {
    let kind = model::identifier_type(&desired.r#type).ok_or("unsupported_type")?;
    if kind == IdentifierType::FaceId && desired.face_hash.is_empty() {
        // A face without a photo opens nothing.
        return Err("unsupported_type");
    }
    let link = |text: &String| Uuid::try_parse(text).map_err(|_| "wrong_rule");
    let schedules: Vec<Uuid> = desired.schedule_link_ids.iter().map(link).collect::<Result<_, _>>()?;
    let item = IdentifierItem {
        link_id: link(&desired.link_id)?,
        apartment_link_id: None,
        identifier_owner: Owner {
            name: desired.owner_name.chars().take(MAX_NAME).collect(),
            kind: if desired.is_guest { OwnerType::Guest } else { OwnerType::Owner },
        },
        identifier_type: kind,
        identifier_number: desired.number.clone(),
        lock: lock(&desired.locks, locks).ok_or("locks_not_selectable")?,
        valid: Valid { time: valid_time(desired), passes: valid_passes(desired) },
        // The photo itself is fetched when the item is sent.
        face_image: (!desired.face_hash.is_empty()).then(|| image_digest(&desired.face_hash)),
        time_profiles: (!schedules.is_empty()).then_some(LinkIds { link_ids: schedules }),
    };
    item.check().map_err(|_| "wrong_number_or_period")?;
    Ok(item)
}

/// The device knows "first", "second" and "all": a set that is none of these is refused, never widened.
fn lock(wanted: &[i32], locks: u8) -> Option<LockChoice> {
    let every = !wanted.is_empty() && (1..=i32::from(locks)).all(|number| wanted.contains(&number));
    match wanted {
        _ if wanted.contains(&0) => Some(LockChoice::All),
        [1] => Some(LockChoice::First),
        [2] => Some(LockChoice::Second),
        _ if every => Some(LockChoice::All),
        _ => None,
    }
}

fn valid_time(desired: &DesiredIdentifier) -> ValidTime {
    // The wire has seconds: fractions would make the body differ from the one that the device returns.
    let seconds = |at: &Option<prost_types::Timestamp>| at.as_ref().and_then(clock::from_proto).and_then(|at| at.replace_nanosecond(0).ok());
    let (from, to) = (seconds(&desired.valid_from), seconds(&desired.valid_to));
    ValidTime { is_permanent: from.is_none() && to.is_none(), from, to }
}

fn valid_passes(desired: &DesiredIdentifier) -> ValidPasses {
    match desired.passes {
        None => ValidPasses { is_permanent: true, max_passes: None },
        Some(passes) => ValidPasses { is_permanent: false, max_passes: Some(passes.max(0) as u32) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn card() -> DesiredIdentifier {
        DesiredIdentifier {
            id: 1,
            link_id: "00000000-0000-0000-0000-000000000001".into(),
            r#type: "card".into(),
            number: "0013961168".into(),
            owner_name: "Ann".into(),
            locks: vec![1],
            ..Default::default()
        }
    }

    #[test]
    fn a_card_becomes_an_item_in_the_devices_words() {
        let desired = DesiredIdentifier {
            schedule_link_ids: vec!["00000000-0000-0000-0000-000000000002".into()],
            valid_to: Some(prost_types::Timestamp { seconds: 1_540_905_672, nanos: 5 }),
            passes: Some(3),
            is_guest: true,
            ..card()
        };
        assert_eq!(
            serde_json::to_value(item(&desired, 2).unwrap()).unwrap(),
            json!({
                "link_id": "00000000-0000-0000-0000-000000000001",
                "identifier_owner": {"name": "Ann", "type": "guest"},
                "identifier_type": "card", "identifier_number": "0013961168", "lock": "first",
                "valid": {"time": {"is_permanent": false, "to": 1_540_905_672}, "passes": {"is_permanent": false, "max_passes": 3}},
                "time_profiles": {"link_ids": ["00000000-0000-0000-0000-000000000002"]}
            })
        );
    }

    #[test]
    fn locks_are_never_widened() {
        let lock = |wanted: &[i32], locks| item(&DesiredIdentifier { locks: wanted.to_vec(), ..card() }, locks).map(|item| item.lock);
        assert_eq!(lock(&[2], 2), Ok(LockChoice::Second));
        assert_eq!(lock(&[0], 2), Ok(LockChoice::All));
        assert_eq!(lock(&[1, 2], 2), Ok(LockChoice::All));
        assert_eq!(lock(&[1, 2], 3), Err("locks_not_selectable"));
        assert_eq!(lock(&[3], 8), Err("locks_not_selectable"));
        assert_eq!(lock(&[], 0), Err("locks_not_selectable"));
    }

    #[test]
    fn what_the_device_cannot_read_is_refused_here() {
        assert_eq!(item(&DesiredIdentifier { r#type: "ukey2".into(), ..card() }, 2).unwrap_err(), "unsupported_type");
        assert_eq!(item(&DesiredIdentifier { number: "not a number".into(), ..card() }, 2).unwrap_err(), "wrong_number_or_period");
        assert_eq!(item(&DesiredIdentifier { passes: Some(0), ..card() }, 2).unwrap_err(), "wrong_number_or_period");
    }

    #[test]
    fn a_long_name_is_cut() {
        let long = item(&DesiredIdentifier { owner_name: "ж".repeat(150), ..card() }, 2).unwrap();
        assert_eq!(long.identifier_owner.name.chars().count(), 100);
    }
}
