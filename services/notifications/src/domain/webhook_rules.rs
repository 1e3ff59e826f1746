//! Notifications about webhooks.
use serde_json::json;

use super::notification_class::NotificationClass;
use super::notification_draft::NotificationDraft;

/// A webhook, and who is told of its problem.
#[derive(Clone, Debug)]
pub struct WebhookProblem {
    pub id: i64,
    pub project_id: i64,
    pub name: String,
    pub owner_id: i64,
}

/// In place of a reason to disable it: too many deliveries wait, and events are left out.
pub const FULL: &str = "full";

/// For whoever vouches for it.
pub fn draft_from_problem(problem: WebhookProblem, reason: &str) -> NotificationDraft {
    NotificationDraft {
        project_id: problem.project_id,
        class: NotificationClass::WebhookProblem,
        event_id: None,
        data: json!({ "webhook": { "id": problem.id, "name": problem.name }, "name": problem.name, "reason": reason }),
        user_id: problem.owner_id,
        rights: &[],
        group_id: 0,
    }
}
