//! Notifications about telephony: SOS calls and restarts of the SIP service.
use kit::clock::from_proto;
use policy::{Action, Resource};
use proto::vestibule::events::v1::{SipServiceRestart, SosCalled};
use serde_json::json;

use super::notification_class::{NotificationClass, SIP_START_FAILED};
use super::notification_draft::{NotificationDraft, reference, rfc3339};

/// An alarm for users who may view the alarms of the device.
pub fn draft_from_sos(called: &SosCalled) -> NotificationDraft {
    NotificationDraft {
        project_id: called.project_id,
        class: NotificationClass::DeviceAlarmEnabled,
        event_id: None,
        data: json!({
            "is_sos": true,
            "device": reference(called.device_id, &called.device_name),
            "number": called.number,
            "call_id": called.call_id,
            "created_at": called.at.as_ref().and_then(from_proto).map(rfc3339),
        }),
        user_id: 0,
        rights: &[(Resource::AlarmCall, Action::View)],
        group_id: called.domain_id,
    }
}

/// For users who may view or change the SIP service. A restart that failed has the class of a completed one and a code.
/// None for a phase that this build does not know.
pub fn draft_from_restart(restart: &SipServiceRestart) -> Option<NotificationDraft> {
    let (class, code) = match restart.phase.as_str() {
        "started" => (NotificationClass::SipRebootStarted, None),
        "completed" => (NotificationClass::SipRebootCompleted, None),
        "failed" => (NotificationClass::SipRebootCompleted, Some(SIP_START_FAILED)),
        _ => return None,
    };
    let mut data = json!({
        "user": reference(restart.user_id, &restart.user_name),
        "created_at": restart.at.as_ref().and_then(from_proto).map(rfc3339),
    });
    if let Some(code) = code {
        data["code"] = json!(code);
    }
    Some(NotificationDraft {
        project_id: restart.project_id,
        class,
        event_id: None,
        data,
        user_id: 0,
        rights: &[(Resource::SipService, Action::View), (Resource::SipService, Action::Edit)],
        group_id: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restart_causes_a_notification_when_it_starts_and_when_it_completes() {
        let class = |phase: &str| draft_from_restart(&SipServiceRestart { phase: phase.into(), ..Default::default() }).map(|draft| draft.class);
        assert_eq!(class("started"), Some(NotificationClass::SipRebootStarted));
        assert_eq!(class("completed"), Some(NotificationClass::SipRebootCompleted));
        assert_eq!(class("paused"), None);
    }

    #[test]
    fn a_restart_that_failed_is_completed_with_an_error_code() {
        let code = |phase: &str| draft_from_restart(&SipServiceRestart { phase: phase.into(), ..Default::default() }).unwrap().data["code"].clone();
        assert_eq!((code("failed"), code("completed")), (json!(SIP_START_FAILED), serde_json::Value::Null));
    }
}
