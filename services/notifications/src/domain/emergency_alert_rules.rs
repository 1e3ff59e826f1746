//! Notifications about emergency alerts.
use policy::{Action, Resource};
use serde_json::json;

use super::notification_class::NotificationClass;
use super::notification_draft::{NotificationDraft, reference};

/// An alert of which a list names nothing any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptiedAlert {
    pub id: i64,
    pub project_id: i64,
    pub name: String,
    /// 0 where nobody is known.
    pub created_by: i64,
    /// A group in which the alert is changed.
    pub group_id: i64,
    /// The lists: recipients, devices, pass_domains, start_roles, release_roles.
    pub names_nothing: Vec<String>,
}

/// For whoever made it, and for whoever may change alerts in its group.
pub fn draft_from_emptied(alert: &EmptiedAlert) -> NotificationDraft {
    NotificationDraft {
        project_id: alert.project_id,
        class: NotificationClass::EmergencyAlertProblem,
        event_id: None,
        data: json!({ "emergency_alert": reference(alert.id, &alert.name), "name": alert.name, "names_nothing": alert.names_nothing }),
        user_id: alert.created_by,
        rights: &[(Resource::EmergencyAlert, Action::Edit)],
        group_id: alert.group_id,
    }
}
