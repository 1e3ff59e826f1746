//! Records of the audit log that many operations write.
use policy::{Action, Caller, CallerKind, Resource};
use serde_json::Value;

/// A change of a user.
pub fn user_change<'a>(action: Action, id: i64, name: &'a str, before: Value, after: Value) -> kit::audit::Change<'a> {
    kit::audit::Change::new(action, Resource::User, id, name, before, after)
}

/// The caller of an operation that is open to everybody, once it is known which user acts. `user_id` is 0 for somebody
/// who is not a user yet.
pub fn on_behalf(caller: &Caller, project_id: i64, user_id: i64, name: &str) -> Caller {
    Caller {
        kind: if user_id == 0 { CallerKind::Anonymous } else { CallerKind::User },
        project_id,
        user_id,
        user_name: name.into(),
        ip: caller.ip.clone(),
        request_id: caller.request_id.clone(),
        ..Caller::default()
    }
}

/// Something done to a user that is not an action of the policy, such as `login`.
pub fn user_action<'a>(action: &'a str, id: i64, name: &'a str) -> kit::audit::Change<'a> {
    kit::audit::Change { action, resource: Resource::User, id, name, before: Value::Null, after: Value::Null }
}
