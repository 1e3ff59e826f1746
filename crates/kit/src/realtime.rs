//! Pushes to browsers: by Redis to every gateway, which hands them to the sockets that may see them.
//! What is pushed may be lost; the state it speaks of is in a database.
use redis::AsyncCommands;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tracing::{Instrument, Span};

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

/// Pushes that share a message of Redis at most.
const PUSHES_PER_MESSAGE: usize = 50;

pub async fn push(context: &Context, push: Push) {
    push_all(context, vec![push]).await;
}

/// In their order. What a batch of changes gives shares messages, each of which costs Redis and every gateway the same.
pub async fn push_all(context: &Context, pushes: Vec<Push>) {
    let mut pushes = pushes.into_iter().peekable();
    while pushes.peek().is_some() {
        publish(context, pushes.by_ref().take(PUSHES_PER_MESSAGE).collect()).await;
    }
}

async fn publish(context: &Context, mut pushes: Vec<Push>) {
    let channel = channel(&context.settings);
    let span_of = |push: &mut Push| {
        let span = span::publish_push(context.service, &channel, push.traceparent.as_deref());
        push.traceparent = span::traceparent(&span).or(push.traceparent.take());
        span
    };
    let until_they_are_sent: Vec<Span> = pushes.iter_mut().map(span_of).collect();
    let first = until_they_are_sent.first().cloned().unwrap_or_else(Span::none);
    let text = match &pushes[..] {
        [push] => serde_json::to_string(push),
        several => serde_json::to_string(several),
    };
    if let Err(error) = context.redis.clone().publish::<_, _, ()>(&channel, text.expect("a push is JSON")).instrument(first).await {
        tracing::warn!(%error, pushes = pushes.len(), "pushes to browsers are lost");
    }
}

/// What a message of the channel holds: one push, or several.
pub fn parse(message: &[u8]) -> serde_json::Result<Vec<Push>> {
    match message.first() {
        Some(b'[') => serde_json::from_slice(message),
        _ => serde_json::from_slice(message).map(|push| vec![push]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_message_holds_one_push_or_several() {
        let push = |id| Push { project_id: 1, topic: "devices".into(), audience: Audience::Project, data: json!({ "id": id }), traceparent: None };
        let ids = |text: String| parse(text.as_bytes()).unwrap().iter().map(|push| push.data["id"].as_i64().unwrap()).collect::<Vec<_>>();
        assert_eq!(ids(serde_json::to_string(&push(1)).unwrap()), [1]);
        assert_eq!(ids(serde_json::to_string(&[push(1), push(2)]).unwrap()), [1, 2]);
        assert!(parse(b"").is_err());
    }
}
