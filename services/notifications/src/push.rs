//! Shows new notifications in open consoles at once. A push may be lost: the console asks for what is unread anyway.
use std::time::Duration;

use futures::StreamExt;
use kit::Context;
use kit::realtime::{self, Audience, Push};
use serde_json::json;

use crate::domain::class;
use crate::store::recipient::Told;

/// Pushes under way at once.
const AT_ONCE: usize = 64;
/// How long a batch may take: the next events wait for it.
const PATIENCE: Duration = Duration::from_secs(5);

pub async fn all(context: &Context, pushes: Vec<Push>) {
    let sending = futures::stream::iter(pushes).for_each_concurrent(AT_ONCE, async |push| realtime::push(context, push).await);
    if tokio::time::timeout(PATIENCE, sending).await.is_err() {
        tracing::warn!("some notifications are not pushed");
    }
}

pub fn of(told: &Told) -> Push {
    let data = json!({ "type": class::word(class::of(told.notification.r#type)), "notification": told.notification.to_json() });
    Push::new(told.project_id, format!("private-users.{}", told.user_id), Audience::User(told.user_id), data)
}
