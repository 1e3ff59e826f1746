//! What an apply has done: the rows and fields that it has changed, by which it is undone and continued.
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entity::{ENTITIES, Entity};
use crate::plan::{Action, Plan, PlanItem};
use crate::reference::is_list;
use crate::target::{Target, Targets};

/// The rows that a plan does, and afterwards those that were done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journal {
    pub(crate) rows: Vec<JournalRow>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JournalRow {
    pub entity: String,
    pub key: String,
    pub verb: Verb,
    /// In the site; 0 of what is to be created.
    pub id: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<JournalField>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verb {
    Create,
    Change,
    Delete,
}

/// A field that is changed; of a list of references what it gains and what it loses, as they are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JournalField {
    pub name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
}

/// Rows that are done, with their ids; 0 of one that may have been created.
#[derive(Clone, Debug, Default)]
pub struct Done(HashMap<String, i64>);

impl Done {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn add(&mut self, item: &PlanItem, id: i64) {
        self.0.insert(planned_row(item.action == Action::Delete, item.entity.name, &item.key), id);
    }
}

fn planned_row(is_deleted: bool, entity: &str, key: &str) -> String {
    let verb = if is_deleted { "delete" } else { "write" };
    format!("{verb} {entity} {key}")
}

impl JournalRow {
    fn planned(&self) -> String {
        planned_row(self.verb == Verb::Delete, &self.entity, &self.key)
    }
}

impl Journal {
    /// `fields`: those that change, before and after.
    pub(crate) fn add(&mut self, item: &PlanItem, fields: &[(&str, Option<&Value>, &Value)]) {
        let verb = match item.action {
            Action::Create => Verb::Create,
            Action::Delete => Verb::Delete,
            _ => Verb::Change,
        };
        let of_field = |(name, before, after): &(&str, Option<&Value>, &Value)| {
            let texts = |value: Option<&Value>| -> Vec<String> {
                let items = value.filter(|_| is_list(item.entity, name)).and_then(Value::as_array).into_iter().flatten();
                items.map(Value::to_string).collect()
            };
            let (before, after) = (texts(*before), texts(Some(*after)));
            let without = |these: &[String], others: &[String]| {
                let others: HashSet<&String> = others.iter().collect();
                these.iter().filter(|text| !others.contains(text)).cloned().collect()
            };
            JournalField { name: (*name).to_owned(), added: without(&after, &before), removed: without(&before, &after) }
        };
        let fields = if verb == Verb::Change { fields.iter().map(of_field).collect() } else { Vec::new() };
        self.rows.push(JournalRow { entity: item.entity.name.into(), key: item.key.clone(), verb, id: item.id, fields });
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn has_deletions(&self) -> bool {
        self.rows.iter().any(|row| row.verb == Verb::Delete)
    }

    /// The entities of its rows; all of them where rows were deleted, with which other rows and members may have gone.
    pub fn entities(&self) -> Vec<&'static Entity> {
        if self.has_deletions() {
            return ENTITIES.iter().collect();
        }
        let names: HashSet<&str> = self.rows.iter().map(|row| row.entity.as_str()).collect();
        ENTITIES.iter().filter(|entity| names.contains(entity.name)).collect()
    }

    /// Whether all that the plan does was planned: a row that was to be created may be there by now, half of it.
    pub fn covers(&self, plan: &Plan) -> bool {
        let planned: HashSet<String> = self.rows.iter().map(JournalRow::planned).collect();
        let items = plan.items.iter().filter(|item| item.action != Action::Conflict);
        items.into_iter().all(|item| planned.contains(&planned_row(item.action == Action::Delete, item.entity.name, &item.key)))
    }

    /// Of a work that is continued: what was done before it broke off, by what is still to do.
    pub fn done_before(&self, plan: &Plan, targets: &Targets<'_>) -> Done {
        let to_do: HashSet<String> = plan.items.iter().map(|item| planned_row(item.action == Action::Delete, item.entity.name, &item.key)).collect();
        let mut done = Done::default();
        for row in &self.rows {
            let there = targets.of_key(&row.entity, &row.key);
            let id = match (row.verb, there) {
                // Half of it may be done.
                (Verb::Create, Some(Target::Site(id))) => id,
                (Verb::Create, _) => continue,
                (Verb::Change | Verb::Delete, _) if to_do.contains(&row.planned()) => continue,
                (Verb::Change | Verb::Delete, _) => row.id,
            };
            done.0.insert(row.planned(), id);
        }
        done
    }

    /// Without rows that are refused before anything is done.
    pub(crate) fn leave_out(&mut self, refused: &Done) {
        self.rows.retain(|row| !refused.0.contains_key(&row.planned()));
    }

    /// Leaves the rows that were done, or may have been.
    pub fn keep_done(&mut self, done: &Done) {
        self.rows.retain_mut(|row| {
            done.0.get(&row.planned()).is_some_and(|id| {
                row.id = *id;
                true
            })
        });
    }
}
