//! What callers ask for, each in its own file: a list of named steps.
pub(crate) mod account;
pub(crate) mod change_password;
pub(crate) mod create_user;
pub(crate) mod delete_user;
pub(crate) mod groups;
pub(crate) mod login;
pub(crate) mod logout;
pub(crate) mod refresh;
pub(crate) mod roles;
pub(crate) mod set_password;
pub(crate) mod update_profile;
pub(crate) mod update_user;

use policy::{Action, Resource};
use serde_json::{Value, json};

use crate::domain::user::Draft;

/// How the audit log shows a user.
fn shown(draft: &Draft) -> Value {
    json!({
        "name": draft.name,
        "login": draft.login,
        "email": draft.email,
        "description": draft.description,
        "phone": draft.phone,
        "address": draft.address,
        "role_id": draft.role_id,
        "domains": draft.domain_ids,
        "is_active": draft.is_active,
    })
}

/// A change of a user for the audit log.
fn change<'a>(action: Action, id: i64, name: &'a str, before: Value, after: Value) -> kit::audit::Change<'a> {
    kit::audit::Change::new(action, Resource::User, id, name, before, after)
}

/// What is done with a user, but is none of the actions of the policy, for the audit log.
fn act<'a>(action: &'a str, id: i64, name: &'a str) -> kit::audit::Change<'a> {
    kit::audit::Change { action, resource: Resource::User, id, name, before: Value::Null, after: Value::Null }
}
