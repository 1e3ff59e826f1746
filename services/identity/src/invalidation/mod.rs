//! Publishes to the API gateways, by Redis, which sessions they must look up again. A gateway caches a session for a few
//! seconds, so a lost message delays the effect on requests by that time; it re-checks open sockets when it subscribes again.
use kit::Context;
use redis::AsyncCommands;
use serde::{Deserialize, Serialize};

use crate::domain::session::RevokedSession;

/// The Redis channel of the installation. A message is a `SessionChange` in JSON: `{"session_id": 7}`, `{"user_id": 7}`, `{"role_id": 7}`, `{"all": true}`.
pub const CHANNEL: &str = "sessions";

/// The sessions that ended or whose rights changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionChange {
    SessionId(i64),
    UserId(i64),
    RoleId(i64),
    All(bool),
}

impl From<RevokedSession> for SessionChange {
    fn from(revoked: RevokedSession) -> Self {
        SessionChange::SessionId(revoked.id)
    }
}

/// More changes than these are published as one: every session is looked up again.
const MAX_MESSAGES: usize = 50;

/// To be called after the commit.
pub async fn publish(context: &Context, changes: &[SessionChange]) {
    let everything = [SessionChange::All(true)];
    let changes = if changes.len() > MAX_MESSAGES { &everything } else { changes };
    let mut redis = context.redis.clone();
    let channel = context.settings.redis_name(CHANNEL);
    for change in changes {
        let text = serde_json::to_string(change).expect("a session change serializes to JSON");
        if let Err(error) = redis.publish::<_, _, ()>(&channel, text).await {
            tracing::warn!(%error, "a changed session is not published to the gateways");
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_key_and_its_value() {
        let text = |change| serde_json::to_string(&change).unwrap();
        assert_eq!(text(SessionChange::SessionId(7)), r#"{"session_id":7}"#);
        assert_eq!(text(SessionChange::UserId(7)), r#"{"user_id":7}"#);
        assert_eq!(text(SessionChange::RoleId(7)), r#"{"role_id":7}"#);
        assert_eq!(text(SessionChange::All(true)), r#"{"all":true}"#);
    }
}
