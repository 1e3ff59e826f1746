//! A notification that is to be created for each of its recipients.
use policy::{Action, Resource};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

use super::notification_class::NotificationClass;

const MILLISECONDS: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");

#[derive(Clone, Debug)]
pub struct NotificationDraft {
    pub project_id: i64,
    pub class: NotificationClass,
    /// The device event that it is about; None for a notification about something else.
    pub event_id: Option<i64>,
    /// The same for all recipients.
    pub data: Value,
    /// A user who receives it without any right; 0 for none.
    pub user_id: i64,
    /// It goes to users who may do at least one of these in its group.
    pub rights: &'static [(Resource, Action)],
    /// The group in which it happened; 0 for what concerns the whole project.
    pub group_id: i64,
}

/// `{id, name}`; None for id 0.
pub fn reference(id: i64, name: &str) -> Option<Value> {
    (id != 0).then(|| json!({ "id": id, "name": name }))
}

/// In UTC, with milliseconds, as the gateway writes times.
pub fn rfc3339(at: OffsetDateTime) -> String {
    at.to_offset(time::UtcOffset::UTC).format(MILLISECONDS).unwrap_or_default()
}
