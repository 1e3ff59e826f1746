//! What callers ask for, each in its own file: a list of named steps.
pub(crate) mod account;
pub(crate) mod avatar;
pub(crate) mod change_password;
pub(crate) mod confirm_account;
pub(crate) mod confirm_email;
pub(crate) mod create_user;
pub(crate) mod delete_profile;
pub(crate) mod delete_user;
pub(crate) mod download;
pub(crate) mod download_audit;
pub(crate) mod export_users;
pub(crate) mod groups;
pub(crate) mod guess;
pub(crate) mod identity_provider;
pub(crate) mod import_users;
pub(crate) mod imported_users;
pub(crate) mod invitation;
pub(crate) mod invite;
pub(crate) mod ip_blocking;
pub(crate) mod login;
pub(crate) mod login_passkey;
pub(crate) mod login_provider;
pub(crate) mod login_second_factor;
pub(crate) mod logout;
pub(crate) mod marker;
pub(crate) mod mobile_client;
pub(crate) mod newcomer;
pub(crate) mod open_sessions;
pub(crate) mod own_account;
pub(crate) mod own_sessions;
pub(crate) mod passkey;
pub(crate) mod project;
pub(crate) mod recover_password;
pub(crate) mod refresh;
pub(crate) mod register;
pub(crate) mod related;
pub(crate) mod remove_second_factors;
pub(crate) mod reset_password;
pub(crate) mod role;
pub(crate) mod roles;
pub(crate) mod self_register;
pub(crate) mod set_password;
pub(crate) mod totp;
pub(crate) mod update_profile;
pub(crate) mod update_user;

use policy::{Action, Caller, CallerKind, Resource};
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
        "markers": draft.marker_ids,
        "linked_users": draft.linked_user_ids,
    })
}

/// A change of a user for the audit log.
fn change<'a>(action: Action, id: i64, name: &'a str, before: Value, after: Value) -> kit::audit::Change<'a> {
    kit::audit::Change::new(action, Resource::User, id, name, before, after)
}

/// Who is not signed in, but known to be this user, as the audit log names them; 0 for somebody who is none yet.
fn on_behalf(caller: &Caller, project_id: i64, user_id: i64, name: &str) -> Caller {
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

/// What is done with a user, but is none of the actions of the policy, for the audit log.
fn act<'a>(action: &'a str, id: i64, name: &'a str) -> kit::audit::Change<'a> {
    kit::audit::Change { action, resource: Resource::User, id, name, before: Value::Null, after: Value::Null }
}
