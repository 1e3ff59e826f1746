//! What is told, of whatever it is, and to whom.
use policy::{Action, Resource};
use proto::vestibule::notifications::v1::NotificationClass;
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub struct News {
    pub project_id: i64,
    pub class: NotificationClass,
    /// The device event it speaks of; None for news of something else.
    pub event_id: Option<i64>,
    /// The same for everybody who is told.
    pub data: Value,
    /// Is told without any right; 0 for nobody.
    pub user_id: i64,
    /// Who may do one of these where it happened is told.
    pub watched: &'static [(Resource, Action)],
    /// Where it happened; 0 for what concerns the whole project.
    pub domain_id: i64,
}

/// A reference; None where there is nothing to refer to.
pub fn named(id: i64, name: &str) -> Option<Value> {
    (id != 0).then(|| json!({ "id": id, "name": name }))
}
