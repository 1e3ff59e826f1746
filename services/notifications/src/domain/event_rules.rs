//! Which device events cause a notification, and what it contains.
use device_protocol::EventCode;
use kit::clock::from_proto;
use policy::{Action, Resource};
use proto::vestibule::events::v1::EventArrived;
use serde_json::{Value, json};

use super::notification_class::NotificationClass;
use super::notification_draft::{NotificationDraft, reference, rfc3339};

/// Of these one must have one at least to be told what others do at a door.
pub const WATCHERS: &[(Resource, Action)] = &[(Resource::AccessEvent, Action::View)];

/// None for an event without a notification. The user of the identifier is notified of its use, but not of the use of a
/// revoked one: that goes only to users who may view the event.
pub fn draft_from_event(event: &EventArrived) -> Option<NotificationDraft> {
    let class = class_of(event)?;
    Some(NotificationDraft {
        project_id: event.project_id,
        class,
        event_id: Some(event.event_id),
        data: data_of(event),
        user_id: if class == NotificationClass::IdentifierUsed { event.user_id } else { 0 },
        rights: WATCHERS,
        group_id: event.domain_id,
    })
}

fn class_of(event: &EventArrived) -> Option<NotificationClass> {
    if event.category != "access" {
        return None;
    }
    let code = EventCode::from(event.code.clone());
    let (granted, denied) = (code.is_granted(), code.is_denied());
    match () {
        // Granted or denied: a device that was offline when the identifier was revoked still grants access, which is worse.
        _ if (granted || denied) && event.is_revoked => Some(NotificationClass::RevokedIdentifierUsed),
        // A button or a call opens a door too, but without an identifier.
        _ if granted && event.identifier_id != 0 => Some(NotificationClass::IdentifierUsed),
        _ => None,
    }
}

fn data_of(event: &EventArrived) -> Value {
    json!({
        "user": reference(event.user_id, &event.user_name),
        "device": reference(event.device_id, &event.device_name),
        "group": reference(event.domain_id, &event.domain_name),
        "identifier_type": event.identifier_type,
        "identifier_number": event.identifier_number,
        "code": event.code,
        "event_id": event.event_id,
        "lock_number": event.lock_number,
        "created_at": event.created_at.as_ref().and_then(from_proto).map(rfc3339),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(category: &str, code: &str, identifier_id: i64, is_revoked: bool) -> EventArrived {
        EventArrived { category: category.into(), code: code.into(), identifier_id, is_revoked, ..EventArrived::default() }
    }

    #[test]
    fn a_used_identifier_causes_a_notification_and_a_button_does_not() {
        let used = Some(NotificationClass::IdentifierUsed);
        assert_eq!(class_of(&event("access", "access_granted_by_valid_identifier", 3, false)), used);
        assert_eq!(class_of(&event("access", "access_granted_by_remote_server_api_call", 3, false)), used);
        assert_eq!(class_of(&event("access", "access_granted_by_api_call", 0, false)), None);
        assert_eq!(class_of(&event("access", "lock_was_opened_by_exit_btn", 0, false)), None);
        assert_eq!(class_of(&event("info", "access_granted_by_valid_identifier", 3, false)), None);
    }

    #[test]
    fn an_alarm_causes_a_notification_by_its_own_event_and_not_by_each_event_of_the_device() {
        for code in ["tamper_event", "door_was_not_closed_too_long", "lock_is_opened_too_long"] {
            assert_eq!(class_of(&event("emergency", code, 0, false)), None);
        }
    }

    #[test]
    fn a_denied_identifier_causes_a_notification_when_it_is_revoked() {
        assert_eq!(class_of(&event("access", "access_denied_by_unknown_card", 3, true)), Some(NotificationClass::RevokedIdentifierUsed));
        assert_eq!(class_of(&event("access", "access_denied_by_unknown_card", 0, false)), None);
        assert_eq!(class_of(&event("access", "access_denied_by_not_valid_identifier", 3, false)), None);
    }

    #[test]
    fn a_revoked_identifier_that_was_granted_access_is_reported_as_revoked() {
        let draft = draft_from_event(&EventArrived { user_id: 5, ..event("access", "access_granted_by_valid_identifier", 3, true) }).unwrap();
        assert_eq!((draft.class, draft.user_id), (NotificationClass::RevokedIdentifierUsed, 0));
    }

    #[test]
    fn the_user_of_an_identifier_is_notified_of_its_use_only() {
        let user_id = |code, is_revoked| draft_from_event(&EventArrived { user_id: 5, ..event("access", code, 3, is_revoked) }).unwrap().user_id;
        assert_eq!(user_id("access_granted_by_valid_identifier", false), 5);
        assert_eq!(user_id("access_denied_by_unknown_card", true), 0);
    }

    #[test]
    fn an_unknown_user_is_null() {
        let data = data_of(&EventArrived { device_id: 4, device_name: "Gate".into(), event_id: 17, ..EventArrived::default() });
        assert_eq!((&data["user"], &data["device"], &data["event_id"]), (&Value::Null, &json!({ "id": 4, "name": "Gate" }), &json!(17)));
    }

    #[test]
    fn a_revoked_card_in_a_two_card_passage_causes_a_notification() {
        let revoked = Some(NotificationClass::RevokedIdentifierUsed);
        assert_eq!(class_of(&event("access", "multi_access_granted", 3, true)), revoked);
        assert_eq!(class_of(&event("access", "multi_access_denied", 3, true)), revoked);
        assert_eq!(class_of(&event("access", "multi_access_granted", 3, false)), Some(NotificationClass::IdentifierUsed));
        assert_eq!(class_of(&event("access", "multi_access_denied", 3, false)), None);
    }
}
