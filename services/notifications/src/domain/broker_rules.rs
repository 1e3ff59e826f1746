//! Notifications about the broker of a project.
use kit::clock::from_proto;
use policy::{Action, Resource};
use proto::vestibule::events::v1::DeviceBrokerSettingsSent;
use serde_json::json;

use super::notification_class::NotificationClass;
use super::notification_draft::{NotificationDraft, reference, rfc3339};

/// In place of a code of its own: what the console calls the result of a move that was stopped.
const STOPPED: &str = "error mqtt broker settings sending";

/// For users who may view or change the settings of the project: how many devices have come over the broker.
pub fn draft_from_broker_settings(sent: &DeviceBrokerSettingsSent) -> NotificationDraft {
    let mut data = json!({
        "user": reference(sent.user_id, &sent.user_name),
        "url": sent.url,
        "devices": sent.devices,
        "moved": sent.moved,
        "failed": sent.failed,
        "created_at": sent.at.as_ref().and_then(from_proto).map(rfc3339),
    });
    if sent.is_stopped {
        data["error"] = json!(STOPPED);
    }
    NotificationDraft {
        project_id: sent.project_id,
        class: NotificationClass::DeviceBrokerSettingsSent,
        event_id: None,
        data,
        user_id: 0,
        rights: &[(Resource::ProjectSettings, Action::View), (Resource::ProjectSettings, Action::Edit)],
        group_id: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_of_a_move_to_another_broker_has_its_counts() {
        let sent = DeviceBrokerSettingsSent { devices: 4, moved: 3, failed: 1, ..Default::default() };
        let draft = draft_from_broker_settings(&sent);
        assert_eq!((&draft.data["devices"], &draft.data["moved"], &draft.data["failed"]), (&json!(4), &json!(3), &json!(1)));
        assert_eq!((draft.class, draft.data.get("error")), (NotificationClass::DeviceBrokerSettingsSent, None));
        let stopped = draft_from_broker_settings(&DeviceBrokerSettingsSent { is_stopped: true, ..sent });
        assert_eq!(stopped.data["error"], STOPPED);
    }
}
