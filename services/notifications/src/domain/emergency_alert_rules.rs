//! Notifications about emergency alerts.
use policy::{Action, Resource};
use proto::vestibule::events::v1::AlertRunChanged;
use serde_json::{Value, json};

use super::notification_class::NotificationClass;
use super::notification_draft::{NotificationDraft, reference};

/// The right to see alerts: whoever has it for one is told when it starts and when it ends.
pub const VIEW: &[(Resource, Action)] = &[(Resource::EmergencyAlert, Action::View)];

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

/// What is told of a change of a run: its start, and its end once. A drill is about one device, and a snapshot that is published once
/// more is no news.
pub fn class_of_run(run: &AlertRunChanged) -> Option<NotificationClass> {
    match run.status.as_str() {
        _ if run.is_drill || run.is_repeated => None,
        "running" => Some(NotificationClass::EmergencyAlertStarted),
        "stopping" | "finished" => Some(NotificationClass::EmergencyAlertEnded),
        _ => None,
    }
}

/// What is told of a run, without the groups of the alert: each recipient is told of those that they see.
#[derive(Clone, Debug)]
pub struct RunNews {
    pub alert_id: i64,
    pub alert_name: String,
    pub run_id: i64,
    pub door_mode: &'static str,
    /// Who has started or ended it; 0 for the clock.
    pub user_id: i64,
    pub user_name: String,
    /// It is over by the time that somebody is told of it.
    pub is_late: bool,
}

impl RunNews {
    /// `groups`: id and name of each that the recipient sees.
    pub fn data(&self, groups: &[(i64, &str)]) -> Value {
        json!({
            "emergency_alert": reference(self.alert_id, &self.alert_name),
            "name": self.alert_name,
            "run_id": self.run_id,
            "door_mode": self.door_mode,
            "user": reference(self.user_id, &self.user_name),
            "groups": groups.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect::<Vec<_>>(),
            "is_late": self.is_late,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_and_an_end_are_told_once_and_drills_and_repeated_snapshots_are_not() {
        let of = |status: &str| AlertRunChanged { status: status.into(), ..AlertRunChanged::default() };
        assert_eq!(class_of_run(&of("running")), Some(NotificationClass::EmergencyAlertStarted));
        for ended in ["stopping", "finished"] {
            assert_eq!(class_of_run(&of(ended)), Some(NotificationClass::EmergencyAlertEnded));
        }
        assert_eq!(class_of_run(&of("stopped")), None, "it was stopping before");
        assert_eq!(class_of_run(&AlertRunChanged { is_drill: true, ..of("running") }), None);
        assert_eq!(class_of_run(&AlertRunChanged { is_repeated: true, ..of("running") }), None);
    }
}
