//! Pushes new notifications to open browsers. A push may be lost: the console lists unread notifications anyway.
use std::time::Duration;

use kit::Context;
use kit::realtime::{self, Audience, Push};
use serde_json::{Value, json};

use crate::domain::notification_class::{self as class, Significance};
use crate::domain::notification_draft::rfc3339;
use crate::store::notification::NotificationRow;
use crate::store::recipients::NewNotification;

/// For all pushes of a batch of events: the next batch waits for them.
const BATCH_TIMEOUT: Duration = Duration::from_secs(5);

pub async fn push_all(context: &Context, pushes: Vec<Push>) {
    if tokio::time::timeout(BATCH_TIMEOUT, realtime::push_all(context, pushes)).await.is_err() {
        tracing::warn!("some notifications are not pushed");
    }
}

pub fn from_new(new: &NewNotification) -> Push {
    let class = class::from_number(new.notification.r#type);
    let data = json!({ "type": class::word(class), "notification": notification_json(&new.notification) });
    Push::new(new.project_id, format!("private-users.{}", new.user_id), Audience::User(new.user_id), data)
}

/// Notifications of the user are read by what somebody else has done.
pub fn read_for(project_id: i64, user_id: i64) -> Push {
    Push::new(project_id, format!("private-users.{user_id}"), Audience::User(user_id), json!({ "type": "notifications.read" }))
}

/// The JSON that the gateway writes for the same notification.
pub fn notification_json(row: &NotificationRow) -> Value {
    let class = class::from_number(row.r#type);
    let appearance = class::appearance(class, &row.data);
    json!({
        "id": row.id,
        "type": class::word(class),
        "data": row.data,
        "created_at": rfc3339(row.created_at),
        "read_at": row.read_at.map(rfc3339),
        "significance": if row.significance() == Significance::Important { "important" } else { "normal" },
        "icon": appearance.icon,
        "color": appearance.color,
        "popup_action": class::page_of(&appearance, class, &row.data).map(|page| json!({ "code": "goto:page", "params": { "page": page, "query": {} } })),
        "sound": appearance.sound.map(|file| json!({ "file": file, "mode": "once" })),
    })
}
