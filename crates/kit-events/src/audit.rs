//! The audit trail: every change says who, what, before and after. It travels by the outbox to identity, so
//! that no change commits without its record.
use policy::{Action, Caller, Resource};
use proto::vestibule::events::v1::AuditRecorded;
use serde_json::{Map, Value};
use sqlx::PgConnection;

use crate::outbox::{self, Outgoing};
use kit_core::{Clock, Result, clock};

pub const TOPIC: &str = "audit.recorded";

/// What was changed. `before` and `after` are JSON objects without secrets; equal keys are left out of the record.
pub struct Change<'a> {
    pub action: &'a str,
    pub resource: Resource,
    pub id: i64,
    pub name: &'a str,
    pub before: Value,
    pub after: Value,
}

impl<'a> Change<'a> {
    pub fn new(action: Action, resource: Resource, id: i64, name: &'a str, before: Value, after: Value) -> Self {
        Change { action: action.name(), resource, id, name, before, after }
    }
}

pub async fn record(connection: &mut PgConnection, clock: &Clock, caller: &Caller, change: Change<'_>) -> Result<()> {
    let event = recorded(clock, caller, change);
    outbox::emit(connection, caller.project_id, TOPIC, &aggregate(&event), &event).await
}

/// Records several changes in one statement.
pub async fn record_all(connection: &mut PgConnection, clock: &Clock, caller: &Caller, changes: impl Iterator<Item = Change<'_>>) -> Result<()> {
    let outgoing = |event: AuditRecorded| Outgoing { project_id: caller.project_id, aggregate: aggregate(&event), event };
    let events: Vec<_> = changes.map(|change| outgoing(recorded(clock, caller, change))).collect();
    outbox::emit_all(connection, TOPIC, &events).await
}

fn recorded(clock: &Clock, caller: &Caller, change: Change<'_>) -> AuditRecorded {
    let (before, after) = difference(change.before, change.after);
    AuditRecorded {
        project_id: caller.project_id,
        user_id: caller.user_id,
        user_name: caller.user_name.clone(),
        ip: caller.ip.clone(),
        request_id: caller.request_id.clone(),
        action: change.action.into(),
        resource: change.resource.name().into(),
        resource_id: change.id,
        resource_name: change.name.into(),
        before: before.to_string(),
        after: after.to_string(),
        at: Some(clock::to_proto(clock.now())),
        token_name: caller.token.as_ref().map(|token| token.name.clone()).unwrap_or_default(),
    }
}

fn aggregate(event: &AuditRecorded) -> String {
    format!("{}:{}", event.resource, event.resource_id)
}

fn difference(before: Value, after: Value) -> (Value, Value) {
    match (before, after) {
        (Value::Object(mut before), Value::Object(mut after)) => {
            let same: Vec<String> = before.iter().filter(|(key, value)| after.get(*key) == Some(value)).map(|(key, _)| key.clone()).collect();
            for key in same {
                before.remove(&key);
                after.remove(&key);
            }
            (Value::Object(before), Value::Object(after))
        }
        (Value::Null, after) => (Value::Object(Map::new()), after),
        (before, Value::Null) => (before, Value::Object(Map::new())),
        both => both,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_changed_is_recorded() {
        let (before, after) = difference(json!({"name": "a", "port": 80}), json!({"name": "b", "port": 80}));
        assert_eq!((before, after), (json!({"name": "a"}), json!({"name": "b"})));
    }
}
