//! Notifications about alarms of devices. However often a device repeats itself within ten minutes, an alarm is one notification:
//! that it was raised. It and its end go to users who may view the alarms of the device.
use kit::clock::from_proto;
use policy::{Action, Resource};
use proto::vestibule::events::v1::{DeviceAlarmChanged, DeviceAlarmEscalated};
use serde_json::json;
use time::OffsetDateTime;

use super::local_time::LocalTime;
use super::mail::locale::Locale;
use super::mail::macros::Values;
use super::notification_class::NotificationClass;
use super::notification_draft::{NotificationDraft, reference, rfc3339};

/// Id of the type of mails about alarms that nobody has taken.
pub const MAIL_TYPE: &str = "device_alarm";
/// The change of an alarm that a person has ended.
pub const PROCESSED: &str = "processed";
const ALARM_VIEWERS: &[(Resource, Action)] = &[(Resource::DeviceAlarm, Action::View)];

/// None for a change that nobody needs to be notified of: taken, released, escalated, and raised again within minutes.
pub fn draft_from_alarm(alarm: &DeviceAlarmChanged) -> Option<NotificationDraft> {
    let class = match alarm.change.as_str() {
        "enabled" => NotificationClass::DeviceAlarmEnabled,
        "disabled" => NotificationClass::DeviceAlarmDisabled,
        PROCESSED => NotificationClass::DeviceAlarmProcessed,
        _ => return None,
    };
    Some(NotificationDraft {
        project_id: alarm.project_id,
        class,
        event_id: (alarm.event_id != 0).then_some(alarm.event_id),
        data: json!({
            "alarm_id": alarm.alarm_id,
            "event_id": (alarm.event_id != 0).then_some(alarm.event_id),
            "code": alarm.code,
            "severity": alarm.severity,
            "device": reference(alarm.device_id, &alarm.device_name),
            "group": reference(alarm.domain_id, &alarm.domain_name),
            "user": reference(alarm.user_id, &alarm.user_name),
            "lock_number": alarm.lock_number,
            "is_late": alarm.is_late,
            "created_at": alarm.at.as_ref().and_then(from_proto).map(rfc3339),
        }),
        user_id: 0,
        rights: ALARM_VIEWERS,
        group_id: alarm.domain_id,
    })
}

/// For those of the named users who may view the alarm.
pub fn draft_from_escalation(alarm: &DeviceAlarmEscalated) -> NotificationDraft {
    NotificationDraft {
        project_id: alarm.project_id,
        class: NotificationClass::DeviceAlarmEnabled,
        // The same event has notified them before, and each of its notifications is made once.
        event_id: None,
        data: json!({
            "alarm_id": alarm.alarm_id,
            "event_id": (alarm.event_id != 0).then_some(alarm.event_id),
            "code": alarm.code,
            "severity": alarm.severity,
            "device": reference(alarm.device_id, &alarm.device_name),
            "group": reference(alarm.domain_id, &alarm.domain_name),
            "lock_number": alarm.lock_number,
            "escalation_step": alarm.step,
            "created_at": alarm.at.as_ref().and_then(from_proto).map(rfc3339),
        }),
        user_id: 0,
        rights: ALARM_VIEWERS,
        group_id: alarm.domain_id,
    }
}

/// Where the console shows an alarm with its picture, to who signs in and may view it.
pub fn page_of(alarm: &DeviceAlarmEscalated) -> String {
    format!("/devices/alarms/{}/edit", alarm.alarm_id)
}

/// Values of the mail's macros. `local`: how the project writes times; `link`: the alarm's page.
pub fn mail_values(alarm: &DeviceAlarmEscalated, locale: Locale, local: &LocalTime, link: &str) -> Values {
    let at = alarm.first_at.as_ref().and_then(from_proto).map(|at: OffsetDateTime| local.write(at)).unwrap_or_default();
    let values = [
        ("device", alarm.device_name.clone()),
        ("group", alarm.domain_name.clone()),
        ("alarm", alarm_words(&alarm.code, locale)),
        ("at", at),
        ("count", alarm.count.to_string()),
        ("link", link.to_owned()),
    ];
    values.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// The code itself for one of a newer firmware.
fn alarm_words(code: &str, locale: Locale) -> String {
    let words = match (code, locale) {
        ("door_was_not_closed_too_long", Locale::En) => "the door was not closed in time",
        ("door_was_not_closed_too_long", Locale::Ru) => "дверь долго не закрыта",
        ("lock_is_opened_too_long", Locale::En) => "the lock stays open",
        ("lock_is_opened_too_long", Locale::Ru) => "замок долго открыт",
        ("tamper_event", Locale::En) => "somebody tampers with the device",
        ("tamper_event", Locale::Ru) => "устройство вскрывают",
        (other, _) => other,
    };
    words.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(change: &str) -> DeviceAlarmChanged {
        DeviceAlarmChanged { project_id: 1, alarm_id: 7, change: change.into(), code: "tamper_event".into(), event_id: 5, ..Default::default() }
    }

    #[test]
    fn an_alarm_is_a_notification_when_it_is_raised_when_its_cause_ends_and_when_it_is_processed() {
        let class = |change| draft_from_alarm(&changed(change)).map(|draft| draft.class);
        assert_eq!(class("enabled"), Some(NotificationClass::DeviceAlarmEnabled));
        assert_eq!(class("disabled"), Some(NotificationClass::DeviceAlarmDisabled));
        assert_eq!(class("processed"), Some(NotificationClass::DeviceAlarmProcessed));
        for change in ["reopened", "taken", "released", "escalated", "of a newer release"] {
            assert_eq!(class(change), None, "{change}");
        }
    }

    #[test]
    fn an_alarm_leads_to_its_event_and_its_image() {
        let draft = draft_from_alarm(&changed("enabled")).unwrap();
        assert_eq!((draft.event_id, &draft.data["event_id"], &draft.data["alarm_id"]), (Some(5), &json!(5), &json!(7)));
        assert_eq!(draft_from_alarm(&DeviceAlarmChanged { event_id: 0, ..changed("processed") }).unwrap().event_id, None);
    }

    #[test]
    fn an_escalation_leads_to_the_image_of_its_alarm() {
        let escalated = DeviceAlarmEscalated { project_id: 1, alarm_id: 7, event_id: 5, ..Default::default() };
        let draft = draft_from_escalation(&escalated);
        assert_eq!((draft.event_id, &draft.data["event_id"]), (None, &json!(5)), "the event has notified its people before");
        let without = draft_from_escalation(&DeviceAlarmEscalated { event_id: 0, ..escalated });
        assert_eq!(without.data["event_id"], json!(null));
    }
}
