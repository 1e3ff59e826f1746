//! How far an import is, told to whoever started it.
use kit::Context;
use kit::realtime::{Audience, Push, push};
use serde_json::json;

#[derive(Clone)]
pub struct Progress {
    pub context: Context,
    pub project_id: i64,
    pub user_id: i64,
    /// As the request gave it.
    pub token: String,
}

impl Progress {
    /// Phases: reading, checking, users, identifiers, groups, done.
    pub async fn tell(&self, phase: &str, done: usize, total: usize) {
        let data = json!({ "type": "structure_import", "token": self.token, "phase": phase, "done": done, "total": total });
        let topic = format!("private-users.{}", self.user_id);
        push(&self.context, Push::new(self.project_id, topic, Audience::User(self.user_id), data)).await;
    }
}
