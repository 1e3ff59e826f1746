//! Acknowledged changes, and the state that must follow from them. Pure.
use std::collections::BTreeMap;

use e2e_harness::Answer;
use serde_json::Value;

/// An entity of the REST interface: the last part of its list's path, and its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entity {
    pub list: &'static str,
    pub id: i64,
}

/// What is known of an entity from acknowledged changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Present,
    Revoked,
    Gone,
    /// A change of it was not answered, so it may or may not have happened.
    Unsure,
}

/// The kinds of changes, in the audit log's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    Create,
    Edit,
    Revoke,
    Delete,
}

impl Verb {
    /// As the audit log has it: revoking is an edit.
    pub fn action(self) -> &'static str {
        match self {
            Verb::Create => "create",
            Verb::Edit | Verb::Revoke => "edit",
            Verb::Delete => "delete",
        }
    }
}

#[derive(Debug, Default)]
pub struct Changes {
    pub entities: BTreeMap<Entity, Known>,
    /// How many acknowledged changes of each kind an entity has seen.
    pub audited: BTreeMap<(Entity, &'static str), i64>,
    /// Calls that nobody answered, or that were answered with 502 to 504.
    pub unanswered: Vec<String>,
    /// Answers that no injected fault explains, such as 500.
    pub broken: Vec<String>,
}

impl Changes {
    pub fn acknowledged(&self) -> i64 {
        self.audited.values().sum()
    }

    /// Takes the answer to a creation; the new entity when it is known.
    pub fn created(&mut self, list: &'static str, answer: Answer) -> Option<Entity> {
        let entity = match &answer {
            Answer::Done(body) => body["id"].as_i64().map(|id| Entity { list, id }),
            _ => None,
        };
        self.count(&format!("creating in {list}"), answer);
        if let Some(entity) = entity {
            self.entities.insert(entity, Known::Present);
            self.record(entity, Verb::Create);
        }
        entity
    }

    /// Takes the answer to a change of something that is there.
    pub fn changed(&mut self, entity: Entity, verb: Verb, answer: Answer) {
        let known = match (&answer, verb) {
            (Answer::Done(_), Verb::Delete) => Known::Gone,
            (Answer::Done(_), Verb::Revoke) => Known::Revoked,
            (Answer::Done(_), _) => Known::Present,
            (Answer::Refused(..), _) => self.entities.get(&entity).copied().unwrap_or(Known::Unsure),
            _ => Known::Unsure,
        };
        let done = matches!(answer, Answer::Done(_));
        self.count(&format!("{} {}", verb.action(), entity.list), answer);
        self.entities.insert(entity, known);
        if done {
            self.record(entity, verb);
        }
    }

    fn record(&mut self, entity: Entity, verb: Verb) {
        *self.audited.entry((entity, verb.action())).or_default() += 1;
    }

    fn count(&mut self, what: &str, answer: Answer) {
        match answer {
            Answer::Unavailable(why) => self.unanswered.push(format!("{what}: {why}")),
            Answer::Broken(status, body) => self.broken.push(format!("{what}: {status} {}", message(&body))),
            Answer::Done(_) | Answer::Refused(..) => {}
        }
    }
}

fn message(body: &Value) -> String {
    body["message"].as_str().map_or_else(|| body.to_string(), str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const CARD: Entity = Entity { list: "identifiers", id: 7 };

    fn made() -> Changes {
        let mut changes = Changes::default();
        assert_eq!(changes.created("identifiers", Answer::Done(json!({ "id": 7 }))), Some(CARD));
        changes
    }

    #[test]
    fn an_acknowledged_change_binds() {
        let mut changes = made();
        changes.changed(CARD, Verb::Revoke, Answer::Done(json!({})));
        assert_eq!(changes.entities[&CARD], Known::Revoked);
        assert_eq!(changes.audited, BTreeMap::from([((CARD, "create"), 1), ((CARD, "edit"), 1)]));
    }

    #[test]
    fn an_unanswered_change_may_or_may_not_have_happened() {
        let mut changes = made();
        changes.changed(CARD, Verb::Delete, Answer::Unavailable("timed out".into()));
        assert_eq!((changes.entities[&CARD], changes.unanswered.len()), (Known::Unsure, 1));
    }

    #[test]
    fn a_refused_change_changes_nothing() {
        let mut changes = made();
        changes.changed(CARD, Verb::Delete, Answer::Refused(reqwest::StatusCode::CONFLICT, json!({})));
        assert_eq!((changes.entities[&CARD], changes.acknowledged()), (Known::Present, 1));
    }

    #[test]
    fn an_internal_error_is_recorded() {
        let mut changes = Changes::default();
        changes.created("users", Answer::Broken(reqwest::StatusCode::INTERNAL_SERVER_ERROR, json!({ "message": "internal error" })));
        assert_eq!(changes.broken, ["creating in users: 500 Internal Server Error internal error"]);
    }
}
