//! What telephony has to tell: somebody called for help, the SIP service restarts.
use kit::clock::from_proto;
use policy::{Action, Resource};
use proto::vestibule::events::v1::{SipServiceRestart, SosCalled};
use proto::vestibule::notifications::v1::NotificationClass;
use serde_json::json;

use super::news::{News, named};
use super::notification::rfc3339;

/// An alarm for those who may view the alarms of the panel.
pub fn sos(called: &SosCalled) -> News {
    News {
        project_id: called.project_id,
        class: NotificationClass::DeviceAlarmEnabled,
        event_id: None,
        data: json!({
            "is_sos": true,
            "device": named(called.device_id, &called.device_name),
            "number": called.number,
            "call_id": called.call_id,
            "created_at": called.at.as_ref().and_then(from_proto).map(rfc3339),
        }),
        user_id: 0,
        watched: &[(Resource::AlarmCall, Action::View)],
        domain_id: called.domain_id,
    }
}

/// What `code` says of a restart after which the service does not answer.
pub const FAILED: &str = "error_starting_sip_service";

/// For those who look after the project's settings. One that failed is over too, and says so by its code. None for a
/// phase that this build does not know.
pub fn restart(restart: &SipServiceRestart) -> Option<News> {
    let (class, code) = match restart.phase.as_str() {
        "started" => (NotificationClass::SipRebootStarted, None),
        "completed" => (NotificationClass::SipRebootCompleted, None),
        "failed" => (NotificationClass::SipRebootCompleted, Some(FAILED)),
        _ => return None,
    };
    let mut data = json!({
        "user": named(restart.user_id, &restart.user_name),
        "created_at": restart.at.as_ref().and_then(from_proto).map(rfc3339),
    });
    if let Some(code) = code {
        data["code"] = json!(code);
    }
    Some(News {
        project_id: restart.project_id,
        class,
        event_id: None,
        data,
        user_id: 0,
        watched: &[(Resource::SipService, Action::View), (Resource::SipService, Action::Edit)],
        domain_id: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restart_is_told_when_it_begins_and_when_it_is_done() {
        let class = |phase: &str| restart(&SipServiceRestart { phase: phase.into(), ..Default::default() }).map(|news| news.class);
        assert_eq!(class("started"), Some(NotificationClass::SipRebootStarted));
        assert_eq!(class("completed"), Some(NotificationClass::SipRebootCompleted));
        assert_eq!(class("paused"), None);
    }

    #[test]
    fn a_restart_that_failed_is_over_and_says_so() {
        let code = |phase: &str| restart(&SipServiceRestart { phase: phase.into(), ..Default::default() }).unwrap().data["code"].clone();
        assert_eq!((code("failed"), code("completed")), (json!(FAILED), serde_json::Value::Null));
    }
}
