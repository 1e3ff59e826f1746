//! Progress of an import, pushed to the user who started it.
use kit::Context;
use kit::realtime::{self, Audience, Push};
use serde_json::json;

#[derive(Clone)]
pub struct ImportProgress {
    pub context: Context,
    pub project_id: i64,
    pub user_id: i64,
    /// From the request; the browser finds its import by it.
    pub token: String,
}

impl ImportProgress {
    /// Phases: reading, checking, users, identifiers, groups, done.
    pub async fn push(&self, phase: &str, done: usize, total: usize) {
        let data = json!({ "type": "structure_import", "token": self.token, "phase": phase, "done": done, "total": total });
        let topic = format!("private-users.{}", self.user_id);
        realtime::push(&self.context, Push::new(self.project_id, topic, Audience::User(self.user_id), data)).await;
    }
}
