//! The classes of notifications: which there are, and how each looks and sounds.
use kit::json::to_struct;
use proto::vestibule::notifications::v1::{NotificationClass, PopupAction, Significance, Sound};
use serde_json::{Value, json};

use super::telephony;

/// Every class of the contract, in its order.
pub fn all() -> impl Iterator<Item = NotificationClass> {
    (1..).map_while(|number| NotificationClass::try_from(number).ok())
}

pub fn of(number: i16) -> NotificationClass {
    NotificationClass::try_from(i32::from(number)).unwrap_or_default()
}

/// As the API names it: `identifier_used`.
pub fn word(class: NotificationClass) -> String {
    class.as_str_name().trim_start_matches("NOTIFICATION_CLASS_").to_lowercase()
}

/// Whether users hear of it who have not said otherwise.
pub const ON_BY_DEFAULT: bool = true;

/// How the console shows a class.
pub struct Look {
    pub significance: Significance,
    pub icon: &'static str,
    pub color: &'static str,
    /// The page that it leads to.
    pub page: Option<&'static str>,
    /// Played once when it arrives.
    sound: Option<&'static str>,
}

/// By its class, and by what it says: a call for help is an alarm with a sound and a page of its own, and a restart that
/// failed is important.
pub fn look(class: NotificationClass, data: &Value) -> Look {
    use NotificationClass::*;
    let plain = |icon, page| Look { significance: Significance::Normal, icon, color: "info", page, sound: None };
    match class {
        Unspecified => plain("bell", None),
        AnnounceReceived | AnnounceStatusChanged => plain("notification", Some("/announces")),
        ConversationReceived | ConversationMessageReceived => plain("message", Some("/conversations")),
        SipRebootCompleted if data["code"] == telephony::FAILED => {
            Look { significance: Significance::Important, icon: "phone", color: "error", page: None, sound: Some("alert.mp3") }
        }
        SipRebootStarted | SipRebootCompleted => plain("phone", None),
        DeviceBrokerSettingsSent => plain("setting", Some("/devices")),
        IdentifierUsed => plain("key", Some("/access-control/events")),
        RevokedIdentifierUsed => Look {
            significance: Significance::Important,
            icon: "stop",
            color: "error",
            page: Some("/access-control/events"),
            sound: Some("alert.mp3"),
        },
        DeviceAlarmEnabled if data["is_sos"] == true => {
            Look { significance: Significance::Important, icon: "alert", color: "error", page: Some("/devices/alarms-calls"), sound: Some("sos.mp3") }
        }
        DeviceAlarmEnabled => {
            Look { significance: Significance::Important, icon: "alert", color: "error", page: Some("/devices/alarms"), sound: Some("alarm.mp3") }
        }
        DeviceAlarmDisabled | DeviceAlarmProcessed => plain("alert", Some("/devices/alarms")),
    }
}

impl Look {
    pub fn popup_action(&self) -> Option<PopupAction> {
        let params = |page| to_struct(&json!({ "page": page, "query": {} }));
        self.page.map(|page| PopupAction { code: "goto:page".into(), params: Some(params(page)) })
    }

    pub fn sound(&self) -> Option<Sound> {
        self.sound.map(|file| Sound { file: file.into(), mode: "once".into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_the_twelve_classes_of_the_specification() {
        assert_eq!(all().count(), 12);
        assert_eq!(word(NotificationClass::RevokedIdentifierUsed), "revoked_identifier_used");
        assert!(all().all(|class| of(class as i16) == class));
    }

    #[test]
    fn a_revoked_identifier_is_important_and_heard() {
        let look = look(NotificationClass::RevokedIdentifierUsed, &Value::Null);
        assert_eq!(look.significance, Significance::Important);
        assert!(look.sound().is_some_and(|sound| sound.mode == "once"));
        assert!(look.popup_action().is_some_and(|action| action.code == "goto:page"));
    }

    #[test]
    fn a_sip_service_that_does_not_start_is_important() {
        let look = |data: Value| look(NotificationClass::SipRebootCompleted, &data);
        assert_eq!(look(json!({ "code": telephony::FAILED })).significance, Significance::Important);
        assert_eq!(look(Value::Null).significance, Significance::Normal);
    }

    #[test]
    fn a_call_for_help_has_a_sound_of_its_own_and_leads_to_its_history() {
        let of = |data: Value| look(NotificationClass::DeviceAlarmEnabled, &data);
        let (sos, alarm) = (of(json!({ "is_sos": true })), of(json!({ "is_sos": false })));
        assert_eq!((sos.page, sos.sound().unwrap().file.as_str()), (Some("/devices/alarms-calls"), "sos.mp3"));
        assert_eq!((alarm.page, alarm.sound().unwrap().file.as_str()), (Some("/devices/alarms"), "alarm.mp3"));
        assert_eq!((sos.significance, alarm.significance), (Significance::Important, Significance::Important));
    }
}
