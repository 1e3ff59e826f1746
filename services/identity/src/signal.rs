//! Tells the gateways which sessions they must ask for again. They keep a session for seconds only, so that a
//! signal that is lost delays a revocation by no more.
use kit::Context;
use redis::AsyncCommands;
use serde::{Deserialize, Serialize};

/// The Redis channel. A message is a `Changed` in JSON: `{"session_id": 7}`, `{"user_id": 7}`, `{"role_id": 7}`, `{"all": true}`.
pub const CHANNEL: &str = "vestibule:sessions";

/// What ended, or may do something else than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Changed {
    SessionId(i64),
    UserId(i64),
    RoleId(i64),
    All(bool),
}

/// So many changes at once are told as one: everything is asked for again.
const MAX_SIGNALS: usize = 50;

/// Publishes after the commit.
pub async fn publish(context: &Context, changes: &[Changed]) {
    let everything = [Changed::All(true)];
    let changes = if changes.len() > MAX_SIGNALS { &everything } else { changes };
    let mut redis = context.redis.clone();
    for change in changes {
        let text = serde_json::to_string(change).expect("a signal is JSON");
        if let Err(error) = redis.publish::<_, _, ()>(CHANNEL, text).await {
            tracing::warn!(%error, "gateways are not told of a changed session");
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_one_key_and_its_value() {
        let text = |change| serde_json::to_string(&change).unwrap();
        assert_eq!(text(Changed::SessionId(7)), r#"{"session_id":7}"#);
        assert_eq!(text(Changed::UserId(7)), r#"{"user_id":7}"#);
        assert_eq!(text(Changed::RoleId(7)), r#"{"role_id":7}"#);
        assert_eq!(text(Changed::All(true)), r#"{"all":true}"#);
    }
}
