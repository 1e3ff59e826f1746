//! What applying a file to a site would do, row by row.
use std::collections::{HashMap, HashSet};

use crate::entity::Entity;
use crate::snapshot::SiteRow;

const ITEM_BYTES: usize = 400;
/// With short values.
const FIELD_BYTES: usize = 150;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Adds and changes.
    Merge,
    /// Deletes besides what the file does not have.
    Replace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Create,
    Change,
    Delete,
    Same,
    Conflict,
    /// It stays although the file does not have it: whoever made that could not see all. Such rows are counted, and are no items.
    Kept,
}

/// Who applies: what they stand on is not taken from under them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Actor {
    pub user_id: i64,
    pub role_id: i64,
}

#[derive(Clone, Debug)]
pub struct FieldChange {
    pub name: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

#[derive(Clone, Debug)]
pub struct PlanItem {
    pub entity: &'static Entity,
    pub action: Action,
    /// In the site; 0 of what is created.
    pub id: i64,
    pub key: String,
    pub name: String,
    pub fields: Vec<FieldChange>,
    pub message: Option<&'static str>,
    pub secrets: Vec<String>,
    /// Fields that keep what whoever made the file could not see.
    pub kept: Vec<String>,
    /// Of a conflict: a row of the file is not done. Otherwise something stays that `replace` never takes.
    pub is_refused: bool,
}

impl PlanItem {
    /// As a row that is not done.
    pub(crate) fn refuse(&mut self, message: &'static str) {
        (self.action, self.message, self.is_refused) = (Action::Conflict, Some(message), true);
        self.fields.clear();
        self.secrets.clear();
        self.kept.clear();
    }
}

#[derive(Debug)]
pub struct Plan {
    pub mode: Mode,
    /// In the order in which they are done: without those that stay the same.
    pub items: Vec<PlanItem>,
    pub counts: Vec<(&'static Entity, HashMap<Action, usize>)>,
    pub doors: Doors,
    /// Of every value before and after.
    pub hash: String,
}

/// What access rules that do not stay the same name, before and after.
#[derive(Clone, Debug, Default)]
pub struct Doors {
    pub devices: HashSet<String>,
    /// By themselves; those of a group are not counted.
    pub users: HashSet<String>,
    pub rules: usize,
}

impl Plan {
    /// Bytes that it takes, about.
    pub fn memory(&self) -> usize {
        self.items.iter().map(|item| ITEM_BYTES + item.fields.len() * FIELD_BYTES).sum()
    }

    /// Rows that are not there any more: nothing of them can be done.
    pub(crate) fn add_gone(&mut self, rows: Vec<(&'static Entity, SiteRow)>) {
        for (entity, row) in rows {
            let SiteRow { id, key, name, .. } = row;
            let (action, fields, secrets, kept) = (Action::Conflict, Vec::new(), Vec::new(), Vec::new());
            let message = Some("item not found");
            self.items.push(PlanItem { entity, action, id, key, name, fields, message, secrets, kept, is_refused: false });
            if let Some((_, counts)) = self.counts.iter_mut().find(|(counted, _)| counted.name == entity.name) {
                *counts.entry(action).or_default() += 1;
            }
        }
    }
}
