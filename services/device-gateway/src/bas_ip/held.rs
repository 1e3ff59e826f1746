//! What a device holds, in the platform's terms: the way back of [`identifier`](super::identifier) and [`schedule`](super::schedule).
use device_protocol::identifier::{Owner, OwnerType, Valid};
use device_protocol::link::LinkIds;
use device_protocol::{IdentifierType, LockChoice, TimeProfile};
use jiff::tz::TimeZone;
use kit::clock::to_proto;
use proto::vestibule::access::v1::{DesiredIdentifier, DesiredSchedule};
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::schedule::neutral_profile;
use crate::domain::model::identifier_word;

/// An identifier as a device lists it, its photo aside.
#[derive(Clone, Debug, Deserialize)]
pub struct HeldIdentifier {
    /// None for one that was created at the device itself.
    #[serde(default)]
    link_id: Option<Uuid>,
    identifier_owner: Owner,
    identifier_type: IdentifierType,
    identifier_number: String,
    lock: LockChoice,
    valid: Valid,
    #[serde(default)]
    time_profiles: Option<LinkIds>,
}

impl From<HeldIdentifier> for DesiredIdentifier {
    fn from(held: HeldIdentifier) -> DesiredIdentifier {
        let time = held.valid.time;
        // Not for ever, and without a time: such an item must not become one that is good for ever. An empty period is refused.
        let is_senseless = !time.is_permanent && time.from.is_none() && time.to.is_none();
        let limits = |at: Option<time::OffsetDateTime>| match is_senseless {
            true => Some(to_proto(time::OffsetDateTime::UNIX_EPOCH)),
            false => at.filter(|_| !time.is_permanent).map(to_proto),
        };
        DesiredIdentifier {
            link_id: held.link_id.map(|link| link.to_string()).unwrap_or_default(),
            r#type: identifier_word(held.identifier_type).into(),
            number: held.identifier_number,
            owner_name: held.identifier_owner.name,
            is_guest: held.identifier_owner.kind == OwnerType::Guest,
            locks: vec![match held.lock {
                LockChoice::All => 0,
                LockChoice::First => 1,
                LockChoice::Second => 2,
            }],
            valid_from: limits(time.from),
            valid_to: limits(time.to),
            passes: (!held.valid.passes.is_permanent).then(|| held.valid.passes.max_passes.and_then(|max| i32::try_from(max).ok()).unwrap_or(0)),
            schedule_link_ids: held.time_profiles.into_iter().flat_map(|profiles| profiles.link_ids).map(|link| link.to_string()).collect(),
            ..DesiredIdentifier::default()
        }
    }
}

/// An item that makes no sense is shown by what can be read of it: its type says nothing.
pub fn identifier(item: &Value) -> DesiredIdentifier {
    let text = |at: &str| item.pointer(at).and_then(Value::as_str).unwrap_or_default().chars().take(100).collect();
    HeldIdentifier::deserialize(item).map_or_else(
        |_| DesiredIdentifier { link_id: text("/link_id"), owner_name: text("/identifier_owner/name"), ..DesiredIdentifier::default() },
        DesiredIdentifier::from,
    )
}

/// A schedule that cannot be read or expressed has no profile.
pub fn schedule(item: &Value, zone: &TimeZone) -> DesiredSchedule {
    match TimeProfile::deserialize(item) {
        Ok(profile) => time_profile(&profile, zone),
        Err(_) => {
            let text = |at: &str| item.pointer(at).and_then(Value::as_str).unwrap_or_default().chars().take(100).collect();
            DesiredSchedule { link_id: text("/link_id"), name: text("/name"), ..DesiredSchedule::default() }
        }
    }
}

/// By the zone of the device's clock.
pub fn time_profile(profile: &TimeProfile, zone: &TimeZone) -> DesiredSchedule {
    let neutral = neutral_profile(profile, zone).and_then(|neutral| serde_json::to_string(&neutral).ok());
    DesiredSchedule {
        link_id: profile.link_id.to_string(),
        name: profile.name.clone(),
        profile: neutral.unwrap_or_default(),
        ..DesiredSchedule::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn card() -> DesiredIdentifier {
        DesiredIdentifier {
            link_id: Uuid::from_u128(1).to_string(),
            r#type: "card".into(),
            number: "0013961168".into(),
            owner_name: "Ann".into(),
            is_guest: true,
            locks: vec![2],
            valid_to: Some(prost_types::Timestamp { seconds: 1_540_905_672, nanos: 0 }),
            passes: Some(3),
            schedule_link_ids: vec![Uuid::from_u128(2).to_string()],
            ..DesiredIdentifier::default()
        }
    }

    #[test]
    fn what_was_sent_reads_back() {
        let sent = serde_json::to_value(super::super::identifier::item(&card(), 2).unwrap()).unwrap();
        assert_eq!(identifier(&sent), card());
    }

    #[test]
    fn an_item_that_ends_at_no_time_is_not_good_for_ever() {
        let mut sent = serde_json::to_value(super::super::identifier::item(&card(), 2).unwrap()).unwrap();
        sent["valid"]["time"] = json!({"is_permanent": false});
        let held = identifier(&sent);
        assert!(held.valid_from.is_some() && held.valid_from == held.valid_to);
    }

    #[test]
    fn what_was_created_at_the_device_has_no_link_id() {
        let mut sent = serde_json::to_value(super::super::identifier::item(&card(), 2).unwrap()).unwrap();
        sent.as_object_mut().unwrap().remove("link_id");
        assert_eq!(identifier(&sent), DesiredIdentifier { link_id: String::new(), ..card() });
    }

    #[test]
    fn an_item_that_makes_no_sense_is_shown_by_its_name() {
        let held = identifier(&json!({"link_id": "x", "identifier_owner": {"name": "Ann"}, "identifier_type": "retina"}));
        assert_eq!((held.owner_name.as_str(), held.link_id.as_str(), held.r#type.as_str()), ("Ann", "x", ""));
        assert_eq!(schedule(&json!([]), &TimeZone::UTC), DesiredSchedule::default());
    }
}
