//! Sessions that ended or whose rights changed: {"session_id"}, {"user_id"}, {"role_id"} or {"all"}.
use policy::Caller;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionChange {
    SessionId(i64),
    UserId(i64),
    RoleId(i64),
    All(bool),
}

impl SessionChange {
    pub fn concerns(&self, caller: &Caller) -> bool {
        match self {
            SessionChange::SessionId(id) => caller.session_id == *id,
            SessionChange::UserId(id) => caller.user_id == *id,
            SessionChange::RoleId(id) => caller.role_id == *id,
            SessionChange::All(every) => *every,
        }
    }
}
