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

pub async fn all(context: &Context, told: Vec<Told>) {
    let pushes = futures::stream::iter(told).for_each_concurrent(AT_ONCE, async |told| realtime::push(context, &push(&told)).await);
    if tokio::time::timeout(PATIENCE, pushes).await.is_err() {
        tracing::warn!("some notifications are not pushed");
    }
}

fn push(told: &Told) -> Push {
    let class = class::of(told.notification.r#type);
    Push {
        project_id: told.project_id,
        topic: format!("private-users.{}", told.user_id),
        audience: Audience::User(told.user_id),
        data: json!({ "type": class::word(class), "notification": told.notification.to_json() }),
    }
}
