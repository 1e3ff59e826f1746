//! The classes of notifications, and how the console shows each.
use serde_json::Value;

pub use proto::vestibule::notifications::v1::{NotificationClass, Significance};

/// The `code` of a restart after which the SIP service does not answer.
pub const SIP_START_FAILED: &str = "error_starting_sip_service";

/// Every class of the contract, in its order.
pub fn all() -> impl Iterator<Item = NotificationClass> {
    (1..).map_while(|number| NotificationClass::try_from(number).ok())
}

/// `Unspecified` for a number that this build does not know.
pub fn from_number(number: i16) -> NotificationClass {
    NotificationClass::try_from(i32::from(number)).unwrap_or_default()
}

/// As the API names it: `identifier_used`.
pub fn word(class: NotificationClass) -> String {
    class.as_str_name().trim_start_matches("NOTIFICATION_CLASS_").to_lowercase()
}

/// What a user has chosen of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassSetting {
    pub class: NotificationClass,
    /// Whether the user receives it.
    pub acs: bool,
    /// Whether it goes to the user's browsers while the console is closed. None leaves what was chosen before.
    pub push: Option<bool>,
}

/// Whether users receive a class that they have neither switched on nor off. `is_watcher`: whether their role lets them view
/// access events of others. Every opening of the doors they watch would hide whatever else they are told.
pub fn is_on_by_default(class: NotificationClass, is_watcher: bool) -> bool {
    !(class == NotificationClass::IdentifierUsed && is_watcher)
}

/// Whether a class is pushed to browsers of users who have not chosen: what somebody has to act on, or waits for.
pub fn is_pushed_by_default(class: NotificationClass) -> bool {
    use NotificationClass::*;
    !matches!(
        class,
        Unspecified
            | IdentifierUsed
            | DeviceAlarmDisabled
            | DeviceAlarmProcessed
            | SipRebootStarted
            | SipRebootCompleted
            | DeviceBrokerSettingsSent
            | AnnounceStatusChanged
            | WebhookProblem
            | ImportFinished
    )
}

/// How the console shows a notification.
pub struct Appearance {
    pub significance: Significance,
    pub icon: &'static str,
    pub color: &'static str,
    /// Path of the page that a click opens.
    pub page: Option<&'static str>,
    /// File of the sound that is played once on arrival.
    pub sound: Option<&'static str>,
}

/// By class and data: an SOS call is an alarm with its own sound and page, and a restart that failed is important.
pub fn appearance(class: NotificationClass, data: &Value) -> Appearance {
    use NotificationClass::*;
    let plain = |icon, page| Appearance { significance: Significance::Normal, icon, color: "info", page, sound: None };
    match class {
        Unspecified => plain("bell", None),
        AnnounceReceived => Appearance { sound: Some("message.mp3"), ..plain("notification", Some("/announces")) },
        AnnounceStatusChanged if data["has_error"] == true => Appearance { color: "error", ..plain("notification", Some("/announces")) },
        AnnounceStatusChanged => plain("notification", Some("/announces")),
        ConversationReceived | ConversationMessageReceived => Appearance { sound: Some("message.mp3"), ..plain("message", Some("/conversations")) },
        SipRebootCompleted if data["code"] == SIP_START_FAILED => {
            Appearance { significance: Significance::Important, icon: "phone", color: "error", page: None, sound: Some("alert.mp3") }
        }
        SipRebootStarted | SipRebootCompleted => plain("phone", None),
        DeviceBrokerSettingsSent => plain("setting", Some("/devices")),
        IdentifierUsed => plain("key", Some("/access-control/events")),
        RevokedIdentifierUsed => Appearance {
            significance: Significance::Important,
            icon: "stop",
            color: "error",
            page: Some("/access-control/events"),
            sound: Some("alert.mp3"),
        },
        DeviceAlarmEnabled if data["is_sos"] == true => Appearance {
            significance: Significance::Important,
            icon: "alert",
            color: "error",
            page: Some("/devices/alarms-calls"),
            sound: Some("sos.mp3"),
        },
        DeviceAlarmEnabled => Appearance {
            significance: Significance::Important,
            icon: "alert",
            color: "error",
            page: Some("/devices/alarms"),
            // What happened long ago wakes nobody.
            sound: (data["is_late"] != true).then_some("alarm.mp3"),
        },
        DeviceAlarmDisabled | DeviceAlarmProcessed => plain("alert", Some("/devices/alarms")),
        LicenseReminder => Appearance { color: "warning", ..plain("setting", Some("/licenses")) },
        WalletCertificateReminder => Appearance { color: "warning", ..plain("setting", Some("/general-settings?tab=wallet")) },
        ImportFinished => plain("key", Some("/identifiers")),
        ReservationReminder => plain("bell", Some("/amenities/reservations")),
        GuestKeyUsedFirst if data["is_refused"] == true => Appearance { color: "warning", ..plain("key", Some("/guest-access")) },
        GuestKeyUsedFirst => plain("key", Some("/guest-access")),
        WebhookProblem => Appearance { color: "error", ..plain("setting", Some("/webhooks")) },
        // An alert that does less than it was made for is not to be found out in the emergency.
        EmergencyAlertProblem => {
            Appearance { significance: Significance::Important, icon: "alert", color: "error", page: Some("/emergency-alerts"), sound: None }
        }
        EmergencyAlertStarted => Appearance {
            significance: Significance::Important,
            icon: "alert",
            color: "error",
            page: Some("/emergency-alerts"),
            // What is over by now wakes nobody.
            sound: (data["is_late"] != true).then_some("alarm.mp3"),
        },
        EmergencyAlertEnded => plain("alert", Some("/emergency-alerts")),
    }
}

/// The page that a click opens: of an announce and of a conversation their own.
pub fn page_of(appearance: &Appearance, class: NotificationClass, data: &Value) -> Option<String> {
    use NotificationClass::{
        AnnounceReceived, AnnounceStatusChanged, ConversationMessageReceived, ConversationReceived, EmergencyAlertEnded, EmergencyAlertProblem,
        EmergencyAlertStarted, GuestKeyUsedFirst, ReservationReminder, WebhookProblem,
    };
    let id = |key: &str| data[key].as_i64();
    let own = match class {
        AnnounceReceived => data["token"].as_str().map(|token| format!("/announce/{token}")),
        AnnounceStatusChanged => data["announce"]["id"].as_i64().map(|id| format!("/announces/{id}/edit")),
        GuestKeyUsedFirst => data["guest_key"]["id"].as_i64().map(|id| format!("/guest-access/{id}/edit")),
        ReservationReminder => data["reservation"]["id"].as_i64().map(|id| format!("/amenities/reservations/{id}/edit")),
        EmergencyAlertProblem => data["emergency_alert"]["id"].as_i64().map(|id| format!("/emergency-alerts/{id}/edit")),
        EmergencyAlertStarted | EmergencyAlertEnded => {
            let board = |alert, run| format!("/emergency-alerts/board?alert={alert}&run={run}");
            data["emergency_alert"]["id"].as_i64().zip(id("run_id")).map(|(alert, run)| board(alert, run))
        }
        WebhookProblem => data["webhook"]["id"].as_i64().map(|id| format!("/webhooks/{id}/edit")),
        ConversationReceived | ConversationMessageReceived => id("conversation_id").map(|id| format!("/conversation/{id}")),
        _ => None,
    };
    own.or_else(|| appearance.page.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn there_are_the_twelve_classes_of_the_specification_and_those_of_licences_reservations_guest_keys_webhooks_and_alerts() {
        assert_eq!(all().count(), 21);
        assert_eq!(word(NotificationClass::RevokedIdentifierUsed), "revoked_identifier_used");
        assert!(all().all(|class| from_number(class as i16) == class));
    }

    #[test]
    fn who_watches_doors_is_not_told_of_every_opening_until_they_ask_for_it() {
        let off = |is_watcher| all().filter(|class| !is_on_by_default(*class, is_watcher)).collect::<Vec<_>>();
        assert_eq!((off(true), off(false)), (vec![NotificationClass::IdentifierUsed], vec![]));
    }

    #[test]
    fn a_revoked_identifier_is_important_with_a_sound_and_a_page() {
        let appearance = appearance(NotificationClass::RevokedIdentifierUsed, &Value::Null);
        assert_eq!(appearance.significance, Significance::Important);
        assert!(appearance.sound.is_some() && appearance.page.is_some());
    }

    #[test]
    fn a_notification_of_an_announce_or_a_conversation_leads_to_it_with_a_sound() {
        let page = |class, data: Value| page_of(&appearance(class, &data), class, &data);
        assert_eq!(page(NotificationClass::AnnounceReceived, json!({ "token": "abc" })).as_deref(), Some("/announce/abc"));
        assert_eq!(page(NotificationClass::AnnounceStatusChanged, json!({ "announce": { "id": 7 } })).as_deref(), Some("/announces/7/edit"));
        assert_eq!(page(NotificationClass::ConversationMessageReceived, json!({ "conversation_id": 5 })).as_deref(), Some("/conversation/5"));
        assert_eq!(page(NotificationClass::ConversationReceived, Value::Null).as_deref(), Some("/conversations"));
        assert!(appearance(NotificationClass::ConversationMessageReceived, &Value::Null).sound.is_some());
    }

    #[test]
    fn the_start_of_an_emergency_alert_is_important_and_leads_to_its_board_and_its_end_is_quiet() {
        let data = json!({ "emergency_alert": { "id": 3 }, "run_id": 8, "is_late": false });
        let of = |class| (appearance(class, &data), page_of(&appearance(class, &data), class, &data));
        let (started, board) = of(NotificationClass::EmergencyAlertStarted);
        assert_eq!((started.significance, started.sound), (Significance::Important, Some("alarm.mp3")));
        assert_eq!(board.as_deref(), Some("/emergency-alerts/board?alert=3&run=8"));
        assert_eq!(appearance(NotificationClass::EmergencyAlertStarted, &json!({ "is_late": true })).sound, None);
        let (ended, page) = of(NotificationClass::EmergencyAlertEnded);
        assert_eq!((ended.significance, ended.sound, page), (Significance::Normal, None, board));
        assert!(is_pushed_by_default(NotificationClass::EmergencyAlertEnded));
    }

    #[test]
    fn a_sip_service_that_does_not_start_is_important() {
        let significance = |data: Value| appearance(NotificationClass::SipRebootCompleted, &data).significance;
        assert_eq!(significance(json!({ "code": SIP_START_FAILED })), Significance::Important);
        assert_eq!(significance(Value::Null), Significance::Normal);
    }

    #[test]
    fn an_sos_call_has_a_sound_of_its_own_and_leads_to_the_sos_calls() {
        let appearance = |data: Value| appearance(NotificationClass::DeviceAlarmEnabled, &data);
        let (sos, alarm) = (appearance(json!({ "is_sos": true })), appearance(json!({ "is_sos": false })));
        assert_eq!((sos.page, sos.sound), (Some("/devices/alarms-calls"), Some("sos.mp3")));
        assert_eq!((alarm.page, alarm.sound), (Some("/devices/alarms"), Some("alarm.mp3")));
        assert_eq!((sos.significance, alarm.significance), (Significance::Important, Significance::Important));
    }
}
