//! Which device events are worth telling, and what is told of one.
use kit::clock::from_proto;
use policy::{Action, Resource};
use proto::vestibule::events::v1::EventArrived;
use proto::vestibule::notifications::v1::NotificationClass;
use serde_json::{Value, json};

use super::news::{News, named};
use super::notification::rfc3339;

/// None for an event that nobody is told of. The user in it is told that their identifier was used; that a revoked one
/// was, only those who watch.
pub fn news_of(event: &EventArrived) -> Option<News> {
    let class = class_of(event)?;
    Some(News {
        project_id: event.project_id,
        class,
        event_id: Some(event.event_id),
        data: data_of(event),
        user_id: if class == NotificationClass::IdentifierUsed { event.user_id } else { 0 },
        watched: &[(Resource::AccessEvent, Action::View)],
        domain_id: event.domain_id,
    })
}

fn class_of(event: &EventArrived) -> Option<NotificationClass> {
    if event.category != "access" {
        return None;
    }
    let (granted, denied) = (event.code.starts_with("access_granted_by_"), event.code.starts_with("access_denied_by_"));
    match () {
        // Whether it opened or not: a panel that was away when the card was revoked still lets it in, and that is the worse.
        _ if (granted || denied) && event.is_revoked => Some(NotificationClass::RevokedIdentifierUsed),
        // A button or a call opens as well, without an identifier that anybody used.
        _ if granted && event.identifier_id != 0 => Some(NotificationClass::IdentifierUsed),
        _ => None,
    }
}

fn data_of(event: &EventArrived) -> Value {
    json!({
        "user": named(event.user_id, &event.user_name),
        "device": named(event.device_id, &event.device_name),
        "group": named(event.domain_id, &event.domain_name),
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
    fn a_used_identifier_is_told_and_a_button_is_not() {
        let used = Some(NotificationClass::IdentifierUsed);
        assert_eq!(class_of(&event("access", "access_granted_by_valid_identifier", 3, false)), used);
        assert_eq!(class_of(&event("access", "access_granted_by_remote_server_api_call", 3, false)), used);
        assert_eq!(class_of(&event("access", "access_granted_by_api_call", 0, false)), None);
        assert_eq!(class_of(&event("access", "lock_was_opened_by_exit_btn", 0, false)), None);
        assert_eq!(class_of(&event("info", "access_granted_by_valid_identifier", 3, false)), None);
    }

    #[test]
    fn a_denied_identifier_is_told_when_it_is_a_revoked_one() {
        assert_eq!(class_of(&event("access", "access_denied_by_unknown_card", 3, true)), Some(NotificationClass::RevokedIdentifierUsed));
        assert_eq!(class_of(&event("access", "access_denied_by_unknown_card", 0, false)), None);
        assert_eq!(class_of(&event("access", "access_denied_by_not_valid_identifier", 3, false)), None);
    }

    #[test]
    fn a_revoked_identifier_that_still_opened_is_told_as_a_revoked_one() {
        let news = news_of(&EventArrived { user_id: 5, ..event("access", "access_granted_by_valid_identifier", 3, true) }).unwrap();
        assert_eq!((news.class, news.user_id), (NotificationClass::RevokedIdentifierUsed, 0));
    }

    #[test]
    fn only_a_used_identifier_is_told_to_its_user() {
        let news = |code, is_revoked| news_of(&EventArrived { user_id: 5, ..event("access", code, 3, is_revoked) }).unwrap();
        assert_eq!(news("access_granted_by_valid_identifier", false).user_id, 5);
        assert_eq!(news("access_denied_by_unknown_card", true).user_id, 0);
    }

    #[test]
    fn who_and_where_is_null_when_it_is_not_known() {
        let data = data_of(&EventArrived { device_id: 4, device_name: "Gate".into(), event_id: 17, ..EventArrived::default() });
        assert_eq!((&data["user"], &data["device"], &data["event_id"]), (&Value::Null, &json!({ "id": 4, "name": "Gate" }), &json!(17)));
    }
}
