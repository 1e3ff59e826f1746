//! Pushes to browsers: by Redis to every gateway, which hands them to the sockets that may see them.
//! What is pushed may be lost; the state it speaks of is in a database.
use redis::AsyncCommands;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tracing::Instrument;

use crate::telemetry::{self, span};
use crate::{Context, Settings};

/// The Redis channel that the gateways of an installation listen to.
pub fn channel(settings: &Settings) -> String {
    settings.redis_name("push")
}

/// A push. A socket gets it when it has subscribed to `topic`, is of the project, and `audience` lets it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Push {
    pub project_id: i64,
    /// As `private-users.17`, `events.access-control`, `devices`, `device-tasks`.
    pub topic: String,
    pub audience: Audience,
    /// An object with a `type`.
    pub data: Value,
    /// In whose trace it was made; gateways of an older build do not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traceparent: Option<String>,
}

impl Push {
    /// Part of the trace in which it is made, however much later it is sent.
    pub fn new(project_id: i64, topic: impl Into<String>, audience: Audience, data: Value) -> Self {
        Push { project_id, topic: topic.into(), audience, data, traceparent: telemetry::traceparent() }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// This user's sockets.
    User(i64),
    /// Whoever holds one of the permissions and whose scope for the resource covers the group,
    /// whose path from the root is given, itself last.
    Scope { resource: String, path: Vec<i64> },
    /// Every socket of the project.
    Project,
}

pub async fn push(context: &Context, mut push: Push) {
    let channel = channel(&context.settings);
    let span = span::publish_push(context.service, &channel, push.traceparent.as_deref());
    push.traceparent = span::traceparent(&span).or(push.traceparent);
    let text = serde_json::to_string(&push).expect("a push is JSON");
    if let Err(error) = context.redis.clone().publish::<_, _, ()>(channel, text).instrument(span).await {
        tracing::warn!(%error, "a push to browsers is lost");
    }
}
